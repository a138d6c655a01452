"""Tiles of one colour from a server of the test, which can be told to give none."""

import struct
import threading
import zlib

from answeringserver import AnsweringServer


def picture(colour, size=256):
    """A PNG of one colour."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes(colour) * size) * size
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


class TileServer(AnsweringServer):
    """Serves as long as the `with` lasts; `how` says how: `serve`, `refuse` (404), `cut` (no answer) or `hang`."""

    def __init__(self, colour=(0x20, 0x80, 0xA0)):
        self.how, self.asked = "serve", []
        self.picture = picture(colour)
        self.has_ended = threading.Event()

    def __enter__(self):
        super().__enter__()
        self.url = f"http://{self.host}/{{z}}/{{x}}/{{y}}.png"
        return self

    def __exit__(self, *ending):
        self.has_ended.set()
        super().__exit__(*ending)

    def answer(self, request):
        self.asked.append(request.path)
        how = self.how
        if how == "hang":
            while self.how == "hang" and not self.has_ended.wait(0.1):
                pass
        if how in ("hang", "cut"):
            request.close_connection = True
            return
        request.send_response(404 if how == "refuse" else 200)
        request.send_header("Content-Type", "image/png")
        request.end_headers()
        if how == "serve":
            request.wfile.write(self.picture)
