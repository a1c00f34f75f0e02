"""The way back from a lesson or a game to the assignments that it was opened for."""

from __future__ import annotations

from flask import url_for

from tutor.web.services import services


def work_on(content_id: str) -> tuple[tuple[str, str], ...]:
    """The title and address of each assignment of the current user on a lesson or game, the one due first."""
    study, assignments = services().study, services().classroom.assignments
    former = services().courses.moved.came_from(content_id)
    return tuple(
        (assignment.title, url_for("assigned_work.show_assignment", number=assignment.id))
        for assignment in assignments.all_of_learner(study.learner)
        if assignment.work.content_id in (content_id, *former)
    )
