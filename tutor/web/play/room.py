"""The blueprint of the practice table, to which the modules here add their pages."""

from flask import Blueprint

blueprint = Blueprint("tables", __name__, url_prefix="/table")
