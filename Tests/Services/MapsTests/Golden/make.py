#!/usr/bin/env python3
"""Writes the archives of these tests with other people's software: Python's sqlite3, and pmtiles 3.8.1 of PyPI.

Usage: python3 make.py        in this folder; the tests say what is in the tiles (GoldenTiles)
"""

import gzip
import pathlib
import sqlite3

from pmtiles.tile import Compression, TileType, zxy_to_tileid
from pmtiles.writer import build_roots_leaves, write

FOLDER = pathlib.Path(__file__).resolve().parent
DEEPEST = 4


def content(z, x, y):
    """The text of a tile; None where there is none."""
    if z == 2 and x == 3:
        return None
    return b"sea" if z >= 3 and x < 2**z // 2 else f"{z}/{x}/{y}".encode()


def tiles():
    for z in range(1, DEEPEST + 1):
        for x in range(2**z):
            for y in range(2**z):
                if (text := content(z, x, y)) is not None:
                    yield z, x, y, text


def mbtiles(name, rows, schema, insert, metadata):
    path = FOLDER / name
    path.unlink(missing_ok=True)
    base = sqlite3.connect(path)
    base.executescript("PRAGMA page_size = 1024;" + schema)
    base.execute("CREATE TABLE metadata (name TEXT, value TEXT)")
    base.executemany("INSERT INTO metadata VALUES (?, ?)", metadata.items())
    insert(base, rows)
    base.commit()
    base.execute("VACUUM")
    base.close()


def raster(base, rows):
    base.executemany("INSERT INTO tiles VALUES (?, ?, ?, ?)", [(z, x, 2**z - 1 - y, text) for z, x, y, text in rows])


def shared(base, rows):
    """Equal tiles are kept once, as many writers do it."""
    for z, x, y, text in rows:
        base.execute("INSERT OR IGNORE INTO images VALUES (?, ?)", (text.decode(), gzip.compress(text, mtime=0)))
        base.execute("INSERT INTO map VALUES (?, ?, ?, ?)", (z, x, 2**z - 1 - y, text.decode()))


INFORMATION = {"name": "Test", "attribution": "<a href=\"https://example.org\">&copy; Test &amp; Sons</a>"}
HEADER = {
    "tile_compression": Compression.NONE, "tile_type": TileType.PNG, "min_lon_e7": -100000000, "min_lat_e7": -200000000,
    "max_lon_e7": 300000000, "max_lat_e7": 400000000, "center_zoom": 2, "center_lon_e7": 0, "center_lat_e7": 0,
}


def pmtiles(name, rows, packed):
    header = dict(HEADER)
    if packed:
        header |= {"tile_compression": Compression.GZIP, "tile_type": TileType.MVT}
    with write(FOLDER / name) as writer:
        for z, x, y, text in rows:
            writer.write_tile(zxy_to_tileid(z, x, y), gzip.compress(text, mtime=0) if packed else text)
        writer.finalize(header, INFORMATION)


def leaves(name, rows):
    """With leaves of few entries: the library makes them of 4,096 and more."""
    import pmtiles.writer as library

    library.optimize_directories = lambda entries, _: build_roots_leaves(entries, 16)
    pmtiles(name, rows, packed=False)


def main():
    rows = sorted(tiles(), key=lambda row: zxy_to_tileid(*row[:3]))
    table = "CREATE TABLE tiles (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_data BLOB);"
    index = "CREATE UNIQUE INDEX place ON {} (zoom_level, tile_column, tile_row);"
    told = INFORMATION | {"format": "png", "minzoom": "1", "maxzoom": "4", "bounds": "-10,-20,30,40"}
    mbtiles("raster.mbtiles", rows, table + index.format("tiles"), raster, told)
    view = (
        "CREATE TABLE images (tile_id TEXT PRIMARY KEY, tile_data BLOB);"
        "CREATE TABLE map (zoom_level INTEGER, tile_column INTEGER, tile_row INTEGER, tile_id TEXT);"
        "CREATE VIEW tiles AS SELECT zoom_level, tile_column, tile_row, tile_data FROM map JOIN images USING (tile_id);"
    )
    # Without its zoom levels and bounds, as of some writers.
    mbtiles("vector.mbtiles", rows, view + index.format("map"), shared, INFORMATION | {"format": "pbf"})
    pmtiles("raster.pmtiles", rows, packed=False)
    pmtiles("vector.pmtiles", rows, packed=True)
    pmtiles("unclustered.pmtiles", list(reversed(rows)), packed=False)
    leaves("leaves.pmtiles", rows)
    # 64 MiB of nothing in some hundred bytes.
    (FOLDER / "zeros.gz.gz").write_bytes(gzip.compress(gzip.compress(bytes(64 << 20), mtime=0), mtime=0))


if __name__ == "__main__":
    main()
