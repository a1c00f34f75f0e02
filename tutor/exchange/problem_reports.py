"""Problem reports as a file to send to the maintainers, without names."""

from __future__ import annotations

import json
from collections.abc import Iterable

from tutor import __version__
from tutor.exchange.files import ExportedFile
from tutor.study.classroom.problem_reports import ProblemReport


def reports_file(reports: Iterable[ProblemReport]) -> ExportedFile:
    """The listed reports. They leave out the reporter’s name, and titles, because titles may contain names."""
    listed = [
        {
            "at": report.at.isoformat(timespec="seconds"),
            "page": report.where.page,
            "position": report.where.position,
            "version": report.version,
            "sentence": report.sentence,
            "settled": report.settled_at is not None,
        }
        for report in reports
    ]
    said = {"format": "love-all reports", "number": 1, "version": __version__, "reports": listed}
    content = json.dumps(said, ensure_ascii=False, indent=1).encode()
    return ExportedFile("love-all-reports.json", "application/json", content)
