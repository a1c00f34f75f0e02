"""Waitress with deadlines: however many clients are slow, everybody else gets an answer.

Waitress alone asks each connection in turn whether anything has happened. It keeps each as long as it sends something
now and then, and accepts no more once it is full. So about a thousand half-sent requests keep everybody out. Here a
request must be complete, and an answer read, within a set time. A connection on which nothing happens costs only a
descriptor. When there is no more room, the slowest connections are closed.
"""

from __future__ import annotations

import errno
import selectors
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from time import monotonic
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

THREADS = 4
LARGEST_HEADER = 32 * 1024
LARGEST_BODY = 8 * 1024 * 1024
"""Bytes; twice what any form of the tutor takes in, so that a page says it, and not a broken connection."""
REQUEST_IN_MEMORY, ANSWER_IN_MEMORY = 64 * 1024, 4 * 1024 * 1024
"""Bytes; what is larger waits in a file. No page is: pages can be read when the disk is full."""
BACKLOG = 2048
"""Connections that the system may hold until they are accepted; it may itself allow fewer."""
ACCEPTED_AT_ONCE = 16
"""Few enough that another worker gets its share of those who come together."""
SWEEP = 1.0
"""Seconds between two looks at the deadlines of all connections."""
SHARE_EVICTED = 16
"""One connection in so many makes way at once, so that a look at all of them is paid for by many."""
MOST_CONNECTIONS = 8192
SPARE_DESCRIPTORS = 128
"""For the database, for files and for what Python opens."""


FORWARDED = "tutor.forwarded"
"""Under which name the environment of a request says whether it has a header that proxies add, believed or not."""
_BY_PROXIES = ("FORWARDED", "VIA", "X_REAL_IP")
"""Headers of proxies, beside those that begin with `X-Forwarded-`, as Waitress writes them."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long clients may take, in seconds."""

    header: float = 10.0
    """For a request up to the end of its header, from its first byte, or from the connection on."""
    body: float = 20.0
    """For the rest of it, and a second more for each `slowest` bytes that have come."""
    answer: float = 20.0
    """To read an answer, and a second more for each `slowest` bytes that have gone."""
    slowest: int = 4096
    idle: float = 75.0
    """Between an answer and the next request on the same connection."""
    stopping: float = 10.0
    """For the requests in progress, when the server has to stop."""
    stopping_half_sent: float = 2.0
    stopping_idle: float = 0.1
    bytes_held: int = 128 * 1024 * 1024
    """Bytes, and no seconds: how much may wait here for the rest of a request, or for readers of answers."""


PATIENCE = Patience()


class State(IntEnum):
    """What a connection does; those that make way first come first."""

    RECEIVING = 0
    IDLE = 1
    SENDING = 2
    WORKING = 3


class Request(HTTPRequestParser):  # type: ignore[misc] # Waitress carries no types
    """A request that has to come alone: a client that sends more before the answer must ask again elsewhere.

    Waitress would answer all of them at once, and hold a file open for each until its reader comes to it.
    """

    def received(self, data: bytes) -> int:
        """Takes in what has come; how many bytes of it were for this request."""
        used: int = super().received(data)
        if self.completed and not self.empty and used < len(data):
            if data[used:].strip(b"\r\n"):
                self.headers["CONNECTION"] = "close"
            return len(data)
        return used


