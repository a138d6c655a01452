"""The colours of a screenshot."""

import struct
import zlib


class Pixels:
    """A PNG of 8 bits a channel without interlacing, as Chromium makes them."""

    def __init__(self, path):
        content = path.read_bytes()
        place, packed = 8, b""
        while place < len(content):
            length, kind = struct.unpack(">I4s", content[place : place + 8])
            data = content[place + 8 : place + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, _, colours = struct.unpack(">IIBB", data[:10])
            elif kind == b"IDAT":
                packed += data
            place += 12 + length
        self.channels = {2: 3, 6: 4}[colours]
        self.rows = list(self._rows(zlib.decompress(packed)))

    def _rows(self, raw):
        size, step = self.width * self.channels, self.channels
        before = bytearray(size)
        for start in range(0, len(raw), size + 1):
            kind, row = raw[start], bytearray(raw[start + 1 : start + 1 + size])
            for index in range(size) if kind else ():
                left = row[index - step] if index >= step else 0
                corner = before[index - step] if index >= step else 0
                above = before[index]
                guess = left + above - corner
                nearest = min((abs(guess - each), order, each) for order, each in enumerate((left, above, corner)))[2]
                row[index] = (row[index] + (0, left, above, (left + above) // 2, nearest)[kind]) % 256
            yield row
            before = row

    def count(self, colour, slack=3):
        """How many points are of a colour."""
        step = self.channels
        return sum(
            all(abs(row[at + part] - colour[part]) <= slack for part in range(3))
            for row in self.rows
            for at in range(0, len(row), step)
        )
