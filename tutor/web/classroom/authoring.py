"""Writing your own lessons and hands: an editor that checks and previews, versions, export and import."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import unified_diff
from operator import attrgetter
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import gettext
from werkzeug.wrappers import Response

from tutor.errors import Fault, Malformed, Unknown
from tutor.exchange.authored_files import ContentFile, file_of, zip_of
from tutor.library.deals import ExampleDeal, HandsGroup, Problem
from tutor.library.folders import file_in, folder
from tutor.library.games import Game
from tutor.library.lessons import Lesson
from tutor.library.user_content import LARGEST, CompositionKind, checked_name, name_taken, normal
from tutor.study.classroom.authored_content import BuildResult, id_of
from tutor.study.classroom.compositions import Clash, Composition, Compositions, NameInUse, Version
from tutor.study.classroom.drafts import SavedDraft
from tutor.web import formatting, language
from tutor.web.classroom.authored_content import shelf
from tutor.web.explore import deals
from tutor.web.export.sending import allow_upload, download
from tutor.web.forms import sent_key
from tutor.web.labels import hand_label
from tutor.web.learn import games, lessons
from tutor.web.notices import just_deleted
from tutor.web.services import services
from tutor.wording import article, sentences

blueprint = Blueprint("authoring", __name__, url_prefix="/create")

Page = str | Response | tuple[str, int]
OF_A_FORM = 32 * 1024
"""How many bytes a form has besides its text."""
MOST_FAULTS = 200
SAMPLES: Mapping[CompositionKind, str] = {CompositionKind.LESSON: "lesson.md", CompositionKind.HAND: "hand.yaml"}
"""The files that new ones start from, beside the templates."""


@blueprint.url_value_preprocessor
def _allow_upload(endpoint: str | None, values: object) -> None:  # noqa: ARG001
    allow_upload(2 * LARGEST + OF_A_FORM)


def _author() -> int:
    return services().study.learner


def _compositions() -> Compositions:
    return services().classroom.compositions


# ---- the list ---------------------------------------------------------------------------------------------------


@blueprint.get("/")
def index() -> Page:
    """The lessons and hands of the current user."""
    found = _compositions().all_of(_author())
    discarded = services().classroom.drafts.discarded_of(_author())
    dropped = [composition for composition in found if composition.dropped_at is not None]
    return render_template(
        "classroom/authoring.html",
        lessons=[
            composition
            for composition in found
            if composition.kind is CompositionKind.LESSON and composition.dropped_at is None
        ],
        hands=[
            composition
            for composition in found
            if composition.kind is CompositionKind.HAND and composition.dropped_at is None
        ],
        drafts=services().classroom.drafts.all_of(_author()),
        discarded=discarded,
        dropped=dropped,
        just_discarded=just_deleted(discarded, "discarded", attrgetter("slot")),
        just_removed=just_deleted(dropped, "removed", attrgetter("id")),
        hand_label=hand_label,
        words=formatting,
    )


@blueprint.post("/<int:key>/strike-out")
def discard(key: int) -> Page:
    """Removes something from the list. Learners who have it as an assignment keep it."""
    _compositions().drop(_author(), key)
    return redirect(url_for("authoring.index", removed=key), 303)


@blueprint.post("/<int:key>/restore")
def restore(key: int) -> Page:
    """Puts something back into the list."""
    _compositions().drop(_author(), key, dropped=False)
    return redirect(url_for("authoring.index"), 303)


# ---- writing ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draft:
    """The content of the editor: of something saved, with the version it was `begun` from, or of something new.

    It is saved by itself in a `slot`, whose last version that this page saw is `seen`. `is_form` says that the form is
    open, and not the text. `tab` is a word for the page.
    """

    kind: CompositionKind
    name: str
    text: str
    kept: Composition | None = None
    begun: int = 0
    slot: str = ""
    seen: int = 0
    is_form: bool = False
    tab: str = ""

    @classmethod
    def sent(cls) -> Draft:
        """The draft in the form of this request. Raises `Unknown` if it is another user’s."""
        return cls.of_text(normal(request.form.get("text", "")), is_form=request.form.get("editor") == "form")

    @classmethod
    def of_text(cls, text: str, *, is_form: bool = False) -> Draft:
        """A draft with a text, of what the form of this request says. Raises `Unknown` if it is another user’s."""
        form = request.form
        key, seen, tab = sent_key(form.get("key", "")), _number(form.get("seen", "")), form.get("tab", "")[:20]
        if key is not None:
            kept = _compositions().of_author(_author(), key)
            begun = _number(form.get("begun", ""))
            return cls(kept.kind, kept.name, text, kept, begun, str(kept.id), seen, is_form, tab)
        slot = form.get("slot", "")
        slot = slot if slot.startswith("new-") else ""
        return cls(
            kind_named(form.get("kind", "")), form.get("name", "").strip(), text, None, 0, slot, seen, is_form, tab
        )

    @property
    def back(self) -> str:
        """Where a preview goes back to."""
        return url_for("form_editor.from_text" if self.is_form else "authoring.write")

    @property
    def file(self) -> str:
        """The file name that faults are given."""
        return f"{self.name or self.kind.value}{self.kind.suffix}"

    def made(self) -> BuildResult:
        """The content that the text makes."""
        name = self.name or self.kind.value
        here = shelf()
        found = here.made(self.kind, name, self.text, here.hands_now())
        if self.kept is None and name_taken(self.kind, name, services().library, services().courses.lessons):
            return BuildResult(None, (name_taken_fault(self.kind, name), *found.faults))
        return found


def _number(text: str) -> int:
    """A number that a form carries; 0 for what is none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0


