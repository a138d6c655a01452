#!/usr/bin/env python3
"""Writes what SunTests compares with.

Usage: record.py TABLE...    needs ephem (PyPI) 4.2.1

usno.txt has days of the tables "Rise and Set for the Sun" and "Civil Twilight" of the US Naval Observatory, Astronomical
Applications Department (https://aa.usno.navy.mil/data/RS_OneYear), each a TABLE as that page gives it, in Universal Time:
latitude, longitude, R or T, date, rise or begin, set or end. These are of Anchorage, Auckland, Brasília, Longyearbyen, McMurdo
and Singapore in 2020 and 2023 (kept by the tests of klausbrunner/solarpositioning), and of N60 E0, N29 W81 and S60 W150 in
2019 (kept by those of cosinekitty/astronomy). ephem.txt has the same of random days of 1950 to 2100 between 65° south and 65° north, by the library PyEphem, in seconds since 1970: latitude, longitude,
date, dawn, rise, noon, set, dusk, with - for none.
"""
import datetime, random, re, sys
import ephem

EPOCH = datetime.datetime(1970, 1, 1)

def table(path, out):
    text = open(path).read()
    place = re.search(r"Location: ([EW ])(\d+) (\d+), ([NS])(\d+) (\d+)\s+(Rise and Set for the Sun|Civil Twilight) for (\d+)", text)
    west, degrees, minutes, south, latitude, more, kind, year = place.groups()
    longitude = (int(degrees) + int(minutes) / 60) * (-1 if west == "W" else 1)
    latitude = (int(latitude) + int(more) / 60) * (-1 if south == "S" else 1)
    for line in text.split("\n"):
        # A second line of a day has what happens twice in it.
        if not re.match(r"(01|08|15|22)  ", line): continue
        for month in range(12):
            begin, end = line[4 + 11 * month:8 + 11 * month].strip(), line[9 + 11 * month:13 + 11 * month].strip()
            if begin and end:
                out.write(f"{latitude:.6f} {longitude:.6f} {'R' if kind[0] == 'R' else 'T'} {year}-{month + 1:02}-{line[:2]} {begin} {end}\n")

def library(out):
    chance = random.Random(22)
    sun = ephem.Sun()
    for _ in range(150):
        place = ephem.Observer()
        latitude, longitude = round(chance.uniform(-65, 65), 4), round(chance.uniform(-180, 180), 4)
        place.lat, place.lon, place.pressure = str(latitude), str(longitude), 0
        date = datetime.date(1950, 1, 1) + datetime.timedelta(days=chance.randrange(365 * 151))
        seconds = lambda moment: round((moment.datetime() - EPOCH).total_seconds(), 1)
        place.date = ephem.Date(datetime.datetime(date.year, date.month, date.day, 12) - datetime.timedelta(hours=longitude / 15 + 1))
        noon = place.next_transit(sun)
        found = {}
        for name, horizon, search in (("dawn", "-6", place.previous_rising), ("rise", "-0:50", place.previous_rising),
                                      ("set", "-0:50", place.next_setting), ("dusk", "-6", place.next_setting)):
            place.date, place.horizon = noon, horizon
            try:
                moment = search(sun, use_center=True)
                found[name] = seconds(moment) if abs(moment - noon) < 0.5 else "-"
            except (ephem.AlwaysUpError, ephem.NeverUpError):
                found[name] = "-"
        out.write(f"{latitude} {longitude} {date} {found['dawn']} {found['rise']} {seconds(noon)} {found['set']} {found['dusk']}\n")

with open("usno.txt", "w") as out:
    for path in sys.argv[1:]: table(path, out)
with open("ephem.txt", "w") as out: library(out)
