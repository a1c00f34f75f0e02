"""Long work, done beside the pages: one of them tells how far it has come."""

from __future__ import annotations

import logging
from collections.abc import Callable

from tutor.errors import TutorError
from tutor.exchange.files import Exported, Progress
from tutor.study.store import Study

TOLD = 50
"""How often, at the most, it is written down how far a job has come."""


def work_off(study: Study, job: int, make: Callable[[Progress], Exported], failed: str) -> None:
    """Makes the file of a job, whatever happens: a job that nobody ends would be waited for.

    `failed` is told where it is the tutor’s fault that it ends without one.
    """

    def tell(done: int, of: int) -> None:
        if done == of or done % max(1, of // TOLD) == 0:
            study.move_job(job, done, of)

    try:
        made = make(tell)
        study.end_job(job, made.name, made.mimetype, made.content)
    except TutorError as error:
        study.fail_job(job, str(error))
    except Exception:
        logging.getLogger(__name__).exception("the file of a job could not be made")
        study.fail_job(job, failed)
