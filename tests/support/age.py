"""The age format by another hand (age-encryption.org/v1; RFC 8439, RFC 5869), with a passphrase that is cheap to try.

The library of the tutor makes every guess dear, which is right for backups and slow for tests; how dear a guess is, is
written in the file, and programs that open it go by that.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import struct
from base64 import b64encode
from collections.abc import Iterator

LOG_N = 4
"""The work of a guess: two to this power. The library takes eighteen or so."""
CHUNK = 64 * 1024
MASK = 0xFFFFFFFF
ROUNDS = (
    (0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
    (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14),
)  # fmt: skip


def encrypt(plain: bytes, passphrase: str) -> bytes:
    """A file of age for a passphrase."""
    file_key, salt, nonce = os.urandom(16), os.urandom(16), os.urandom(16)
    label = b"age-encryption.org/v1/scrypt" + salt
    wrapping = hashlib.scrypt(passphrase.encode(), salt=label, n=2**LOG_N, r=8, p=1, dklen=32)
    stanza = b"-> scrypt %s %d\n%s\n" % (base64(salt), LOG_N, base64(sealed(wrapping, bytes(12), file_key)))
    header = b"age-encryption.org/v1\n" + stanza + b"---"
    mac = hmac.digest(derived(file_key, b"", b"header"), header, "sha256")
    return header + b" " + base64(mac) + b"\n" + nonce + b"".join(chunks(derived(file_key, nonce, b"payload"), plain))


def chunks(key: bytes, plain: bytes) -> Iterator[bytes]:
    """What is encrypted, chunk by chunk; the last one is marked."""
    starts = range(0, max(len(plain), 1), CHUNK)
    for number, start in enumerate(starts):
        is_last = number == len(starts) - 1
        yield sealed(key, number.to_bytes(11, "big") + bytes([is_last]), plain[start : start + CHUNK])


def base64(some: bytes) -> bytes:
    return b64encode(some).rstrip(b"=")


def derived(key: bytes, salt: bytes, label: bytes) -> bytes:
    """HKDF with SHA-256, thirty-two bytes of it."""
    return hmac.digest(hmac.digest(salt or bytes(32), key, "sha256"), label + b"\x01", "sha256")


def sealed(key: bytes, nonce: bytes, plain: bytes) -> bytes:
    """ChaCha20-Poly1305, with nothing beside what is encrypted."""
    stream = b"".join(keystream(key, nonce, number) for number in range(1, len(plain) // 64 + 2))
    hidden = bytes(a ^ b for a, b in zip(plain, stream, strict=False))
    padded = hidden + bytes(-len(hidden) % 16) + struct.pack("<QQ", 0, len(hidden))
    return hidden + poly1305(keystream(key, nonce, 0)[:32], padded)


def keystream(key: bytes, nonce: bytes, number: int) -> bytes:
    """A block of ChaCha20."""
    first = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", number) + nonce)
    words = list(first)
    for _ in range(10):
        for a, b, c, d in ROUNDS:
            for to, by, turned, places in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                words[to] = words[to] + words[by] & MASK
                mixed = words[turned] ^ words[to]
                words[turned] = mixed << places & MASK | mixed >> 32 - places
    return struct.pack("<16I", *(one + other & MASK for one, other in zip(words, first, strict=True)))


def poly1305(key: bytes, message: bytes) -> bytes:
    """The tag of a message whose length is a multiple of sixteen."""
    factor = int.from_bytes(key[:16], "little") & 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
    total = 0
    for start in range(0, len(message), 16):
        total = (total + int.from_bytes(message[start : start + 16] + b"\x01", "little")) * factor % (2**130 - 5)
    return (total + int.from_bytes(key[16:], "little") & 2**128 - 1).to_bytes(16, "little")
