"""Makes the golden files of this folder: random rules and events, and when other libraries say that they are.

    python3 -m venv .build/oracle
    .build/oracle/bin/pip install python-dateutil==2.9.0.post0 icalendar==7.3.2 recurring-ical-events==3.8.2
    .build/oracle/bin/python Tests/Core/CalendarsTests/Golden/make.py

rules.txt is by dateutil.rrule: a line is the first time, the rule, and the first times in a span, with its ends in front.
events.ics is read by recurring_ical_events, and agenda.txt has what that found: day by day start, end and title.

Left out is what the libraries do otherwise than RFC 5545 or than we mean it: dateutil takes all days of a week by BYWEEKNO
alone, and counts BYSETPOS of the first week from the first day on; times that the clocks leave out or show twice; and
rules for which dateutil takes more than 0.3 seconds, as it does not look at UNTIL before something matches.
"""

import datetime as dt
import pathlib
import random
import signal

import icalendar
import recurring_ical_events
from dateutil import rrule

here = pathlib.Path(__file__).parent
chance = random.Random(5545)
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
STAMP = "%Y%m%dT%H%M%S"


class TooSlow(Exception):
    pass


def give_up(*_):
    raise TooSlow


signal.signal(signal.SIGVTALRM, give_up)


def some(values, most):
    return sorted(chance.sample(list(values), chance.randint(1, most)))


def signed(values, most):
    return [n if chance.random() < 0.7 else -n for n in some(values, most)]


def listed(numbers):
    return ",".join(str(n) for n in numbers)


def rule(frequencies):
    frequency = chance.choice(frequencies)
    parts = {"FREQ": frequency}
    if chance.random() < 0.5:
        parts["INTERVAL"] = chance.choice([2, 3, 4, 5, 7, 10, 12, 90])
    sub = frequency in ("SECONDLY", "MINUTELY", "HOURLY")
    if chance.random() < 0.35:
        parts["BYMONTH"] = listed(some(range(1, 13), 5))
    if frequency == "YEARLY" and chance.random() < 0.2:
        parts["BYWEEKNO"] = listed(signed(range(1, 53), 4))
    if frequency == "YEARLY" and chance.random() < 0.2:
        parts["BYYEARDAY"] = listed(signed(range(1, 367), 8))
    if frequency != "WEEKLY" and chance.random() < 0.3:
        parts["BYMONTHDAY"] = listed(signed(range(1, 32), 5))
    if chance.random() < 0.45 or ("BYWEEKNO" in parts and "BYMONTHDAY" not in parts and "BYYEARDAY" not in parts):
        days = some(DAYS, 4)
        if frequency in ("MONTHLY", "YEARLY") and "BYWEEKNO" not in parts and chance.random() < 0.6:
            numbers = [1, 2, 3, 4, 5, -1, -2] + ([20, 53, -10] if frequency == "YEARLY" and "BYMONTH" not in parts else [])
            days = [f"{chance.choice(numbers)}{day}" for day in days]
        parts["BYDAY"] = ",".join(days)
    if chance.random() < (0.15 if sub else 0.25):
        parts["BYHOUR"] = listed(some(range(24), 4))
    if chance.random() < 0.2:
        parts["BYMINUTE"] = listed(some(range(60), 4))
    if chance.random() < 0.1:
        parts["BYSECOND"] = listed(some(range(60), 3))
    if chance.random() < 0.2 and frequency != "WEEKLY" and len(parts) > 2 and frequency != "SECONDLY":
        parts["BYSETPOS"] = listed(signed(range(1, 5), 2))
    if chance.random() < 0.2:
        parts["WKST"] = chance.choice(DAYS)
    if chance.random() < 0.3:
        parts["COUNT"] = chance.choice([1, 2, 3, 5, 10, 30, 100])
    return parts


def text(parts):
    return ";".join(f"{name}={value}" for name, value in parts.items())


def first(parts, start):
    """The first time of a rule without its COUNT, within what can be found quickly."""
    plain = {name: value for name, value in parts.items() if name != "COUNT"}
    end = start + dt.timedelta(days={"SECONDLY": 0.1, "MINUTELY": 5, "HOURLY": 200}.get(parts["FREQ"], 3000))
    found = rrule.rrulestr(text(plain) + ";UNTIL=" + end.strftime(STAMP), dtstart=start)
    return next(iter(found), None)


