"""Backups encrypted by a passphrase, in the age format (age-encryption.org), which other programs open as well."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pyrage
from pyrage import passphrase as by_passphrase

from tutor.study.storage.backup_file import BackupUnusable

HEADERS = (b"age-encryption.org/v1\n", b"-----BEGIN AGE ENCRYPTED FILE-----")
MOST_ENCRYPTED = 512 * 2**20
"""How many bytes can be encrypted: all of it is in memory meanwhile, for the library cannot do it bit by bit."""


class Bounded(BytesIO):
    """What is to be encrypted, as it is written; never on a disk. Raises `BackupUnusable` where it is too much."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file

    def write(self, some: object) -> int:
        if self.tell() > MOST_ENCRYPTED:
            raise BackupUnusable(
                self._file,
                f"more than {MOST_ENCRYPTED // 2**20} MB cannot be encrypted here. Leave --passphrase out, and encrypt "
                "the file with the program age",
            )
        return super().write(some)  # type: ignore[arg-type]


def is_encrypted(beginning: bytes) -> bool:
    """Whether a file that begins so is one of age."""
    return beginning.startswith(HEADERS)


def encrypted(plain: bytes, passphrase: str) -> bytes:
    """All of it, encrypted: whoever has no passphrase reads nothing, and changes nothing unnoticed."""
    return bytes(by_passphrase.encrypt(plain, passphrase))


def decrypted(file: Path, passphrase: str) -> bytes:
    """What was encrypted. Raises `BackupUnusable` for a wrong passphrase or a damaged file, and `OSError`."""
    if file.stat().st_size > 2 * MOST_ENCRYPTED:
        raise BackupUnusable(
            file, "it is too large to be decrypted here. Decrypt it with the program age, and try again"
        )
    try:
        return bytes(by_passphrase.decrypt(file.read_bytes(), passphrase))
    except pyrage.DecryptError as error:
        said = str(error).partition("\n")[0]
        raise BackupUnusable(file, _WHY.get(said, f"it is damaged, and cannot be decrypted ({said})")) from None


_WHY = {
    "Decryption failed": "the passphrase is wrong. Try again. If you are sure of it, the file is damaged: use another",
    "decryption error": "the passphrase is right, but the file is damaged. Use another",
    "No matching keys found": "it was encrypted with keys, not with a passphrase. Decrypt it with the program age",
}
"""What the library says of a file that it cannot decrypt, and what that means."""
