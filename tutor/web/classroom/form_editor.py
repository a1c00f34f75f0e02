"""The form for lessons and hands: the text of the editor, drawn as fields, with a draft that is saved by itself.

Every button sends the whole form. The fields become a text, which is checked as any text is, and its faults are shown
beside the fields that have them. So nothing depends on a script, and what is typed is never lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Blueprint, jsonify, redirect, render_template, request, url_for
from flask_babel import gettext, lazy_gettext
from werkzeug.wrappers import Response

from tutor.deal import Deal
from tutor.errors import Fault, FaultyContent, Malformed, TutorError, Unknown
from tutor.exchange.deal_yaml import lawful_calls
from tutor.library.content_text import (
    ComposedText,
    TextPart,
    composed_hand,
    composed_lesson,
    hand_part,
    lesson_parts,
    renamed,
    title_in,
    with_comment,
)
from tutor.library.user_content import LARGEST, CompositionKind, name_made_of, name_taken
from tutor.seats import Seat
from tutor.study.classroom.authored_content import parsed
from tutor.study.classroom.compositions import Clash, Composition, Compositions, NameInUse, Version
from tutor.study.classroom.drafts import DraftClash, SavedDraft, TooManyDrafts
from tutor.tables.reference_lines import author_line
from tutor.web import formatting, language
from tutor.web.classroom import authoring
from tutor.web.classroom.authored_content import shelf
from tutor.web.classroom.authoring import OF_A_FORM, Draft
from tutor.web.classroom.form_fields import (
    ADDS,
    STEP_NAMES,
    EndingForm,
    HandForm,
    LessonForm,
    OtherStep,
    hand_shown,
    lesson_shown,
    lesson_written,
)
from tutor.web.classroom.form_parts import MOST_ENTRIES, Entries, Inner, Part
from tutor.web.export.sending import allow_upload
from tutor.web.services import services
from tutor.wording import sentences

blueprint = Blueprint("form_editor", __name__, url_prefix="/create/form")

Page = str | Response | tuple[str, int]
FormData = dict[str, Any]
LONGEST_NAME_MADE = 50
_MOVES: Mapping[str, int] = {"up": -1, "down": 1}
_DO = re.compile(r"(add|remove|up|down|deal):([A-Za-z0-9-]{1,80})(?::([a-z]{1,20}))?")


@blueprint.url_value_preprocessor
def _allow_upload(endpoint: str | None, values: object) -> None:  # noqa: ARG001
    allow_upload(4 * LARGEST + OF_A_FORM)


def _author() -> int:
    return services().study.learner


def _compositions() -> Compositions:
    return services().classroom.compositions


# ---- a form and its text ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenForm:
    """A form with what is typed in it, and the text that it says."""

    part: Part
    composed: ComposedText

    @property
    def name(self) -> str:
        """Which form it is, as the page sends it back."""
        return type(self.part).__name__

    @classmethod
    def of_text(cls, kind: CompositionKind, text: str) -> OpenForm:
        """The form that shows a text. Raises `FaultyContent` for a text that no form can show."""
        if kind is CompositionKind.LESSON:
            return cls.of_data(LessonForm, lesson_shown(lesson_parts(text)))
        found = hand_shown(hand_part(text))
        if found is None:
            what = gettext("this kind of hand has no form")
            raise FaultyContent([Fault("hand.yaml", 1, 1, what)])
        return cls.of_data(*found)

    @classmethod
    def of_data(cls, part: type[Part], data: FormData) -> OpenForm:
        """A form with what is typed in it."""
        form = part(**data)
        if isinstance(form, LessonForm):
            return cls(form, composed_lesson(lesson_written(form)))
        return cls(form, composed_hand(TextPart("yaml", "", form.written(), tuple(form.comments))))


@dataclass(frozen=True, slots=True)
class LocatedFault:
    """A fault with the field that has it: the id of the field, and where that is, in words."""

    target: str
    place: str
    words: str


@dataclass(frozen=True, slots=True)
class FormFaults:
    """The faults of a form: all in order, and by field."""

    all: tuple[LocatedFault, ...] = ()
    by_field: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, located: Iterable[LocatedFault]) -> FormFaults:
        """The faults, each once."""
        found = tuple(dict.fromkeys(located))
        by_field: dict[str, list[str]] = {}
        for fault in found:
            by_field.setdefault(fault.target, []).append(fault.words)
        return cls(found[: authoring.MOST_FAULTS], by_field)


def _located(form: OpenForm, faults: Iterable[Fault]) -> list[LocatedFault]:
    return [_located_fault(form, fault) for fault in faults]


def _located_fault(form: OpenForm, fault: Fault) -> LocatedFault:
    number, path = form.composed.place_of(fault)
    here: Any = form.part
    found: Any = None
    places: list[str] = []
    if isinstance(form.part, LessonForm) and number:
        found = form.part.steps.entries[number - 1]
        here = found.form
        name = str(STEP_NAMES[_step_kind(found)])
        places.append(gettext("Step %(number)s (%(kind)s)", number=number, kind=name))
    for key in path:
        inner = _within(here, key)
        if inner is None:
            break
        if isinstance(found, Entries):
            places.pop()  # the entry is named as well
        found, label = inner
        places.append(label)
        here = getattr(found, "form", found)
    if isinstance(here, OtherStep):  # who writes text reads its keys
        places += [str(key) for key in path]
        return LocatedFault(here.text.id, " · ".join(places), formatting.sentence(sentences(fault.what, fault.mend)))
    return LocatedFault(found.id if found is not None else "form", " · ".join(places), _in_words(fault))


def _within(here: Any, key: str | int) -> tuple[Any, str] | None:
    """The field of a key, or the entry of a number, with its label."""
    if isinstance(here, Part):
        found = here.field_of(str(key))
        return None if found is None else (found, str(found.label.text))
    if isinstance(here, Entries) and isinstance(key, int) and key < len(here.entries):
        return here.entries[key], f"{here.one} {key + 1}"
    return None


def _step_kind(entry: Any) -> str:
    kind = entry.form.kind.data
    return kind if kind in STEP_NAMES else "text"


_WORDS: Sequence[tuple[re.Pattern[str], Any]] = tuple(
    (re.compile(pattern), words)
    for pattern, words in (
        (
            r"^the key ‘line’ is missing: a deal",
            lazy_gettext("Give the play here, a trick on each line. Or name a hand with its play."),
        ),
        (r"^(the key ‘\w+’ is missing|there is nothing here|‘’ is not)", lazy_gettext("Write something here.")),
        (
            r"^write a ‘goal’, or a moment",
            lazy_gettext("Say how many tricks to win. Or add a moment that asks for a card."),
        ),
        (r"^a deal with a ‘goal’ needs", lazy_gettext("Write what the pupil reads if the task is not done.")),
        (r"^write ‘hands’, or the name", lazy_gettext("Deal the four hands, or name a hand, and only one of these.")),
        (r"^a wrong answer needs a reason", lazy_gettext("Say why this option is not the best.")),
        (r"^exactly one choice must be right", lazy_gettext("Mark one option as right, and only one.")),
        (r"^two choices say the same", lazy_gettext("Two options say the same. Change one of them.")),
        (r"^write one of ‘hand’", lazy_gettext("Choose cards for one hand or for several, or name a hand.")),
        (r"^write ‘choices’", lazy_gettext("Add options.")),
        (r"^the first \d+ words contain nothing", lazy_gettext("Ask a question sooner: the beginning has none.")),
        (r"^nobody has declared", lazy_gettext("Nobody has declared. Add the declaration to the calls.")),
    )
)
"""What the form says for a fault whose words are about the text."""
_OF_TEXT = re.compile(r"^(Add it|Begin each)|‘")
"""How advice begins that is about the text, or what it has."""


def _in_words(fault: Fault) -> str:
    """A fault as the form says it: where its words are about keys and lines of a text, in other words."""
    for pattern, words in _WORDS:
        if pattern.search(fault.what):
            return str(words)
    mend = "" if _OF_TEXT.search(fault.mend) else fault.mend
    return formatting.sentence(sentences(fault.what, mend))


def _faults_of(form: OpenForm, draft: Draft) -> FormFaults:
    """Every fault of a form, with the field that has it."""
    located: list[LocatedFault] = []
    if (
        draft.kept is None
        and draft.name
        and name_taken(draft.kind, draft.name, services().library, services().courses.lessons)
    ):
        words = gettext("The tutor already has something of this name. Choose another.")
        located.append(LocatedFault("name", gettext("Name"), words))
    here = shelf()
    built = here.made(draft.kind, draft.name or draft.kind.value, form.composed.text, here.hands_now())
    faults = [fault for fault in built.faults if len(built.faults) == 1 or not _NO_QUESTION.match(fault.what)]
    return FormFaults.of([*located, *_located(form, faults)])


_NO_QUESTION = re.compile(r"the first \d+ words contain nothing")
"""A fault that a lesson also has because its questions have faults, which are shown."""


# ---- what the buttons do -------------------------------------------------------------------------------------------


def _sent(kind: CompositionKind) -> tuple[type[Part], FormData]:
    """The form of this request, and what is typed in it."""
    part: type[Part] = LessonForm
    if kind is CompositionKind.HAND:
        part = EndingForm if request.form.get("form") == EndingForm.__name__ else HandForm
    return part, part(request.form).data


def _list_at(data: FormData, path: Sequence[str]) -> list[FormData] | None:
    """The list of entries at a path of names and numbers, if there is one."""
    here: Any = data
    for name in path:
        if isinstance(here, dict):
            here = here.get(name)
        elif isinstance(here, list) and name.isdecimal() and int(name) < len(here):
            here = here[int(name)]
        else:
            return None
    return here if isinstance(here, list) and all(isinstance(entry, dict) for entry in here) else None


@dataclass(frozen=True, slots=True)
class Changed:
    """A change by a button: the field to go to, the words about it, and the entry that was removed."""

    focus: str = ""
    words: str = ""
    removed: str = ""


def _change(data: FormData, do: str) -> Changed:
    """Adds, removes or moves an entry, or puts one back."""
    if do == "restore":
        return _restore(data)
    found = _DO.fullmatch(do)
    if found is None:
        return Changed()
    act, place, kind = found[1], found[2], found[3] or ""
    path = place.split("-")
    if act == "add":
        entries = _list_at(data, path)
        if entries is None or len(entries) >= MOST_ENTRIES:
            return Changed()
        entries.append(_new_entry(data, path, kind))
        return Changed(f"{place}-{len(entries) - 1}")
    entries, number = _list_at(data, path[:-1]), path[-1]
    if entries is None or not number.isdecimal() or int(number) >= len(entries):
        return Changed()
    here = int(number)
    name = "-".join(path[:-1])
    if act == "deal":
        entries[here] |= _dealt()
        return Changed(place, gettext("Dealt, called and played."))
    if act == "remove":
        removed = {"list": name, "at": here, "entry": entries.pop(here)}
        return Changed(name, gettext("Removed."), json.dumps(removed, ensure_ascii=False))
    there = here + _MOVES[act]
    if 0 <= there < len(entries):
        entries[here], entries[there] = entries[there], entries[here]
        return Changed(f"{name}-{there}", gettext("Moved."))
    return Changed(place)


def _dealt() -> FormData:
    """A random deal for a step: the hands, and the calls and the play of the tutor’s players."""
    key, dealer = "bridge-english-1901", Seat.SOUTH
    table = author_line(key, Deal.shuffled(services().random, dealer))
    cards = [f"{played.seat.label} {played.card}" for played in table.play.played()] if table.play else []
    return {
        "of": "",
        "hands": {seat.label: str(table.deal.hands[seat]) for seat in Seat},
        "dealer": dealer.label,
        "calls": "\n".join(lawful_calls(dealer, table.calling.said, key)),
        "line": "\n".join(", ".join(cards[at : at + 4]) for at in range(0, len(cards), 4)),
        "code": key,
    }


def _restore(data: FormData) -> Changed:
    """Puts back what was removed last, as the page sent it along."""
    with suppress(ValueError, RecursionError, TypeError, KeyError):
        found = json.loads(request.form.get("removed", ""))
        name, entry = str(found["list"]), found["entry"]
        entries = _list_at(data, name.split("-"))
        if entries is not None and isinstance(entry, dict) and len(entries) < MOST_ENTRIES:
            at = min(max(0, int(found["at"])), len(entries))
            entries.insert(at, entry)
            return Changed(f"{name}-{at}", gettext("Put back."))
    return Changed()


def _new_entry(data: FormData, path: Sequence[str], kind: str) -> FormData:
    """An empty entry. A question gets a name, and two options or a first player."""
    if list(path) != ["steps"]:
        return {}
    if kind not in ADDS:
        kind = "text"
    entry: FormData = {"kind": kind}
    if kind in ("choice", "number", "card", "call", "deal", "author"):
        used = {str(step.get("name", "")) for step in data.get("steps", ())}
        entry["name"] = next(name for name in (f"question-{number}" for number in range(1, 1000)) if name not in used)
    if kind == "choice":
        entry["choices"] = [{"verdict": "right"}, {"verdict": "wrong"}]
    if kind in ("card", "call", "author", "masters"):
        entry["view"] = {"seat": "A"}
    if kind == "deal":
        entry |= {"you": "Z", "won": gettext("Well played."), "lost": gettext("Not this time. Play it again.")}
    return entry


# ---- the page ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Notice:
    """What the page says above the form."""

    refused: str = ""
    in_use: Composition | None = None
    clash: Version | None = None
    draft_clash: SavedDraft | None = None
    is_draft_gone: bool = False
    saved: int | None = None
    drafted: SavedDraft | None = None
    opened: SavedDraft | None = None


def _page(
    draft: Draft,
    form: OpenForm,
    notice: Notice | None = None,
    changed: Changed | None = None,
    *,
    is_checked: bool = False,
) -> str:
    faults = _faults_of(form, draft) if is_checked else FormFaults()
    said = notice or Notice()
    return render_template(
        "classroom/form_editor.html",
        draft=authoring.with_tab(draft),
        form=form.part,
        form_name=form.name,
        faults=faults,
        is_checked=is_checked,
        notice=said,
        changed=changed or Changed(),
        difference=authoring.difference_of(said.clash.text, draft.text) if said.clash else (),
        own_hands=[
            one.name
            for one in _compositions().all_of(_author())
            if one.kind is CompositionKind.HAND and one.dropped_at is None
        ]
        if draft.kind is CompositionKind.LESSON
        else [],
        step_names=STEP_NAMES,
        step_kind=_step_kind,
        Entries=Entries,
        Inner=Inner,
        words=formatting,
    )


def _slot() -> str:
    """A place for the draft of something new."""
    return f"new-{services().random.randrange(36**8):x}"


@blueprint.get("/new/<kind>")
def new(kind: str) -> Page:
    """An empty form."""
    wanted = authoring.kind_named(kind)
    draft = Draft(wanted, "", "", slot=_slot(), is_form=True)
    if wanted is CompositionKind.LESSON:
        return _page(draft, OpenForm.of_data(LessonForm, {}))
    found = hand_shown(TextPart("yaml", "", {"kind": "deal", "code": "auction-1910", "dealer": "A"}))
    assert found is not None  # noqa: S101 - a deal has a form
    return _page(draft, OpenForm.of_data(*found))


@blueprint.get("/<int:key>")
def edit(key: int) -> Page:
    """The form with the draft of something, or with its newest version, or with an older one to save again."""
    kept = _compositions().of_author(_author(), key)
    saved = services().classroom.drafts.find(_author(), kept.kind, str(key))
    number = request.args.get("version", type=int)
    if saved is not None and number is None:
        draft = Draft(kept.kind, kept.name, saved.text, kept, saved.begun, saved.slot, saved.version, is_form=True)
        return _opened(draft, Notice(opened=saved))
    text = _compositions().version(key, number or kept.newest).text
    seen = saved.version if saved else 0
    draft = Draft(kept.kind, kept.name, text, kept, kept.newest, str(key), seen, is_form=True)
    return _opened(draft, Notice(saved=request.args.get("saved", type=int)))


@blueprint.get("/drafts/<slot>")
def draft(slot: str) -> Page:
    """The draft of something new."""
    saved = services().classroom.drafts.named(_author(), slot)
    if saved.composition is not None:
        return redirect(url_for("form_editor.edit", key=saved.composition))
    opened = Draft(saved.kind, saved.name, saved.text, None, 0, saved.slot, saved.version, is_form=True)
    return _opened(opened, Notice(opened=saved))


def _opened(draft: Draft, notice: Notice) -> Page:
    """The form with the text of a draft, or the text itself where no form can show it."""
    try:
        return _page(draft, OpenForm.of_text(draft.kind, draft.text), notice)
    except FaultyContent as error:
        why = sentences(gettext("The form cannot show this text"), error.faults[0].what)
        return authoring.editor_page(replace(draft, is_form=False), refused=formatting.sentence(why))


@blueprint.post("/drafts/<slot>/discard")
def discard(slot: str) -> Page:
    """Discards a draft. What was saved as a version stays."""
    discarded = services().classroom.drafts.discard(_author(), slot)
    return redirect(url_for("authoring.index", discarded=discarded), 303)


@blueprint.post("/drafts/<slot>/restore")
def restore(slot: str) -> Page:
    """Brings back a draft that was discarded, and opens it. One in its place is discarded instead."""
    found = services().classroom.drafts.restore(_author(), slot)
    return redirect(url_for("form_editor.draft", slot=found.slot), 303)


@blueprint.get("/write")
@blueprint.get("/from-text")
@blueprint.get("/draft")
def redirect_to_index() -> Page:
    """For a page that answered a form and is loaded again."""
    return redirect(url_for("authoring.index"))


@blueprint.post("/from-text")
def from_text() -> Page:
    """The form with a text: from the editor, or back from the preview."""
    return _opened(replace(Draft.sent(), slot=Draft.sent().slot or _slot(), is_form=True), Notice())


@blueprint.post("/write")
def write() -> Page:
    """Does what a button of the form says, and shows the form again with all that was typed."""
    asked, do = Draft.of_text("", is_form=True), request.form.get("do", "")
    part, data = _sent(asked.kind)
    changed = _change(data, do)
    form = OpenForm.of_data(part, data)
    draft = replace(asked, text=form.composed.text, name=asked.name or _name_for(asked, data))
    is_checked = bool(request.form.get("checked")) or do in ("check", "save", "look", "preview")
    if len(draft.text.encode()) > LARGEST:
        refused = gettext("The text is too long. At most %(count)s bytes can be saved.", count=language.number(LARGEST))
        return _page(draft, form, Notice(refused=refused)), 400
    act = _ACTS.get(do)
    if act is not None:
        return act(draft, form)
    return _page(draft, form, None, changed, is_checked=is_checked)


def _name_for(draft: Draft, data: FormData) -> str:
    """A name for something new, from its title, that nothing else has."""
    if draft.kept is not None:
        return draft.name
    return _free_name(draft.kind, name_made_of(str(data.get("title") or ""))[:LONGEST_NAME_MADE].strip("-"))


def _free_name(kind: CompositionKind, wanted: str) -> str:
    """The name wanted, or the first like it that nothing else has; empty if none is wanted."""
    if not wanted:
        return ""
    used = {one.name for one in _compositions().all_of(_author()) if one.kind is kind}

    def is_free(name: str) -> bool:
        return name not in used and not name_taken(kind, name, services().library, services().courses.lessons)

    return next(name for name in (wanted, *(f"{wanted}-{number}" for number in range(2, 10_000))) if is_free(name))


def _save_draft(draft: Draft) -> tuple[Draft, SavedDraft]:
    """The draft as saved. Raises `DraftClash`, `TooManyDrafts`, `Malformed`."""
    wins = request.form.get("wins") == "1"
    slot = draft.slot or _slot()
    now = services().study.now
    made = SavedDraft(_author(), draft.kind, slot, draft.seen, draft.begun, draft.name[:80], now, draft.text, draft.tab)
    saved = services().classroom.drafts.save(made, wins=wins)
    return replace(draft, slot=slot, seen=saved.version), saved


def _keep_draft(draft: Draft, form: OpenForm) -> Page:
    """Saves the draft: for browsers without scripts."""
    try:
        kept, saved = _save_draft(draft)
    except DraftClash as error:
        notice = Notice(draft_clash=error.theirs, is_draft_gone=error.theirs is None)
        return _page(draft, form, notice), 409
    except (TooManyDrafts, Malformed) as error:
        return _page(draft, form, Notice(refused=formatting.sentence(str(error)))), 400
    return _page(kept, form, Notice(drafted=saved), is_checked=bool(request.form.get("checked")))


def _save(draft: Draft, form: OpenForm) -> Page:
    """Saves a version if there is no fault; otherwise the draft, so that nothing is lost."""
    if _faults_of(form, draft).all:
        with suppress(DraftClash, TooManyDrafts, Malformed):
            draft, _ = _save_draft(draft)
        refused = gettext("Not saved as a version yet. First correct the faults below.")
        return _page(draft, form, Notice(refused=refused), is_checked=True), 400
    try:
        saved = authoring.save_version(draft)
    except (Malformed, NameInUse) as error:
        in_use = error.which if isinstance(error, NameInUse) else None
        notice = Notice(refused=formatting.sentence(sentences(str(error))), in_use=in_use)
        return _page(draft, form, notice, is_checked=True), 409 if in_use else 400
    except Clash as error:
        mine = replace(draft, begun=error.theirs.number)
        return _page(mine, form, Notice(clash=error.theirs), is_checked=True), 409
    if request.form.get("do") == "look":
        return redirect(authoring.page_of(draft.kind, saved), 303)
    return redirect(url_for("form_editor.edit", key=saved.composition, saved=saved.number), 303)


def _preview(draft: Draft, form: OpenForm) -> Page:
    """How a pupil will see it, or its faults."""
    with suppress(DraftClash, TooManyDrafts, Malformed):
        draft, _ = _save_draft(draft)
    if _faults_of(form, draft).all:
        refused = gettext("There is no preview yet. First correct the faults below.")
        return _page(draft, form, Notice(refused=refused), is_checked=True)
    return authoring.preview_page(draft, 0)


def _as_text(draft: Draft, form: OpenForm) -> Page:  # noqa: ARG001
    return authoring.editor_page(replace(draft, is_form=False))


_ACTS: Mapping[str, Callable[[Draft, OpenForm], Page]] = {
    "draft": _keep_draft,
    "save": _save,
    "look": _save,
    "preview": _preview,
    "text": _as_text,
}


@blueprint.post("/draft")
def autosave() -> Page | tuple[Response, int]:
    """Saves the draft while somebody writes. What another tab has saved is not overwritten."""
    try:
        if "text" in request.form and "form" not in request.form:
            draft = Draft.sent()
        else:
            asked = Draft.of_text("", is_form=True)
            form = OpenForm.of_data(*_sent(asked.kind))
            draft = replace(asked, text=form.composed.text)
        if len(draft.text.encode()) > LARGEST:
            raise Malformed("draft", draft.name or draft.kind.value, "it is too long", "Split it")
        kept, saved = _save_draft(draft)
    except DraftClash:
        words = gettext("This was changed in another tab. Your text here is not saved.")
        return jsonify(words=words, clash=True, slot=draft.slot, seen=draft.seen), 200
    except Unknown:
        raise
    except TutorError as error:
        return jsonify(words=formatting.sentence(str(error))), 400
    time = saved.at.astimezone().strftime("%H:%M:%S")
    return jsonify(slot=kept.slot, seen=kept.seen, words=gettext("Draft saved at %(time)s.", time=time)), 200


# ---- copies ----------------------------------------------------------------------------------------------------------


@blueprint.get("/copy")
def choose() -> Page:
    """What can be copied: the tutor’s own lessons and hands, and what colleagues assigned in classes you teach."""
    return render_template(
        "classroom/form_copy.html",
        lessons=authoring.shelves_of(CompositionKind.LESSON),
        hands=authoring.shelves_of(CompositionKind.HAND),
        colleagues=_of_colleagues(),
    )


def _of_colleagues() -> Sequence[tuple[str, str]]:
    """What others wrote and assigned in the classes that this teacher teaches: ids and titles."""
    found: dict[str, str] = {}
    for assignment in services().classroom.assignments.all_of_teacher(_author()):
        pair = parsed(assignment.work.content_id)
        if pair is not None:
            with suppress(Unknown):
                which = _compositions().find(pair[0])
                if which.author != _author():
                    found[assignment.work.content_id] = f"{which.title} ({which.says})"
    return list(found.items())


@blueprint.post("/copy")
def copy() -> Page:
    """Copies a lesson or a hand under a new name, with where it is from. Sent twice, it makes one copy."""
    wanted = request.form.get("id", "").strip()
    kind, name, title, text = _copied(authoring.kind_named(request.form.get("kind", "")), wanted)
    text = with_comment(kind, text, gettext("Copied from %(title)s (%(name)s)", title=title, name=wanted))
    for number in range(1, 1000):
        called = f"{name}-copy" if number == 1 else f"{name}-copy-{number}"
        with suppress(NameInUse):
            saved = _compositions().start(_author(), kind, called, text)
            return redirect(url_for("form_editor.edit", key=saved.composition), 303)
    raise Malformed("name", name, "there are too many copies of it", "Delete some of them")


def _copied(kind: CompositionKind, wanted: str) -> tuple[CompositionKind, str, str, str]:
    """The kind, the name, the title and the text of what may be copied. Raises `Unknown`."""
    pair = parsed(wanted)
    if pair is None:
        text = authoring.text_of(kind, wanted)
        return kind, wanted[:LONGEST_NAME_MADE].strip("-"), title_in(text) or wanted, text
    which, version = shelf().version(*pair, kind.value)
    if which.author != _author() and wanted not in dict(_of_colleagues()):
        raise Unknown(kind.value, wanted, ())
    text = version.text
    if which.kind is CompositionKind.LESSON and which.author != _author():
        text = _with_hands(which, version)
    return which.kind, which.name[:LONGEST_NAME_MADE].strip("-"), title_in(text) or which.name, text


def _with_hands(which: Composition, version: Version) -> str:
    """The text of a colleague’s lesson, with the hands that it shows copied too, under names that are free."""
    text = version.text
    for hand in shelf().hands_then(which, version).in_lesson(version.text):
        mine = next((one for one in _compositions().all_of(_author()) if _is_copy(one, hand.name, hand.text)), None)
        name = mine.name if mine else _free_name(CompositionKind.HAND, hand.name)
        if mine is None:
            _compositions().start(_author(), CompositionKind.HAND, name, hand.text)
        text = renamed(text, hand.name, name)
    return text


def _is_copy(one: Composition, name: str, text: str) -> bool:
    """Whether a hand is the copy of another that was made before."""
    is_named = one.kind is CompositionKind.HAND and (one.name == name or one.name.startswith(f"{name}-"))
    return is_named and one.dropped_at is None and _compositions().version(one.id, 1).text == text
