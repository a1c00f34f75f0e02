"""Files to and from a browser."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Response, request, stream_with_context

from tutor.exchange.files import ExportedFile


def download(made: ExportedFile) -> Response:
    """A file for the browser to save."""
    return _called(made.name, "attachment", Response(made.content, content_type=made.mimetype))


def inline_file(made: ExportedFile) -> Response:
    """A file for the browser to show, with a name in case the user saves it."""
    return _called(made.name, "inline", Response(made.content, content_type=made.mimetype))


def stream_file(lines: Iterable[str], name: str, mimetype: str) -> Response:
    """A file for the browser to save, sent line by line."""
    return _called(name, "attachment", Response(stream_with_context(iter(lines)), content_type=mimetype))


def _called(name: str, disposition: str, response: Response) -> Response:
    response.headers.set("Content-Disposition", disposition, filename=name)
    return response


def allow_upload(most: int) -> None:
    """Allows so many bytes in the form of this request. Call it before the form is read."""
    request.max_content_length = request.max_form_memory_size = most


def sent_files(field: str, largest: int) -> list[tuple[str, bytes]]:
    """The files of a field with their names, each cut off one byte after the `largest` size."""
    files = (file for file in request.files.getlist(field) if file.filename)
    return [
        ((file.filename or "").replace("\\", "/").rpartition("/")[2][:80], file.read(largest + 1)) for file in files
    ]
