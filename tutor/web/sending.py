"""Files sent out to a browser, and in from one."""

from __future__ import annotations

from flask import Response, request

from tutor.exchange.files import Exported


def download(made: Exported) -> Response:
    """A file to be kept by who asked for it."""
    response = Response(made.content, content_type=made.mimetype)
    response.headers.set("Content-Disposition", "attachment", filename=made.name)
    return response


def let_in_files(most: int) -> None:
    """Lets the form of this request have so many bytes; to be called before anything of it is read."""
    request.max_content_length = request.max_form_memory_size = most


def sent_files(field: str, largest: int) -> list[tuple[str, bytes]]:
    """The files of a field with their names, each cut off one byte after the `largest` size."""
    files = (file for file in request.files.getlist(field) if file.filename)
    return [
        ((file.filename or "").replace("\\", "/").rpartition("/")[2][:80], file.read(largest + 1)) for file in files
    ]
