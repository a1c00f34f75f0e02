"""Writing lessons and hands of one’s own: an editor that checks and shows, versions, files to take and to bring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
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
from tutor.web import formatting
from tutor.web.classroom.authored_content import shelf
from tutor.web.explore import deals
from tutor.web.export.sending import allow_upload, download
from tutor.web.learn import games, lessons
from tutor.web.services import services
from tutor.wording import article, sentences

blueprint = Blueprint("authoring", __name__, url_prefix="/create")

Page = str | Response | tuple[str, int]
OF_A_FORM = 32 * 1024
"""How many bytes a form has besides its text."""
MOST_FAULTS = 200
SAMPLES: Mapping[CompositionKind, str] = {CompositionKind.LESSON: "lesson.md", CompositionKind.HAND: "hand.yaml"}
"""What a new one begins with, beside the templates."""


@blueprint.url_value_preprocessor
def _allow_upload(endpoint: str | None, values: object) -> None:  # noqa: ARG001
    allow_upload(2 * LARGEST + OF_A_FORM)


def _author() -> int:
    return services().study.learner


def _compositions() -> Compositions:
    return services().classroom.compositions


# ---- what there is ------------------------------------------------------------------------------------------------


@blueprint.get("/")
def index() -> Page:
    """One’s own lessons and hands."""
    found = _compositions().all_of(_author())
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
        dropped=[composition for composition in found if composition.dropped_at is not None],
        words=formatting,
    )


@blueprint.post("/<int:key>/strike-out")
def discard(key: int) -> Page:
    """Takes something out of the list; who was given it keeps it."""
    _compositions().drop(_author(), key)
    return redirect(url_for("authoring.index"), 303)


@blueprint.post("/<int:key>/restore")
def restore(key: int) -> Page:
    """Puts something back into the list."""
    _compositions().drop(_author(), key, dropped=False)
    return redirect(url_for("authoring.index"), 303)


# ---- writing ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the editor: of something kept, with the version it was `begun` from, or of something new."""

    kind: CompositionKind
    name: str
    text: str
    kept: Composition | None = None
    begun: int = 0

    @classmethod
    def sent(cls) -> Draft:
        """What the form of this request holds. Raises `Unknown` for what is another’s."""
        form = request.form
        key, begun, text = form.get("key", ""), form.get("begun", ""), normal(form.get("text", ""))
        if key.isdecimal() and len(key) < 10:
            kept = _compositions().of_author(_author(), int(key))
            number = int(begun) if begun.isdecimal() and len(begun) < 7 else 0
            return cls(kept.kind, kept.name, text, kept, number)
        return cls(_kind(form.get("kind", "")), form.get("name", "").strip(), text)

    @property
    def file(self) -> str:
        """What faults are told of."""
        return f"{self.name or self.kind.value}{self.kind.suffix}"

    def made(self) -> BuildResult:
        """What the text holds."""
        name = self.name or self.kind.value
        here = shelf()
        found = here.made(self.kind, name, self.text, here.hands_now())
        if self.kept is None and name_taken(self.kind, name, services().library, services().courses.lessons):
            return BuildResult(None, (name_taken_fault(self.kind, name), *found.faults))
        return found


def _kind(text: str) -> CompositionKind:
    found = next((kind for kind in CompositionKind if kind.value == text), None)
    if found is None:
        abort(404)
    return found


def name_taken_fault(kind: CompositionKind, name: str) -> Fault:
    """The fault of a name that the tutor’s own content has."""
    return Fault(
        f"{name}{kind.suffix}",
        1,
        1,
        f"the tutor has {article(kind.value)} {kind.value} ‘{name}’ itself",
        "Choose another name",
    )


@blueprint.get("/new/<kind>")
def new(kind: str) -> Page:
    """An editor with a sample in it; with a lesson or a hand of the tutor’s own where one is asked for."""
    wanted = _kind(kind)
    like = request.args.get("like", "")
    return _editor(Draft(wanted, "", _text_of(wanted, like) if like else _sample(wanted)))


def _sample(kind: CompositionKind) -> str:
    return (folder("templates") / "samples" / SAMPLES[kind]).read_text(encoding="utf-8")


def _text_of(kind: CompositionKind, name: str) -> str:
    """The file of a lesson or a hand of the tutor’s own. Raises `Unknown`."""
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
    """An editor with the newest version in it, or with an older one to be saved again."""
    kept = _compositions().of_author(_author(), key)
    number = request.args.get("version", type=int) or kept.newest
    return _editor(Draft(kept.kind, kept.name, _compositions().version(key, number).text, kept, kept.newest))


@blueprint.post("/write")
def write() -> Page:
    """The editor with what was written, checked: for who has no script, or comes back from the preview."""
    return _editor(Draft.sent())


@blueprint.post("/check")
def check() -> Page:
    """The faults of what is being written, for the editor to put beneath it."""
    draft = Draft.sent()
    return render_template("parts/faults.html", draft=draft, **_checked(draft))


