"""The locks against known advisories, by pip-audit: `python -m tests.tools.advisories`.

It asks two databases in turn, for either may be out of reach. pip-audit ends well where it could ask nobody about a
package; this says so. Exit code 1 where something is known of a package, 2 where somebody could not be asked.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.support.paths import ROOT

LOCKS = ("requirements.lock", "requirements-dev.lock")
SERVICES = ("pypi", "osv")
"""The databases: the Python Package Index's own, and that of the Open Source Vulnerabilities project."""


@dataclass(frozen=True)
class Found:
    """What databases say of the packages of a lock: what is known of some, and of which nobody could say anything."""

    number: int
    known: Sequence[str]
    unasked: Sequence[str]

    @property
    def exit_code(self) -> int:
        return 1 if self.known else 2 if self.unasked or not self.number else 0

    def told(self, lock: str) -> str:
        """In words, a line for each advisory."""
        if self.known:
            return "\n".join([f"{lock}: {len(self.known)} known advisories", *(f"  {one}" for one in self.known)])
        if self.unasked or not self.number:
            number = len(self.unasked) or "all"
            return f"{lock}: no database could be asked about {number} of {self.number} packages. Ask where one can be."
        return f"{lock}: nothing is known against any of {self.number} packages"


def found_in(reports: Sequence[Mapping[str, Any]]) -> Found:
    """What several databases say together: a package is asked about if one of them knew it."""
    known: dict[str, None] = {}
    asked: set[str] = set()
    every: set[str] = set()
    for report in reports:
        for one in report.get("dependencies", ()):
            every.add(one["name"])
            if "skip_reason" in one:
                continue
            asked.add(one["name"])
            for advisory in one.get("vulns", ()):
                mended = ", ".join(advisory.get("fix_versions", ())) or "no version yet"
                known[f"{one['name']} {one['version']}: {advisory['id']}, mended in {mended}"] = None
    return Found(len(every), list(known), sorted(every - asked))


def main() -> int:
    """Asks about both locks, and says what came of it."""
    codes = []
    for lock in LOCKS:
        found = found_in([_report(lock, service) for service in SERVICES])
        print(found.told(lock))
        codes.append(found.exit_code)
    return 1 if 1 in codes else max(codes)


def _report(lock: str, service: str) -> Mapping[str, Any]:
    """What one database says; nothing where it cannot be reached."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", lock, "--disable-pip", "--require-hashes"]
    asked = subprocess.run(
        [*command, "--vulnerability-service", service, "--format", "json", "--progress-spinner", "off"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    try:
        report: Mapping[str, Any] = json.loads(asked.stdout)
    except json.JSONDecodeError:
        reason = asked.stderr.strip().splitlines() or ["it said nothing"]
        print(f"{lock}: {service} could not be asked: {reason[-1][:200]}")
        return {}
    return report


if __name__ == "__main__":
    sys.exit(main())
