"""A mail server of the tests, which keeps what it is given."""

import contextlib
import email
import email.policy
import re

from aiosmtpd.controller import Controller

from service import free_port, wait_until


class Post:
    """Takes mails, as long as the `with` lasts."""

    def __init__(self):
        self.letters = []

    async def handle_DATA(self, server, session, envelope):
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.letters.append((envelope.rcpt_tos[0], letter))
        return "250 OK"

    def __enter__(self):
        # It takes no port 0: of two programs that were given the same free one, the later takes another.
        for _ in range(20):
            self.port = free_port()
            self.controller = Controller(self, hostname="127.0.0.1", port=self.port)
            with contextlib.suppress(OSError):
                self.controller.start()
                return self
        raise AssertionError("no port is free")

    def __exit__(self, *_):
        self.controller.stop()

    def text_of(self, letter):
        return letter.get_body(("plain",)).get_content()

    def links(self, address):
        """The links in what has come to an address, the oldest first."""
        texts = [self.text_of(letter) for to, letter in self.letters if to == address]
        return [link for text in texts for link in re.findall(r"https?://\S+#\S+", text)]

    def link(self, address, number=1):
        """The link of that letter to an address, once it is there."""
        wait_until(lambda: len(self.links(address)) >= number, f"letter {number} to {address}")
        return self.links(address)[number - 1]
