#!/usr/bin/env python3
"""Writes what CivilTimeTests compares with: files of zones, and what Python's zoneinfo says of them.

Usage: record.py [TZDATA.ZI]    needs zic; run in this folder

The zones are compiled here from the rules of tzdata, so that a later tzdata changes no test. moments.txt has lines of
zone, seconds since 1970, offset, abbreviation, and what the clocks show; clocks.txt has lines of zone, what the clocks
show, and the moments of it: one, two where it is shown twice, and in a gap, after a minus, the one with the offset before.
"""
import datetime, io, os, random, subprocess, sys, tempfile, zoneinfo

ZONES = """Africa/Casablanca America/New_York America/Nuuk America/Sao_Paulo Antarctica/Troll Asia/Kathmandu
Asia/Tehran Australia/Lord_Howe Europe/Dublin Europe/Zurich Pacific/Apia Pacific/Auckland Pacific/Kiritimati""".split()
FAT = ["Europe/Zurich", "Europe/Dublin", "Pacific/Auckland"]
RULES = ["<+0330>-3:30", "UTC0", "EST5EDT,M3.2.0,M11.1.0", "NZST-12NZDT,M9.5.0,M4.1.0/3", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
         "IST-1GMT0,M10.5.0,M3.5.0/1", "AAA-2BBB,J60/25,J300/-30:15", "LHST-10:30LHDT-11,M10.1.0,M4.1.0",
         "XXX3EDT4,0/0,J365/23"]
EPOCH = datetime.datetime(1970, 1, 1)
UTC = datetime.timezone.utc

def rule_file(rule):
    header = lambda version: b"TZif" + version + bytes(15) + b"".join(n.to_bytes(4, "big") for n in (0, 0, 0, 0, 1, 4))
    block = bytes(6) + b"UTC\0"
    return header(b"2") + block + header(b"2") + block + b"\n" + rule.encode() + b"\n"

def civil(zone, second):
    moment = (EPOCH.replace(tzinfo=UTC) + datetime.timedelta(seconds=second)).astimezone(zone)
    return moment, int(moment.utcoffset().total_seconds())

def main():
    rules = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/zoneinfo/tzdata.zi"
    zones = {}
    with tempfile.TemporaryDirectory() as folder:
        for form in ("slim", "fat"):
            subprocess.run(["zic", "-b", form, "-d", f"{folder}/{form}", rules], check=True, stderr=subprocess.DEVNULL)
        for form, names in (("slim", ZONES), ("fat", FAT)):
            for name in names:
                data = open(f"{folder}/{form}/{name}", "rb").read()
                os.makedirs(os.path.dirname(f"{form}/{name}"), exist_ok=True)
                open(f"{form}/{name}", "wb").write(data)
                zones[f"{form}/{name}"] = zoneinfo.ZoneInfo.from_file(io.BytesIO(data), key=name)
    for rule in RULES:
        zones[rule] = zoneinfo.ZoneInfo.from_file(io.BytesIO(rule_file(rule)), key=rule)
    chance = random.Random(22)
    first, last = int((datetime.datetime(1900, 1, 1) - EPOCH).total_seconds()), int((datetime.datetime(2500, 1, 1) - EPOCH).total_seconds())
    with open("moments.txt", "w") as moments, open("clocks.txt", "w") as clocks:
        for name, zone in zones.items():
            def moment(second):
                shown, offset = civil(zone, second)
                moments.write(f"{name} {second} {offset} {shown.tzname()} {shown:%Y-%m-%d %H:%M:%S}\n")
            def clock(shown):
                naive = shown.replace(tzinfo=None, fold=0)
                found = []
                for fold in (0, 1):
                    second = int((naive - EPOCH - naive.replace(tzinfo=zone, fold=fold).utcoffset()).total_seconds())
                    if civil(zone, second)[0].replace(tzinfo=None, fold=0) == naive and second not in found:
                        found.append(second)
                if not found:
                    second = int((naive - EPOCH - naive.replace(tzinfo=zone, fold=0).utcoffset()).total_seconds())
                    found = [f"gap{second}"]
                clocks.write(f"{name} {naive:%Y-%m-%d %H:%M:%S} {' '.join(map(str, found))}\n")
            for _ in range(25):
                second = chance.randrange(first, last)
                moment(second)
                clock(civil(zone, second)[0])
            # Around the moments at which the clocks are set: half of them up to 2040, where tables end.
            changes = []
            for begin, end in ((first, 2208988800), (2208988800, last)):
                step = 86400 * 5
                found = [s for s in range(begin, end, step) if civil(zone, s)[1] != civil(zone, s + step)[1]]
                changes += chance.sample(found, min(4, len(found)))
            for begin in changes:
                low, high = begin, begin + 86400 * 5
                before = civil(zone, low)[1]
                while high - low > 1:
                    middle = (low + high) // 2
                    low, high = (middle, high) if civil(zone, middle)[1] == before else (low, middle)
                for second in (high - 1, high):
                    moment(second)
                local = EPOCH + datetime.timedelta(seconds=high + before)
                for seconds in (-3601, -3600, -1, 0, 900, 3599, 3600):
                    clock(local + datetime.timedelta(seconds=seconds))

main()
