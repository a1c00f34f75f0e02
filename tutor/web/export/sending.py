"""Files sent out to a browser, and in from one."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Response, request, stream_with_context

from tutor.exchange.files import ExportedFile


def download(made: ExportedFile) -> Response:
    """A file to be kept by who asked for it."""
    return _called(made.name, "attachment", Response(made.content, content_type=made.mimetype))


def inline_file(made: ExportedFile) -> Response:
    """A file to be looked at in the browser; kept, it has its name."""
    return _called(made.name, "inline", Response(made.content, content_type=made.mimetype))


def stream_file(lines: Iterable[str], name: str, mimetype: str) -> Response:
    """A file to be kept, sent as it is written."""
    return _called(name, "attachment", Response(stream_with_context(iter(lines)), content_type=mimetype))


def _called(name: str, disposition: str, response: Response) -> Response:
    response.headers.set("Content-Disposition", disposition, filename=name)
    return response


def allow_upload(most: int) -> None:
    """Lets the form of this request have so many bytes; to be called before anything of it is read."""
    request.max_content_length = request.max_form_memory_size = most


def sent_files(field: str, largest: int) -> list[tuple[str, bytes]]:
    """The files of a field with their names, each cut off one byte after the `largest` size."""
    files = (file for file in request.files.getlist(field) if file.filename)
    return [
        ((file.filename or "").replace("\\", "/").rpartition("/")[2][:80], file.read(largest + 1)) for file in files
    ]
