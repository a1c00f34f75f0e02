"""What nobody means to send: strings, texts with something wrong in them, and zips."""

from __future__ import annotations

import io
import stat
import warnings
import zipfile
from collections.abc import Mapping
from functools import cache
from random import Random

NASTY = (
    "\0", "\ud800", "\ufeff", "\u202e", "’♠", "\r\n\r\n", "%00", "%ff", "..", "../" * 20 + "etc/passwd", "C:\\CON",
    "'", '"', "';--", "' OR 1=1 --", "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{7*7}}",
    "{% raw %}", "-1", "0", "1e999", "nan", "NaN", "inf", "-0", "9" * 5000, "99999999999999999999", "x" * 60_000,
    str(2**31), str(2**63), str(2**64), "0x10", "1_000", "١٢", "²", "1.5",
    "[" * 5000, "{" * 5000, "(" * 5000, "- " * 5000, "> " * 5000, "*" * 5000,
    "`" * 5000, "{HA" * 3000, "[a](" * 3000, "!!python/object/apply:os.system ['true']", "&a [*a]", "<<: *a", "? ? ?",
    "~", "012", "12:30", "true", "null", "---", "...", "```hand\n", "```\n", "~~~yaml\n", "&amp;" * 1000,
    "A" * 100 + "." * 100, "AKQJT98765432...", "N:AKQ... - - -", "S:A H:K", "٣", "Ⅳ", "👩‍👩‍👧‍👦",
    "שלום \u200f", "e\u0301" * 50,
    "//evil.example", "https://evil.example/", "javascript:alert(1)", "\\\\evil\\share", "/log-out", "",
)  # fmt: skip
MEGABYTE = "M" * 1_000_000

BOMB = 50_000_000
"""How many bytes the bomb unpacks to, from some fifty thousand."""


def spoilt(text: str, random: Random) -> str:
    """The text with something cut out, doubled, turned about, or put in."""
    for _ in range(random.choice((1, 1, 2, 5))):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.choice((1, 3, 20, 200)))
        match random.randrange(6):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:]
            case 2:
                text = text[:start] + random.choice(NASTY) + text[end:]
            case 3:
                text = (
                    text[:start]
                    + chr(random.choice((0, 9, 10, 34, 39, 45, 58, 91, 123, 0x2019, 0xFFFF, 0xDC00)))
                    + text[end:]
                )
            case 4:
                lines = text.splitlines(keepends=True)
                random.shuffle(lines)
                text = "".join(lines) if random.random() < 0.2 else text
            case _:
                text = text[:start] + text[start:end] * random.choice((2, 50)) + text[end:]
    return text


def spoilt_bytes(content: bytes, random: Random) -> bytes:
    """The content with some bytes changed, and often cut short."""
    damaged = bytearray(content)
    for _ in range(random.choice((1, 2, 30))):
        if damaged:
            damaged[random.randrange(len(damaged))] = random.randrange(256)
    if damaged and random.random() < 0.3:
        del damaged[random.randrange(len(damaged)) :]
    return bytes(damaged)


@cache
def zips() -> Mapping[str, bytes]:
    """Zips that are not what they seem, by what is wrong with them."""
    lesson = b"---\ntitle: A lesson\n---\n\nSome words.\n"
    inner = _zip(("lessons/inner.md", lesson))
    link = zipfile.ZipInfo("lessons/link.md")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    sound = _zip(("lessons/a-lesson.md", lesson))
    encrypted = bytearray(sound)
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        encrypted[encrypted.index(signature) + flags] |= 1
    understated = bytearray(_zip(("lessons/large.md", b"x" * 100_000)))
    size = understated.index(b"PK\x01\x02") + 24
    understated[size : size + 4] = b"\x01\0\0\0"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # names that come twice are what is wanted
        twice = _zip(("lessons/a.md", lesson), ("lessons/a.md", lesson + b"other"), ("hands/A.yaml", b"a: 1"))
    return {
        "sound": sound,
        "a bomb": _zip(("lessons/bomb.md", b"\0" * BOMB)),
        "many bombs": _zip(*((f"lessons/{number}.md", b" " * 900_000) for number in range(40))),
        "zips in zips": _zip(("lessons/a.zip", _zip(("b.zip", inner), ("c.md", lesson)))),
        "a symbolic link": _zip((link, b"/etc/passwd")),
        "a name twice": twice,
        "encrypted": bytes(encrypted),
        "a size that is not true": bytes(understated),
        "ways out": _zip(("../../../etc/passwd.md", lesson), ("/etc/passwd.md", lesson), ("C:\\CON.md", lesson)),
        "names": _zip(("lessons/\u202egnp.md", lesson), ("lessons/\n.md", lesson), (f"{'n' * 60_000}.md", lesson)),
        "packed otherwise": _zip(("lessons/a.md", lesson), how=zipfile.ZIP_LZMA),
        "results": _zip(
            *((f"{number}.love-all-result.json", b'{"format": "love-all result"}') for number in range(150))
        ),
        "thousands": _zip(*((f"lessons/{number}.md", b"") for number in range(3000))),
        "no name": sound.replace(b"lessons/a-lesson.md", b"\0" * 19),
        "nothing": _zip(),
        "cut short": sound[: len(sound) // 2],
        "only its end": sound[sound.index(b"PK\x05\x06") :],
    }


def _zip(*files: tuple[str | zipfile.ZipInfo, bytes], how: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", how) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return made.getvalue()
