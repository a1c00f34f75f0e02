"""`python -m tests.prose`: the faults of the prose, its counts, or all of it."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path

from tests.prose.faults import LONG, exemptions, faults, faults_by_proselint
from tests.prose.inventory import ProseKind, inventory, words_of

ROOT = Path(__file__).parents[2]
EXEMPTIONS = Path(__file__).with_name("exemptions.yaml")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.prose", description=__doc__)
    parser.add_argument("under", nargs="*", help="only files whose path begins so")
    parser.add_argument("--counts", action="store_true", help="how many of each fault, by kind of prose")
    parser.add_argument("--list", action="store_true", help="every sentence as JSON, a line each")
    asked = parser.parse_args()
    passages = [each for each in inventory(ROOT) if not asked.under or each.path.startswith(tuple(asked.under))]
    if asked.list:
        for each in passages:
            for sentence in each.sentences:
                print(
                    json.dumps(
                        {"path": each.path, "line": each.line, "kind": each.kind.value, "says": sentence},
                        ensure_ascii=False,
                    )
                )
        return 0
    meant = exemptions(EXEMPTIONS)
    found = [
        fault
        for fault in (*faults(passages), *faults_by_proselint(passages))
        if not any(each.covers(fault) for each in meant)
    ]
    if not asked.counts:
        for fault in found:
            print(fault)
        return bool(found)
    by_kind: dict[ProseKind, Counter[str]] = defaultdict(Counter)
    for fault in found:
        by_kind[fault.passage.kind][fault.name] += 1
    for each in passages:
        by_kind[each.kind]["sentences"] += len(each.sentences)
        by_kind[each.kind]["words"] += len(words_of(each.text))
        by_kind[each.kind][f"over {LONG} words"] += sum(len(words_of(sentence)) > LONG for sentence in each.sentences)
    names = sorted({name for counts in by_kind.values() for name in counts})
    print(f"{'':34}" + "".join(f"{kind.value[:9]:>10}" for kind in ProseKind) + f"{'all':>10}")
    for name in names:
        row = [by_kind[kind][name] for kind in ProseKind]
        print(f"{name:34}" + "".join(f"{count:>10}" for count in row) + f"{sum(row):>10}")
    return 0


sys.exit(main())