def kind_named(text: str) -> CompositionKind:
    """The kind of a name in an address or a form; answers 404 for what is none."""
    found = next((kind for kind in CompositionKind if kind.value == text), None)
    if found is None:
        abort(404)
    return found


def name_taken_fault(kind: CompositionKind, name: str) -> Fault:
    """The fault of a name that the tutor’s own content already has."""
    return Fault(
        f"{name}{kind.suffix}",
        1,
        1,
        f"the tutor already has {article(kind.value)} {kind.value} ‘{name}’",
        "Choose another name",
    )


@blueprint.get("/new/<kind>")
def new(kind: str) -> Page:
    """An editor with a sample, or with one of the tutor’s own lessons or hands if the address names it."""
    wanted = kind_named(kind)
    like = request.args.get("like", "")
    return editor_page(Draft(wanted, "", text_of(wanted, like) if like else _sample(wanted)))


def _sample(kind: CompositionKind) -> str:
    return (folder("templates") / "samples" / SAMPLES[kind]).read_text(encoding="utf-8")


def text_of(kind: CompositionKind, name: str) -> str:
    """The file of one of the tutor’s own lessons or hands. Raises `Unknown`."""
    library = services().library
    if kind is CompositionKind.LESSON:
        lesson = services().courses.lesson(name)
        path = file_in("lessons", lesson.course, f"{lesson.id}{kind.suffix}")
    elif name in {**library.games, **library.deals, **library.problems}:
        path = file_in("hands", f"{name}{kind.suffix}")
    else:
        raise Unknown("hand", name, (*library.games, *library.deals, *library.problems))
    return path.read_text(encoding="utf-8")


@blueprint.get("/<int:key>")
def edit(key: int) -> Page:
    """An editor with the newest version, or with an older one to save again."""
    kept = _compositions().of_author(_author(), key)
    number = request.args.get("version", type=int)
    saved = services().classroom.drafts.find(_author(), kept.kind, str(key))
    if saved is not None and number is None:
        mine = Draft(kept.kind, kept.name, saved.text, kept, saved.begun, saved.slot, saved.version)
        return editor_page(mine, opened=saved)
    text = _compositions().version(key, number or kept.newest).text
    seen = saved.version if saved else 0
    return editor_page(Draft(kept.kind, kept.name, text, kept, kept.newest, str(key), seen))


