"""What a package with another author may import: the public API for authors, as `docs/authors.md` explains it.

There are three modules, and nothing else of `tutor` is public:

- `tutor.authoring` says who the author is. It is light, because it is imported whenever the tutor starts.
- `tutor.authoring.rules` has what rules are made of. It is imported when somebody asks the author.
- `tutor.authoring.testing` has what the tests of such a package need.

`API_VERSION` follows semantic versioning, apart from the version of the tutor. A new minor version only adds names.
Only a new major version takes names away or changes what they mean. A name that will go is first deprecated: it works,
with a `DeprecationWarning`, in at least one minor version and for six months.
"""

from __future__ import annotations

from tutor.authors import API_VERSION, Author, Drills, Examples, Part, Source

__all__ = ["API_VERSION", "Author", "Drills", "Examples", "Part", "Source"]
