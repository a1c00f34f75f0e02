"""The tutor’s content as a site of plain files: every verdict is there already, and nothing needs a server."""