class Task(WSGITask):  # type: ignore[misc]
    """Answers a request. It notes what came from a proxy before Waitress takes away what it does not believe."""

    def get_environment(self) -> dict[str, Any]:
        """The environment of the request."""
        environ: dict[str, Any] = super().get_environment()
        names = self.request.headers
        environ[FORWARDED] = any(name in _BY_PROXIES or name.startswith("X_FORWARDED_") for name in names)
        return environ


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that knows by when its client has to have done something."""

    parser_class = Request
    task_class = Task

    def __init__(self, server: Server, sock: socket.socket, addr: Any, adj: Adjustments, map: Any = None) -> None:  # noqa: A002
        self.begun: float | None = server.clock()  # the request for which it waits
        self.idle_since = self.begun
        self.sending_since: float | None = None
        self.sent = 0
        super().__init__(server, sock, addr, adj, map=map)

    @property
    def state(self) -> State:
        """What it does at the moment."""
        if self.total_outbufs_len:
            return State.SENDING
        if self.requests:
            return State.WORKING
        return State.IDLE if self.begun is None and self.request is None else State.RECEIVING

    @property
    def silent(self) -> bool:
        """Whether nothing of a request has come, nor anything is to go."""
        return self.request is None and not self.requests and not self.total_outbufs_len

    @property
    def bytes_held(self) -> int:
        """How much of a request or of answers waits here for the client."""
        request: int = self.request.body_bytes_received if self.request is not None else 0
        return request + int(self.total_outbufs_len)

    def deadline(self, patience: Patience) -> float:
        """When its client has taken too long; while we are at work ourselves, never."""
        match self.state:
            case State.IDLE:
                return self.idle_since + patience.idle
            case State.RECEIVING:
                by = (self.idle_since if self.begun is None else self.begun) + patience.header
                request = self.request
                if request is not None and request.headers_finished:
                    by += patience.body + request.body_bytes_received / patience.slowest
                return float(by)
            case State.SENDING if self.sending_since is not None:
                return self.sending_since + patience.answer + self.sent / patience.slowest
            case _:
                return float("inf")

    def may_make_way(self, since: float) -> bool:
        """Whether it waits for its client alone: of answers, one that has not been read since then."""
        match self.state:
            case State.SENDING:
                return self.sending_since is not None and self.sending_since <= since
            case state:
                return state is not State.WORKING

    def note_sending(self, now: float) -> None:
        """Begins to count, or ends, where an answer waits for its reader, or no longer does."""
        if not self.total_outbufs_len:
            self.sending_since = None
        elif self.sending_since is None:
            self.sending_since, self.sent = now, 0

    def send(self, data: bytes, do_close: bool = True) -> int:
        """Sends some of the data; how much."""
        sent: int = super().send(data, do_close=do_close)
        self.sent += sent
        return sent

    def received(self, data: bytes) -> bool:
        """Takes in what has come."""
        if self.begun is None:
            self.begun = self.server.clock()
        return bool(super().received(data))

    def service(self) -> None:
        """Answers a request, in a thread of those that work."""
        super().service()
        now = self.server.clock()
        self.begun, self.idle_since = (None if self.request is None else now), now
        self.server.note_served(self, now)

    def handle_close(self) -> None:
        """Closes it, with the file in which the beginning of a request may lie."""
        super().handle_close()
        if self.request is not None:
            self.request.close()

    def add_channel(self, map: Any = None) -> None:  # noqa: A002
        """It has a descriptor."""
        super().add_channel(map)
        self.server.unsettled.add(self)

    def del_channel(self, map: Any = None) -> None:  # noqa: A002
        """It is about to lose its descriptor, which may be another’s in a moment."""
        self.server.forget(self)
        super().del_channel(map)


class Server(TcpWSGIServer):  # type: ignore[misc]
    """Answers on a listening socket until it is stopped.

    `most` connections at once; `beat` is called about once a second as long as requests are being answered.
    """

    channel_class = Channel

    def __init__(
        self,
        application: Any,
        listening: socket.socket,
        *,
        proxy: str | None = None,
        patience: Patience = PATIENCE,
        most: int | None = None,
        clock: Callable[[], float] = monotonic,
        beat: Callable[[], None] = lambda: None,
    ) -> None:
        self.clock, self.patience, self._beat = clock, patience, beat
        self.most = most_connections(descriptors()) if most is None else most
        self.unsettled: set[Any] = set()
        self._selector = selectors.DefaultSelector()
        self._watched: dict[int, int] = {}
        self._shut_until = self._next_sweep = self._served_at = self._beaten_at = 0.0
        self._began_at = clock()
        self._told_to_stop, self._stopping_since, self._has_ended = False, float("inf"), False
        # Only the last of the addresses in X-Forwarded-For is what the proxy saw; the others are hearsay.
        trusted = {"x-forwarded-for", "x-forwarded-proto"} if proxy else set()
        adjustments = Adjustments(
            sockets=[listening],
            ident=None,
            backlog=BACKLOG,
            max_request_header_size=LARGEST_HEADER,
            max_request_body_size=LARGEST_BODY,
            inbuf_overflow=REQUEST_IN_MEMORY,
            outbuf_overflow=ANSWER_IN_MEMORY,
            log_socket_errors=False,
            trusted_proxy=proxy,
            trusted_proxy_headers=trusted,
            **({"trusted_proxy_count": 1} if proxy else {}),
            clear_untrusted_proxy_headers=True,
        )
        workers = ThreadedTaskDispatcher()
        workers.queue_logger.disabled = True  # that requests wait a moment for a thread is no news
        workers.set_thread_count(THREADS)
        super().__init__(
            application,
            {},
            _sock=listening,
            dispatcher=workers,
            adj=adjustments,
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
            bind_socket=False,
        )

    # ---- from any thread, or from a handler of signals ---------------------------------------------------------------

    def stop(self) -> None:
        """Accepts nobody any more, answers what has been asked, and ends `run`."""
        self._told_to_stop = True
        if not self._has_ended:
            self.pull_trigger()

    def note_served(self, channel: Channel, now: float) -> None:
        """A request has been answered."""
        self._served_at = now
        self.unsettled.add(channel)
        if channel.connected:
            self.pull_trigger()

    def idle_for(self) -> float:
        """For how many seconds nothing has been asked or answered; from the start on, where nothing ever was."""
        return 0.0 if self.task_dispatcher.queue else self.clock() - max(self._served_at, self._began_at)

    # ---- in the thread that runs -------------------------------------------------------------------------------------

    def run(self) -> None:
        """Serves until it is stopped. Requests that came before are answered, unless they take too long."""
        self.unsettled.update(self._map.values())
        try:
            while not self._has_stopped():
                self._turn(SWEEP if self._stopping_since == float("inf") else self.patience.stopping_idle / 2)
        finally:
            for channel in tuple(self.active_channels.values()):
                channel.handle_close()
            self.task_dispatcher.shutdown(timeout=1)
            self._stop_accepting()
            self._has_ended = True  # its descriptors may be another’s in a moment
            self.trigger.close()
            self._selector.close()

    def _turn(self, seconds: float) -> None:
        """Waits so long at most for something to happen, and does what it asks for."""
        for one in (self, *tuple(self.unsettled)):
            self._settle(one)
        for key, events in self._selector.select(seconds):
            if self._map.get(key.fd) is not key.data:  # closed, a moment ago
                continue
            self.unsettled.add(key.data)
            if events & selectors.EVENT_READ:
                wasyncore.read(key.data)
            if events & selectors.EVENT_WRITE and self._map.get(key.fd) is key.data:
                wasyncore.write(key.data)
        if (now := self.clock()) >= self._next_sweep:
            self._next_sweep = now + SWEEP
            self.maintenance(now)

    def _settle(self, one: Any) -> None:
        """Watches for what it waits for. If it only waits for its client, it is left alone until the client acts.

        Waitress asks all of them, each time that anything happens: with 2,000 connections a single page takes long.
        """
        descriptor = one._fileno
        if descriptor is None or self._map.get(descriptor) is not one:
            self.unsettled.discard(one)
            return
        if not (isinstance(one, Channel) and one.requests):  # which a thread may be answering
            self.unsettled.discard(one)
        wanted = selectors.EVENT_READ if one.readable() else 0
        if one.writable() and not one.accepting:
            wanted |= selectors.EVENT_WRITE
        watched = self._watched.get(descriptor, 0)
        if wanted == watched:
            return
        if not wanted:
            self.forget(one)
        elif watched:
            self._selector.modify(descriptor, wanted, one)
            self._watched[descriptor] = wanted
        else:
            self._selector.register(descriptor, wanted, one)
            self._watched[descriptor] = wanted

    def forget(self, one: Any) -> None:
        """Watches it no longer."""
        if self._watched.pop(one._fileno, None) is not None:
            self._selector.unregister(one._fileno)

    def readable(self) -> bool:
        """Whether somebody may come in."""
        return bool(self.accepting) and self.clock() >= self._shut_until

    def handle_accept(self) -> None:
        """Lets in those who wait, some at a time; where there is no room, some make way."""
        for _ in range(ACCEPTED_AT_ONCE):
            try:
                accepted = self.accept()
                if accepted is None:  # another worker was quicker
                    return
                self.set_socket_options(accepted[0])
            except OSError as error:
                if error.errno in (errno.EMFILE, errno.ENFILE) and not self._make_room():
                    self._shut_until = self.clock() + SWEEP
                return
            full = len(self.active_channels) >= self.most and not self._make_room()
            Channel(self, accepted[0], accepted[1], self.adj, map=self._map)
            if full:  # everybody is being answered: who comes next waits until somebody has been
                self._shut_until = self.clock() + SWEEP
                return

    def _make_room(self) -> bool:
        """Closes some connections that wait for their clients; whether there were any.

        First those of the address that holds most of them: half-sent requests, then idle ones, the oldest first.
        """
        waiting = [channel for channel in self.active_channels.values() if channel.may_make_way(self.clock() - SWEEP)]
        of_address = Counter((channel.state, channel.addr[0]) for channel in waiting)
        waiting.sort(key=lambda one: (one.state, -of_address[one.state, one.addr[0]], one.deadline(self.patience)))
        for channel in waiting[: max(1, self.most // SHARE_EVICTED)]:
            channel.handle_close()
        return bool(waiting)

    def maintenance(self, now: float) -> None:
        """Closes the connections whose clients have taken too long, or send too much without an end."""
        held = 0
        for channel in tuple(self.active_channels.values()):
            channel.note_sending(now)
            if now > channel.deadline(self.patience):
                channel.handle_close()
            else:
                held += channel.bytes_held
        if held > self.patience.bytes_held:
            for channel in sorted(self.active_channels.values(), key=lambda one: -one.bytes_held):
                if held <= self.patience.bytes_held // 2:
                    break
                held -= channel.bytes_held
                channel.handle_close()
        if not self.task_dispatcher.queue or self._served_at > self._beaten_at:
            self._beaten_at = now
            self._beat()

    def _has_stopped(self) -> bool:
        """Goes on with stopping, if that has begun. Returns whether it has come to the end."""
        if not self._told_to_stop:
            return False
        now = self.clock()
        if self._stopping_since == float("inf"):
            self._stopping_since = now
            for _ in range(BACKLOG // ACCEPTED_AT_ONCE):  # whoever knocked in time is still let in
                self.handle_accept()
            self._stop_accepting()
        took = now - self._stopping_since
        for channel in tuple(self.active_channels.values()):
            was_answered = channel.silent and channel.begun is None  # a new connection may bring a request yet
            silent = was_answered and took > self.patience.stopping_idle
            if silent or (channel.state is State.RECEIVING and took > self.patience.stopping_half_sent):
                channel.handle_close()
        return not self.active_channels or took > self.patience.stopping

    def _stop_accepting(self) -> None:
        if self.socket is not None:
            self.forget(self)
            wasyncore.dispatcher.close(self)


def descriptors() -> int:
    """Allows this process as many open files as the system lets it; how many.

    Systems often begin with 1,024 (the soft limit) where a process may have more by asking (the hard limit).
    """
    try:
        import resource
    except ImportError:  # Windows, where a selector takes no more than 512 sockets
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = 2 * (MOST_CONNECTIONS + SPARE_DESCRIPTORS)
    wanted = most if hard == resource.RLIM_INFINITY else min(hard, most)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS allows fewer than it says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return soft if soft != resource.RLIM_INFINITY else wanted


def most_connections(files: int) -> int:
    """How many connections there may be where so many files may be open: each may hold a part of its request in one."""
    return max(16, min(MOST_CONNECTIONS, (files - SPARE_DESCRIPTORS) // 2))