@blueprint.post("/save")
def save() -> Page:
    """Keeps what was written as a new version, with its faults where it has any; what clashes is told and not lost."""
    draft = Draft.sent()
    if len(draft.text.encode()) > LARGEST or not draft.text.strip():
        refused = "There is nothing to save." if not draft.text.strip() else f"No more than {LARGEST:,} bytes are kept."
        return _editor(draft, refused=refused), 400
    try:
        saved = _save(draft)
    except Malformed as error:
        return _editor(draft, refused=formatting.sentence(str(error))), 400
    except NameInUse as error:
        return _editor(draft, refused=formatting.sentence(sentences(str(error))), in_use=error.which), 409
    except Clash as error:
        assert draft.kept is not None, "nothing new clashes"  # noqa: S101
        mine = Draft(draft.kind, draft.name, draft.text, draft.kept, error.theirs.number)
        return _editor(mine, clash=error.theirs), 409
    if request.form.get("then") == "look" and draft.made().content is not None:
        return redirect(_page_of(draft.kind, saved), 303)
    return redirect(url_for("authoring.edit", key=saved.composition, saved=saved.number), 303)


def _save(draft: Draft) -> Version:
    """Raises `Malformed`, `NameInUse`, `Clash`."""
    compositions = _compositions()
    if draft.kept is not None:
        again = "again" in request.form
        return compositions.save(_author(), draft.kept.id, draft.text, draft.begun, even_unchanged=again)
    name = checked_name(draft.name)
    if name_taken(draft.kind, name, services().library, services().courses.lessons):
        raise Malformed(
            "name",
            name,
            f"the tutor has {article(draft.kind.value)} {draft.kind.value} of this name itself",
            "Choose another",
        )
    return compositions.start(_author(), draft.kind, name, draft.text)


def _page_of(kind: CompositionKind, version: Version) -> str:
    """Where a version is read, or gone through."""
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


def _editor(draft: Draft, *, refused: str = "", clash: Version | None = None, in_use: Composition | None = None) -> str:
    return render_template(
        "classroom/authoring_edit.html",
        draft=draft,
        refused=refused,
        in_use=in_use,
        clash=clash,
        difference=_difference(clash.text, draft.text) if clash else (),
        saved=request.args.get("saved", type=int),
        shelves=() if draft.kept else _shelves(draft.kind),
        longest=LARGEST,
        words=formatting,
        **_checked(draft),
    )


def _checked(draft: Draft) -> dict[str, Any]:
    """What the check says of a draft, for a page to tell."""
    found = draft.made()
    more = max(0, len(found.faults) - MOST_FAULTS)
    return {"faults": found.faults[:MOST_FAULTS], "more": more, "is_sound": found.content is not None}


Shelved = tuple[str, Sequence[tuple[str, str]]]
"""What may be begun with, under a heading: ids and titles."""


def _shelves(kind: CompositionKind) -> Sequence[Shelved]:
    library = services().library
    if kind is CompositionKind.LESSON:
        courses = services().courses.courses.values()
        return [(course.title, [(lesson.id, lesson.title) for lesson in course.lessons]) for course in courses]
    return [
        ("Games", [(game.id, f"{game.citation.author}, {game.name}") for game in library.games.values()]),
        ("Deals", [(deal.id, f"{deal.citation}: {deal.title}") for deal in library.deals.values()]),
        ("Endings", [(problem.id, problem.title) for problem in library.problems.values()]),
    ]


# ---- what it looks like -------------------------------------------------------------------------------------------


@blueprint.get("/preview")
@blueprint.get("/write")
@blueprint.get("/save")
def redirect_to_index() -> Page:
    """Where a page is loaded again that was the answer to a form."""
    return redirect(url_for("authoring.index"))


@blueprint.post("/preview")
def preview() -> Page:
    """What is being written as it will look, and nothing kept; the editor with its faults where it has any."""
    draft = Draft.sent()
    content = draft.made().content
    step = request.form.get("step", "")
    shows: dict[str, Any] = {"unkept": draft}
    match content:
        case Lesson():
            return lessons.preview_page(content, **shows)
        case Game():
            return games.preview_page(content, int(step) if step.isdecimal() and len(step) < 4 else 0, **shows)
        case ExampleDeal():
            return deals.deal_page(content, **shows)
        case Problem():
            return deals.ending_page(content, **shows)
        case HandsGroup():
            return deals.hands_page(content, **shows)
    return _editor(draft, refused="It can be looked at when the faults beneath are mended.")


# ---- versions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a difference: ` ` as it was, `-` gone, `+` new, `@` where lines are left out."""

    sign: str
    text: str


def _difference(old: str, new: str) -> Sequence[Line]:
    found = list(unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=3))[2:]
    return [Line(line[0], line[1:]) for line in found]


@blueprint.get("/<int:key>/versions")
def versions(key: int) -> Page:
    """Every version of something, and what differs between two of them."""
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
        versions=[(version, _page_of(kept.kind, version)) for version in found],
        old=old,
        new=new,
        difference=_difference(texts[old], texts[new]),
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
