"""Questions as an IMS QTI 2.1 package: an item for each, a test with a section for each shelf, and the manifest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from markupsafe import Markup

from tutor.exchange.files import ExportedFile, zipped
from tutor.exchange.question_export import question_exporter
from tutor.exchange.question_html import asked, invitation, label, prose, reason, stopped, tag, worth
from tutor.exchange.questions import ExportedQuestion
from tutor.quizzes.exercise import AnswerForm, Grade
from tutor.quizzes.wording import sentence, with_full_stop

MIMETYPE = "application/zip"
QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_INSTANCE = "http://www.w3.org/2001/XMLSchema-instance"
_AT = {
    QTI: "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd",
    PACKAGE: "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd",
}
_MARKS = {Grade.BEST: "1", Grade.ACCEPTABLE: "0.5"}
STYLE = "love-all.css"
TEST = "test.xml"
_RIGHT, _WRONG = "RIGHT", "WRONG"

CSS = """.laid { border: 1px solid #b9ab8c; border-radius: 8px; padding: .4em .8em; }
.spades, .clubs { color: #1d1a16; } .hearts, .diamonds { color: #a5281b; }
.face { border: 1px solid #cdbf9f; border-radius: 4px; padding: 0 .25em; background: #fffdf7; }
.facts, .faint { color: #5f564a; }
"""


def package(questions: Iterable[ExportedQuestion], name: str, title: str) -> ExportedFile:
    """The package as a zip. Items have keys that give nothing away; students see `Question 1` and so on."""
    asked_of = tuple(questions)
    items = {f"items/{_id(one)}.xml": item(one, f"Question {number}") for number, one in enumerate(asked_of, 1)}
    files = {"imsmanifest.xml": _manifest(asked_of, name), TEST: _test(asked_of, name, title), **items}
    return ExportedFile(
        f"{name}.qti.zip",
        MIMETYPE,
        zipped({path: text.encode() for path, text in {**files, f"items/{STYLE}": CSS}.items()}),
    )


def _id(question: ExportedQuestion) -> str:
    """A name that XML allows: it begins with a letter."""
    return f"q-{question.key}"


def _document(root: str, namespace: str, *content: str, **attributes: str) -> str:
    schema = {"xmlns": namespace, "xmlns__xsi": _INSTANCE, "xsi__schemaLocation": f"{namespace} {_AT[namespace]}"}
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tag(root, *content, **schema, **attributes)}\n'


# ---- items --------------------------------------------------------------------------------------------------------


def item(question: ExportedQuestion, title: str) -> str:
    """One question as an `assessmentItem`."""
    of_number = question.form is AnswerForm.NUMBER
    return _document(
        "assessmentItem",
        QTI,
        _response(question),
        tag("outcomeDeclaration", tag("defaultValue", tag("value", "0")), **_outcome("SCORE", "float")),
        tag("outcomeDeclaration", **_outcome("FEEDBACK", "identifier")),
        tag("stylesheet", href=STYLE, type="text/css"),
        tag("itemBody", tag("div", asked(question)), _number_asked(question) if of_number else _choices(question)),
        _processing_of_number(question.near) if of_number else _processing_of_choice(),
        *(_feedback(key, told) for key, told in _told(question).items()),
        identifier=_id(question),
        title=title,
        adaptive="false",
        timeDependent="false",
    )


def _outcome(name: str, base: str) -> Mapping[str, str]:
    return {"identifier": name, "cardinality": "single", "baseType": base}


def _keys(question: ExportedQuestion) -> tuple[str, ...]:
    """The identifiers of the replies."""
    if question.form is AnswerForm.NUMBER:
        return (question.replies[0].label,)
    return tuple(f"A{number}" for number, _ in enumerate(question.replies, 1))


def _response(question: ExportedQuestion) -> Markup:
    marks = {key: _MARKS.get(reply.grade) for key, reply in zip(_keys(question), question.replies, strict=True)}
    first = next(key for key, mark in marks.items() if mark == _MARKS[Grade.BEST])
    if question.near:
        marks = {str(int(first) + away): marks[first] for away in range(-question.near, question.near + 1)}
    entries = (tag("mapEntry", mapKey=key, mappedValue=mark) for key, mark in marks.items() if mark)
    return tag(
        "responseDeclaration",
        tag("correctResponse", tag("value", first)),
        tag("mapping", *entries, defaultValue="0"),
        **_outcome("RESPONSE", "integer" if question.form is AnswerForm.NUMBER else "identifier"),
    )


def _choices(question: ExportedQuestion) -> Markup:
    return tag(
        "choiceInteraction",
        tag("prompt", invitation(question)),
        *(
            tag("simpleChoice", label(reply), identifier=key)
            for key, reply in zip(_keys(question), question.replies, strict=True)
        ),
        responseIdentifier="RESPONSE",
        shuffle="false",
        maxChoices="1",
    )


def _number_asked(question: ExportedQuestion) -> Markup:
    field = tag("textEntryInteraction", responseIdentifier="RESPONSE", expectedLength="6")
    return tag("p", invitation(question), " ", field)


def _processing_of_choice() -> Markup:
    """The mark of the answer given, and its feedback."""
    return _processing(_set("FEEDBACK", tag("variable", identifier="RESPONSE")))


def _processing_of_number(near: int) -> Markup:
    sides = tag("variable", identifier="RESPONSE"), tag("correct", identifier="RESPONSE")
    is_near = {"toleranceMode": "absolute", "tolerance": f"{near} {near}"}
    is_right = tag("equal", *sides, **is_near) if near else tag("match", *sides)
    return _processing(
        tag(
            "responseCondition",
            tag("responseIf", is_right, _set("FEEDBACK", _value(_RIGHT))),
            tag("responseElse", _set("FEEDBACK", _value(_WRONG))),
        )
    )


def _processing(feedback: Markup) -> Markup:
    answered = tag("not", tag("isNull", tag("variable", identifier="RESPONSE")))
    mark = _set("SCORE", tag("mapResponse", identifier="RESPONSE"))
    return tag("responseProcessing", tag("responseCondition", tag("responseIf", answered, mark, feedback)))


def _set(outcome: str, value: Markup) -> Markup:
    return tag("setOutcomeValue", value, identifier=outcome)


def _value(identifier: str) -> Markup:
    return tag("baseValue", identifier, baseType="identifier")


def _told(question: ExportedQuestion) -> Mapping[str, Markup]:
    if question.form is not AnswerForm.NUMBER:
        return {key: worth(question, reply) for key, reply in zip(_keys(question), question.replies, strict=True)}
    (right,) = question.replies
    because = Markup(" ").join([prose(with_full_stop(sentence(right.because))), *reason(question)])
    return {
        _RIGHT: Markup("<b>Right.</b> ") + because,
        _WRONG: tag("b", stopped(label(right))) + " " + because,
    }


def _feedback(key: str, told: Markup) -> Markup:
    return tag("modalFeedback", told, outcomeIdentifier="FEEDBACK", identifier=key, showHide="show")


# ---- test and manifest --------------------------------------------------------------------------------------------


def _test(questions: tuple[ExportedQuestion, ...], name: str, title: str) -> str:
    sections = groupby(questions, key=lambda question: question.shelf)
    return _document(
        "assessmentTest",
        QTI,
        tag(
            "testPart",
            *(
                tag(
                    "assessmentSection",
                    *(tag("assessmentItemRef", **_reference(one)) for one in on_it),
                    identifier=f"section-{number}",
                    title=" · ".join(shelf),
                    visible="true",
                )
                for number, (shelf, on_it) in enumerate(sections, 1)
            ),
            identifier="part-1",
            navigationMode="nonlinear",
            submissionMode="individual",
        ),
        identifier=f"test-{name}",
        title=title,
    )


def _reference(question: ExportedQuestion) -> Mapping[str, str]:
    tags = " ".join(name.replace("::", ".") for name in question.tags)
    where = {"identifier": _id(question), "href": f"items/{_id(question)}.xml"}
    return {**where, "category": tags} if tags else where


def _manifest(questions: tuple[ExportedQuestion, ...], name: str) -> str:
    return _document(
        "manifest",
        PACKAGE,
        tag("metadata", tag("schema", "QTIv2.1 Package"), tag("schemaversion", "1.0.0")),
        tag("organizations"),
        tag("resources", *_resources(questions)),
        identifier=f"package-{name}",
    )


def _resources(questions: tuple[ExportedQuestion, ...]) -> Iterator[Markup]:
    yield _resource(
        "the-test",
        "imsqti_test_xmlv2p1",
        TEST,
        *(tag("dependency", identifierref=_resource_of(exported)) for exported in questions),
    )
    for exported in questions:
        path = f"items/{_id(exported)}.xml"
        yield _resource(_resource_of(exported), "imsqti_item_xmlv2p1", path, tag("file", href=f"items/{STYLE}"))


def _resource_of(question: ExportedQuestion) -> str:
    return f"r{_id(question)}"


def _resource(identifier: str, kind: str, path: str, *content: Markup) -> Markup:
    return tag("resource", tag("file", href=path), *content, identifier=identifier, type=kind, href=path)


EXPORTER = question_exporter(
    "qti",
    "QTI 2.1",
    MIMETYPE,
    "qti.zip",
    "a package for other learning systems",
    "Write a QTI 2.1 package with the questions of WHAT, a lesson, a course or a group.",
    lambda questions, stem, title, _now: package(questions, stem, title),
)