@blueprint.post("/write")
def write() -> Page:
    """The editor with the draft, checked: for browsers without scripts, and after the preview."""
    return editor_page(Draft.sent())


@blueprint.post("/check")
def check() -> Page:
    """The faults of the draft, for the editor to show beneath it."""
    draft = Draft.sent()
    return render_template("parts/faults.html", draft=draft, **_checked(draft))


@blueprint.post("/save")
def save() -> Page:
    """Saves the draft as a new version, with any faults. A clash with another version is shown, and nothing is lost."""
    draft = Draft.sent()
    if len(draft.text.encode()) > LARGEST or not draft.text.strip():
        refused = (
            gettext("There is nothing to save. Write something first.")
            if not draft.text.strip()
            else gettext("The text is too long. At most %(count)s bytes can be saved.", count=language.number(LARGEST))
        )
        return editor_page(draft, refused=refused), 400
    try:
        saved = save_version(draft)
    except Malformed as error:
        return editor_page(draft, refused=formatting.sentence(str(error))), 400
    except NameInUse as error:
        return editor_page(draft, refused=formatting.sentence(sentences(str(error))), in_use=error.which), 409
    except Clash as error:
        assert draft.kept is not None, "nothing new clashes"  # noqa: S101
        mine = replace(draft, begun=error.theirs.number)
        return editor_page(mine, clash=error.theirs), 409
    if request.form.get("then") == "look" and draft.made().content is not None:
        return redirect(page_of(draft.kind, saved), 303)
    return redirect(url_for("authoring.edit", key=saved.composition, saved=saved.number), 303)


def save_version(draft: Draft) -> Version:
    """Saves a draft as a version; it is no draft then. Raises `Malformed`, `NameInUse`, `Clash`."""
    saved = _saved(draft)
    if draft.slot:
        services().classroom.drafts.settle(_author(), draft.slot)
    return saved


def _saved(draft: Draft) -> Version:
    compositions = _compositions()
    if draft.kept is not None:
        again = "again" in request.form
        return compositions.save(_author(), draft.kept.id, draft.text, draft.begun, even_unchanged=again)
    name = checked_name(draft.name)
    if name_taken(draft.kind, name, services().library, services().courses.lessons):
        raise Malformed(
            "name",
            name,
            f"the tutor already has {article(draft.kind.value)} {draft.kind.value} with this name",
            "Choose another",
        )
    return compositions.start(_author(), draft.kind, name, draft.text)


def page_of(kind: CompositionKind, version: Version) -> str:
    """The page that shows a version."""
    name = id_of(version.composition, version.number)
    if kind is CompositionKind.LESSON:
        return url_for("lessons.lesson", lesson_id=name)
    which = _compositions().find(version.composition)
    here = shelf()
    content = here.made(kind, which.name, version.text, here.hands_now(), name).content
    match content:
        case Game():
            return url_for("games.deal", game_id=name)
        case ExampleDeal():
            return url_for("deals.deal", deal_id=name)
        case Problem():
            return url_for("deals.ending", problem_id=name)
        case HandsGroup():
            return url_for("deals.hands", group_id=name)
    return url_for("authoring.edit", key=version.composition)


def with_tab(draft: Draft) -> Draft:
    """The draft with a word for the page that shows it."""
    return draft if draft.tab else replace(draft, tab=f"{services().random.randrange(36**8):x}")


def editor_page(
    draft: Draft,
    *,
    refused: str = "",
    clash: Version | None = None,
    in_use: Composition | None = None,
    opened: SavedDraft | None = None,
) -> str:
    """The editor with a draft as text."""
    return render_template(
        "classroom/authoring_edit.html",
        draft=with_tab(draft),
        refused=refused,
        opened=opened,
        in_use=in_use,
        clash=clash,
        difference=difference_of(clash.text, draft.text) if clash else (),
        saved=request.args.get("saved", type=int),
        shelves=() if draft.kept else shelves_of(draft.kind),
        longest=LARGEST,
        words=formatting,
        **_checked(draft),
    )


