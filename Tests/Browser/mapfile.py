"""Archives of map tiles around a place, as MBTiles: pictures of one colour, or vector tiles with water, a road, a house and a name."""

import gzip
import math
import sqlite3

from tileserver import picture

REACH = 0.2  # degrees around the place


def tile_of(latitude, longitude, zoom):
    """The column and row of a tile from the north-west."""
    size = 2**zoom
    radians = math.radians(latitude)
    row = (1 - math.asinh(math.tan(radians)) / math.pi) / 2 * size
    return int((longitude + 180) / 360 * size), int(row)


def write(path, place, zooms, tile, **metadata):
    latitude, longitude = place
    bounds = [longitude - REACH, latitude - REACH, longitude + REACH, latitude + REACH]
    known = {"name": "Test", "attribution": "<a href='https://x.example'>&copy; Test &amp; Sons</a>"}
    known |= {"minzoom": zooms[0], "maxzoom": zooms[-1], "bounds": ",".join(map(str, bounds))}
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
        base.executemany("INSERT INTO metadata VALUES (?, ?)", (known | metadata).items())
        base.execute("CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data)")
        base.execute("CREATE UNIQUE INDEX place ON tiles (zoom_level, tile_column, tile_row)")
        for zoom in zooms:
            (west, south), (east, north) = tile_of(bounds[1], bounds[0], zoom), tile_of(bounds[3], bounds[2], zoom)
            for column in range(west, east + 1):
                for row in range(north, south + 1):
                    base.execute("INSERT INTO tiles VALUES (?, ?, ?, ?)", (zoom, column, 2**zoom - 1 - row, tile))
    base.close()
    return path


def raster(path, place, colour=(0x20, 0x80, 0xA0), zooms=range(6, 15)):
    return write(path, place, zooms, picture(colour), format="png")


def vector(path, place, zooms=range(6, 15)):
    layers = [
        layer("water", [feature(3, [(2048, 0), (4096, 0), (4096, 4096), (2048, 4096)])]),
        layer("landcover", [feature(3, [(0, 0), (1024, 0), (1024, 4096), (0, 4096)], **{"class": "wood"})]),
        layer("transportation", [feature(2, [(0, 1024), (4096, 1024)], **{"class": "primary"})]),
        layer("transportation_name", [
            feature(2, [(0, 1024), (4096, 1024)], name="Mill Road", **{"class": "primary"}),
            feature(2, [(2600, 3800), (2600, 300)], name="Church Lane", **{"class": "minor"}),
        ]),
        layer("building", [feature(3, [(1200, 2000), (1800, 2000), (1800, 2600), (1200, 2600)])]),
        layer("place", [feature(1, [(1600, 1600)], name="Newton", **{"class": "village"})]),
    ]
    return write(path, place, zooms, gzip.compress(b"".join(layers)), format="pbf")


# Mapbox Vector Tiles 2.1: protocol buffers by hand.


def varint(number):
    text = b""
    while number >= 128:
        text += bytes([128 | number % 128])
        number //= 128
    return text + bytes([number])


def field(number, content):
    """A field with bytes, or a number."""
    if isinstance(content, int):
        return varint(number << 3) + varint(content)
    return varint(number << 3 | 2) + varint(len(content)) + content


def zigzag(number):
    return 2 * number if number >= 0 else -2 * number - 1


def feature(kind, points, **tags):
    """A point (1), a line (2) or an area (3) of a tile of 4,096 units, with its tags."""
    numbers = [9]
    before = (0, 0)
    for index, point in enumerate(points):
        if index == 1:
            numbers.append(2 | (len(points) - 1) << 3)
        numbers += [zigzag(point[0] - before[0]), zigzag(point[1] - before[1])]
        before = point
    if kind == 3:
        numbers.append(15)
    return kind, b"".join(map(varint, numbers)), tags


def layer(name, features):
    keys = sorted({key for *_, tags in features for key in tags})
    values = sorted({value for *_, tags in features for value in tags.values()})
    content = field(15, 2) + field(1, name.encode())
    for kind, geometry, tags in features:
        numbers = b"".join(varint(keys.index(key)) + varint(values.index(value)) for key, value in tags.items())
        content += field(2, field(2, numbers) + field(3, kind) + field(4, geometry))
    content += b"".join(field(3, key.encode()) for key in keys)
    return field(3, content + b"".join(field(4, field(1, value.encode())) for value in values) + field(5, 4096))