def rules():
    lines = []
    all_of = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY"] * 5 + ["HOURLY", "MINUTELY", "SECONDLY"]
    while len(lines) < 300:
        parts = rule(all_of)
        start = dt.datetime(1970, 1, 1) + dt.timedelta(seconds=chance.randrange(40 * 366 * 86400))
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.3)
            start = first(parts, start)
        except (ValueError, TooSlow):
            continue
        if start is None:
            continue
        if chance.random() < 0.3 and "COUNT" not in parts:
            days = chance.choice([0.01, 1, 40, 900, 5000]) if parts["FREQ"] not in ("SECONDLY",) else 0.01
            parts["UNTIL"] = (start + dt.timedelta(days=days)).strftime(STAMP) + "Z"
        aware = start.replace(tzinfo=dt.timezone.utc)
        length = {"SECONDLY": 0.05, "MINUTELY": 3, "HOURLY": 200}.get(parts["FREQ"], 2000)
        begin = aware + dt.timedelta(seconds=int(chance.choice([0, 0.1, 1, 2]) * length * 86400))
        end = begin + dt.timedelta(seconds=int(length * 86400))
        bounded = parts if "UNTIL" in parts else parts | {"UNTIL": end.strftime(STAMP) + "Z"}
        found = rrule.rrulestr(text(bounded), dtstart=aware)
        times = []
        try:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.3)
            for time in found.xafter(begin, count=6, inc=True):
                if time >= end:
                    break
                times.append(time.strftime(STAMP))
        except TooSlow:
            continue
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        span = f"{begin.strftime(STAMP)} {end.strftime(STAMP)}"
        lines.append(f"{start.strftime(STAMP)} {text(parts)} {span} {' '.join(times)}".rstrip())
    (here / "rules.txt").write_text("\n".join(lines) + "\n")


ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Sydney", "America/Sao_Paulo"]


def events():
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tagalong//Golden//EN"]
    for number in range(60):
        parts = rule(["YEARLY", "MONTHLY", "WEEKLY", "DAILY"])
        for name in ("BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS"):
            parts.pop(name, None)
        days = chance.random() < 0.3
        # No clock of these zones is set between 4 and 22 o'clock.
        hour, minute = (0, 0) if days else (chance.randrange(4, 22), chance.randrange(60))
        start = first(parts, dt.datetime(2023, 1, 1, hour, minute) + dt.timedelta(days=chance.randrange(700)))
        if start is None or start.year > 2026:
            continue
        zone = chance.choice(ZONES)

        def stamp(name, time):
            return f"{name};VALUE=DATE:{time:%Y%m%d}" if days else f"{name};TZID={zone}:{time:{STAMP}}"

        length = dt.timedelta(days=chance.randint(1, 3)) if days else dt.timedelta(minutes=chance.randrange(0, 100))
        lines += ["BEGIN:VEVENT", f"UID:event-{number}", "DTSTAMP:20230101T000000Z", f"SUMMARY:Event {number}"]
        lines += [stamp("DTSTART", start), stamp("DTEND", start + length), f"RRULE:{text(parts)}"]
        times = list(rrule.rrulestr(text(parts) + ("" if "UNTIL" in parts else ";UNTIL=20270101T000000"), dtstart=start).xafter(dt.datetime(2025, 11, 1), count=6, inc=True))
        chance.shuffle(times)
        if times and chance.random() < 0.5:
            lines.append(stamp("EXDATE", times.pop()))
        if chance.random() < 0.3:
            lines.append(stamp("RDATE", dt.datetime(2026, 1, 1, hour, minute) + dt.timedelta(days=chance.randrange(90))))
        lines.append("END:VEVENT")
        if times and chance.random() < 0.5:
            time = times.pop()
            moved = time + (dt.timedelta(days=2) if days else dt.timedelta(hours=1))
            lines += ["BEGIN:VEVENT", f"UID:event-{number}", "DTSTAMP:20230102T000000Z", f"SUMMARY:Moved {number}"]
            lines += [stamp("RECURRENCE-ID", time), stamp("DTSTART", moved), stamp("DTEND", moved + length)]
            if chance.random() < 0.3:
                lines.append("STATUS:CANCELLED")
            lines.append("END:VEVENT")
    lines.append("END:VCALENDAR")
    (here / "events.ics").write_text("\r\n".join(lines) + "\r\n", newline="")
    calendar = icalendar.Calendar.from_ical((here / "events.ics").read_bytes())
    berlin = icalendar.prop.vDDDTypes.from_ical("20260101T000000", "Europe/Berlin").tzinfo
    begin = dt.datetime(2025, 11, 15, tzinfo=berlin)
    end = dt.datetime(2026, 5, 15, tzinfo=berlin)

    def utc(time):
        if not isinstance(time, dt.datetime):
            time = dt.datetime(time.year, time.month, time.day, tzinfo=berlin)
        return time.astimezone(dt.timezone.utc).strftime(STAMP)

    found = []
    for event in recurring_ical_events.of(calendar).between(begin, end):
        if event.get("STATUS") == "CANCELLED":
            continue
        found.append(f"{utc(event.start)} {utc(event.end)} {event['SUMMARY']}")
    (here / "agenda.txt").write_text("\n".join([f"{utc(begin)} {utc(end)}"] + sorted(found)) + "\n")


rules()
signal.setitimer(signal.ITIMER_VIRTUAL, 0)
events()