def _checked(draft: Draft) -> dict[str, Any]:
    """The result of checking a draft, for a template."""
    found = draft.made()
    more = max(0, len(found.faults) - MOST_FAULTS)
    return {"faults": found.faults[:MOST_FAULTS], "more": more, "is_sound": found.content is not None}


Shelved = tuple[str, Sequence[tuple[str, str]]]
"""Content to start from, under a heading: ids and titles."""


def shelves_of(kind: CompositionKind) -> Sequence[Shelved]:
    """What of the tutor’s own can be copied, under its headings."""
    library = services().library
    if kind is CompositionKind.LESSON:
        courses = services().courses.courses.values()
        return [(course.title, [(lesson.id, lesson.title) for lesson in course.lessons]) for course in courses]
    return [
        (gettext("Games"), [(game.id, f"{game.citation.author}, {game.name}") for game in library.games.values()]),
        (gettext("Deals"), [(deal.id, f"{deal.citation}: {deal.title}") for deal in library.deals.values()]),
        (gettext("Endings"), [(problem.id, problem.title) for problem in library.problems.values()]),
    ]


# ---- the preview -------------------------------------------------------------------------------------------------


@blueprint.get("/preview")
@blueprint.get("/write")
@blueprint.get("/save")
def redirect_to_index() -> Page:
    """For a page that answered a form and is loaded again."""
    return redirect(url_for("authoring.index"))


@blueprint.post("/preview")
def preview() -> Page:
    """A preview of the draft, without saving it, or the editor if it has faults."""
    step = request.form.get("step", "")
    return preview_page(Draft.sent(), int(step) if step.isdecimal() and len(step) < 4 else 0)


def preview_page(draft: Draft, step: int) -> Page:
    """How a draft will look, a game at a step, or the editor if it has faults."""
    content = draft.made().content
    shows: dict[str, Any] = {"unkept": draft}
    match content:
        case Lesson():
            return lessons.preview_page(content, **shows)
        case Game():
            return games.preview_page(content, step, **shows)
        case ExampleDeal():
            return deals.deal_page(content, **shows)
        case Problem():
            return deals.ending_page(content, **shows)
        case HandsGroup():
            return deals.hands_page(content, **shows)
    return editor_page(draft, refused=gettext("There is no preview yet. First correct the faults below."))


# ---- versions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a difference: ` ` unchanged, `-` removed, `+` new, `@` lines left out."""

    sign: str
    text: str


def difference_of(old: str, new: str) -> Sequence[Line]:
    """The lines by which two texts differ."""
    found = list(unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=3))[2:]
    return [Line(line[0], line[1:]) for line in found]


@blueprint.get("/<int:key>/versions")
def versions(key: int) -> Page:
    """Every version of something, and the difference between two of them."""
    kept = _compositions().of_author(_author(), key)
    found = _compositions().versions(key)
    numbers = [version.number for version in found]
    new = request.args.get("new", type=int)
    new = new if new in numbers else kept.newest
    old = request.args.get("old", type=int)
    old = old if old in numbers else max(1, new - 1)
    texts = {version.number: version.text for version in found}
    return render_template(
        "classroom/authoring_versions.html",
        kept=kept,
        versions=[(version, page_of(kept.kind, version)) for version in found],
        old=old,
        new=new,
        difference=difference_of(texts[old], texts[new]),
        words=formatting,
    )


@blueprint.get("/<int:key>/<int:number>/file")
def take(key: int, number: int) -> Response:
    """A version as a file."""
    kept = _compositions().of_author(_author(), key)
    return download(file_of(ContentFile(kept.kind, kept.name, _compositions().version(key, number).text)))


@blueprint.get("/all.zip")
def take_all() -> Response:
    """The newest version of everything, in a zip."""
    here = [composition for composition in _compositions().all_of(_author()) if composition.dropped_at is None]
    pieces = (
        ContentFile(
            composition.kind, composition.name, _compositions().version(composition.id, composition.newest).text
        )
        for composition in here
    )
    return download(zip_of(pieces, services().study.now))
