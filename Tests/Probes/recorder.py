#!/usr/bin/env python3
"""Feeds one seeded stream of mixed OwnTracks messages to a Recorder and to a Tagalong, and compares what they answer.

'scripts/recorder' starts both and this. Both listen to the same broker. Half of the users post over HTTP to each of the
two; Tagalong publishes those again, so the Recorder must subscribe to the others only: 'owntracks/mq0/#' and
'owntracks/mq1/#' (with 'owntracks/#' the web users come there twice).

Each difference that docs/owntracks.md tells is counted under its name; any other is printed.

Only the standard library. It needs fresh databases.
Exit: 0 no difference that is not known, 1 some, 2 it could not be run.
"""
import argparse, base64, csv, io, json, random, socket, struct, sys, time
import urllib.error, urllib.parse, urllib.request
import xml.etree.ElementTree as ET

UNKNOWN_WHEN_NEGATIVE = ("vel", "cog", "vac", "batt")    # Tagalong drops a negative one: the phone did not know
RUN = "%x" % (int(time.time()) & 0xFFFFFF)         # a client id of its own for each run
MQ, WEB = ["mq0", "mq1"], ["web0", "web1"]
PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="


# --- what is sent -----------------------------------------------------------------------------------------------------

def location(rng, n, tst):
    message = {"_type": "location", "lat": round(46 + rng.uniform(-1, 1), rng.choice([3, 5, 7])),
               "lon": round(14.5 + rng.uniform(-1, 1), rng.choice([3, 5, 7])), "tst": tst, "n": n}
    for key, value in (("acc", rng.choice([5, 12, 7.5, 0])), ("alt", rng.choice([300, 298.6, -3])),
                       ("vel", rng.choice([0, 4, 50, -1])), ("cog", rng.choice([0, 90, 359, -1])),
                       ("vac", rng.choice([3, 10, -1])), ("batt", rng.randrange(-1, 101)), ("bs", rng.randrange(4)),
                       ("conn", rng.choice("wmo")), ("tid", rng.choice(["ab", "Z9", "\u017e"])),
                       ("t", rng.choice("puctb")), ("m", rng.randrange(3)), ("p", 101.3), ("SSID", 'caf\u00e9 <&> "x"'),
                       ("BSSID", "00:11:22:33:44:55"), ("inregions", ["home"]), ("inrids", ["a1"]),
                       ("created_at", tst + 1), ("_id", "%08x" % n), ("poi", rng.choice(["Gate", "a, b & c"])),
                       ("tag", "work"), ("odd", {"a": [1, None, True]})):
        if rng.random() < (0.05 if key in ("poi", "odd") else 0.4):
            message[key] = value
    return message


def stream(seed, count, now):
    """(user, device, subtopic, message, kind); kind: same, dropped (Tagalong refuses it), other (no position)."""
    rng, used = random.Random(seed), set()
    for n in range(count):
        user, device = rng.choice(MQ + WEB), rng.choice(["phone", "keys"])
        # Unique a device: of two positions of one moment the answers may come in either order.
        while True:
            tst = now - rng.randrange(60, 3 * 3600)
            if (user, device, tst) not in used:
                break
        used.add((user, device, tst))
        message, what = location(rng, n, tst), rng.random()
        if what < 0.80:
            yield user, device, "", message, "same"
        elif what < 0.84:                                   # the same bytes again: stored twice there, once here
            yield user, device, "", message, "same"
            yield user, device, "", message, "same"
        elif what < 0.88:
            message.update(rng.choice([{"lat": 95}, {"lat": "46.5"}, {"tst": str(tst)}, {"tst": now + 86400 * 9},
                                       {"acc": "12"}, {"lon": -181}]))
            yield user, device, "", message, "dropped"
        else:
            other, sub = rng.choice([
                ({"_type": "lwt", "tst": tst}, ""), ({"_type": "card", "name": "Sam", "tid": "sa"}, "/info"),
                ({"_type": "card", "name": "S\u00e1m & co", "tid": "sb", "face": PICTURE, "color": "#c00"}, "/info"),
                ({"_type": "steps", "tst": tst, "steps": 7, "from": tst - 60, "to": tst}, "/step"),
                ({"_type": "beacon", "tst": tst, "uuid": "u", "major": 1, "minor": 2, "prox": 1}, "/beacon"),
                ({"_type": "status", "iOS": {"version": "1"}}, "/status"),
                ({"_type": "transition", "event": "enter", "desc": "home", "lat": 46, "lon": 14, "tst": tst,
                  "wtst": tst, "acc": 5, "t": "c"}, "/event"),
                ({"_type": "waypoint", "desc": "home", "lat": 46, "lon": 14, "rad": 50, "tst": tst}, "/waypoint"),
                ({"_type": "configuration", "deviceId": "x"}, ""), ({"_type": "unheard-of"}, ""),
                ({"_type": "request", "request": "tours"}, "/request"),
                ({"_type": "waypoints", "waypoints": []}, "/waypoints"),
                ({"_type": "encrypted", "data": base64.b64encode(bytes(80)).decode()}, ""),
            ])
            # What is no position must have no effect on positions; the key tells which message it was.
            yield user, device, sub, dict(other, n=n), "other"
    # A device that hardly moves, so that the last position is the same, and that says who carries it.
    for number, user in enumerate(MQ + WEB):
        for step in range(3):
            message = {"_type": "location", "lat": 46.05, "lon": 14.5, "tst": now - 90 + 30 * step, "acc": 5,
                       "n": count + 3 * number + step}
            yield user, "still", "", dict(message, **({"tid": "st"} if number % 2 else {})), "same"
        card = {"_type": "card", "name": "S\u00e1m & co", "tid": "sb", "face": PICTURE, "color": "#c00", "acc": 9}
        yield user, "still", "/info", card, "other"


class Publisher:
    """MQTT 3.1.1, QoS 1, each publication waited for."""

    def __init__(self, port):
        self.socket, self.id = socket.create_connection(("127.0.0.1", port), 10), 0
        name = b"side-by-side-" + RUN.encode()
        self.send(0x10, b"\x00\x04MQTT\x04\x02\x00\x3c" + struct.pack(">H", len(name)) + name)
        kind, body = self.receive()
        if kind != 0x20 or body[1] != 0:
            raise OSError("the broker refused the connection: %r" % body)

    def send(self, kind, body):
        length, rest = b"", len(body)
        while True:
            length += bytes([rest % 128 | (128 if rest > 127 else 0)])
            rest //= 128
            if not rest:
                break
        self.socket.sendall(bytes([kind]) + length + body)

    def exactly(self, count):
        data = b""
        while len(data) < count:
            part = self.socket.recv(count - len(data))
            if not part:
                raise OSError("the broker closed the connection")
            data += part
        return data

    def receive(self):
        kind, length, shift = self.exactly(1)[0], 0, 0
        while True:
            byte = self.exactly(1)[0]
            length |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return kind, self.exactly(length)

    def publish(self, topic, payload):
        self.id = self.id % 65535 + 1
        topic = topic.encode()
        self.send(0x32, struct.pack(">H", len(topic)) + topic + struct.pack(">H", self.id) + payload)
        while self.receive()[0] != 0x40:
            pass


# --- what is asked ----------------------------------------------------------------------------------------------------

class Server:
    def __init__(self, url, token=None):
        self.url, self.token = url.rstrip("/"), token

    def ask(self, path, query=None, body=None, headers=None):
        url = self.url + path + ("?" + urllib.parse.urlencode(query) if query else "")
        headers = dict(headers or {})
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        for attempt in range(30):
            request = urllib.request.Request(url, body, headers)
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    return answer.status, answer.read()
            except urllib.error.HTTPError as error:
                if error.code not in (429, 503):
                    return error.code, error.read()
                time.sleep(min(5, float(error.headers.get("Retry-After") or 1)))
            except (ConnectionResetError, urllib.error.URLError, OSError):
                time.sleep(0.5)                              # the Recorder closes without an answer where it has none
        return 0, b""

    def json(self, path, query=None):
        return json.loads(self.ask(path, query)[1] or b"null")


def same(a, b, tolerance=1e-9):
    if isinstance(a, (int, float)) and isinstance(b, (int, float)) and not isinstance(a, bool):
        return abs(a - b) <= tolerance
    return a == b


def by_number(entries):
    return {entry["n"]: entry for entry in entries if "n" in entry}


def points(kind, body):
    """What a format tells, as a set of tuples: order and digits differ by design."""
    if kind in ("geojson", "geojsonpoi", "linestring"):
        document = json.loads(body)
        if kind == "linestring":
            coordinates = (document.get("geometry") or {}).get("coordinates") or []
            return {(round(c[0], 6), round(c[1], 6)) for c in coordinates}
        found = set()
        for feature in document["features"]:
            at, told = feature["geometry"]["coordinates"], feature["properties"]
            if kind == "geojsonpoi":
                found.add((round(at[0], 6), round(at[1], 6), told["name"], told.get("address") or "", told["isotst"]))
            else:
                numbers = [max(0, int(told.get(key) or 0)) for key in ("vel", "acc")] + [int(told.get("alt") or 0)]
                found.add((round(at[0], 6), round(at[1], 6), told["tst"], *numbers))
        return found
    if kind == "csv":
        # Rows there have no empty column for a key that they lack; the three that are asked for are in all.
        rows = csv.DictReader(io.StringIO(body.decode()))
        return {(int(float(r["tst"])), round(float(r["lat"]), 6), round(float(r["lon"]), 6)) for r in rows}
    tree, found = ET.fromstring(body), set()
    if kind == "gpx":
        space = "{http://www.topografix.com/GPX/1/1}"
        for point in tree.iter(space + "trkpt"):
            height = point.findtext(space + "ele")
            found.add((round(float(point.get("lat")), 6), round(float(point.get("lon")), 6),
                       point.findtext(space + "time").replace(".000Z", "Z"), height and round(float(height), 2)))
        return found
    for point in tree.iter("point"):
        found.add((int(float(point.findtext("tst"))), round(float(point.findtext("lat")), 6),
                   round(float(point.findtext("lon")), 6), point.findtext("SSID")))
    return found


def forms(kind, there, here):
    """The known differences of a format in itself, by name."""
    if kind in ("geojson", "geojsonpoi"):
        there, here = (json.loads(body)["features"] for body in (there, here))
        theirs, ours = ([feature["properties"] for feature in features] for features in (there, here))
        yield "GeoJSON: numbers are cut, and 0 or an empty address where there is none", theirs and \
            any("address" in one for one in theirs) and not all("address" in one for one in ours)
        yield "geojsonpoi: tells the numbers of a point that is named, too", kind == "geojsonpoi" and \
            any("tst" in one for one in ours) and not any("tst" in one for one in theirs)
    if kind == "linestring":
        there, here = ((json.loads(body).get("geometry") or {}).get("coordinates") or [] for body in (there, here))
        yield "LineString: has altitudes", any(len(c) > 2 for c in here) and not any(len(c) > 2 for c in there)
    if kind == "xml":
        yield "XML: one line a point, with _type", b"<_type>" in here and b"<_type>" not in there
        yield "XML: no stylesheet", b"xml-stylesheet" in there and b"xml-stylesheet" not in here
    if kind == "gpx":
        yield "GPX: another creator, a name, exact digits", b"<name>" in here and b"<name>" not in there


# --- the comparison ---------------------------------------------------------------------------------------------------

class Report:
    def __init__(self):
        self.checks, self.differences, self.expected = 0, [], {}

    def check(self, what, is_same, detail=""):
        self.checks += 1
        if not is_same:
            self.differences.append("%s: %s" % (what, detail))

    def by_design(self, what, count=1):
        """Counts a difference that docs/owntracks.md tells."""
        if count:
            self.expected[what] = self.expected.get(what, 0) + int(count)


def sets(report, what, there, here):
    report.check(what, there == here, "only Recorder %s, only Tagalong %s" % (
        sorted(map(str, there - here))[:3], sorted(map(str, here - there))[:3]))


def wait(servers, sent, window, seconds):
    """Until both have all they should, or nothing changes any more: the Recorder takes 19 a second from the broker."""
    end, last, quiet = time.time() + seconds, None, 0
    while time.time() < end:
        have = []
        for server in servers:
            for pair in sent:
                data = server.json("/api/0/locations", dict(window, user=pair[0], device=pair[1], fields="n"))
                have.append(len({entry.get("n") for entry in (data or {}).get("data", [])}))
        quiet = quiet + 1 if have == last else 0
        if quiet >= 8:
            return
        last = have
        time.sleep(1)


def compare_entry(report, what, there, here):
    """Key by key."""
    for key in sorted(set(there) | set(here)):
        one, two = there.get(key), here.get(key)
        if key in there and key in here and same(one, two):
            report.check(what, True)
        elif key in ("tzname", "isolocal", "_http") and key not in here:
            report.by_design("%s only there" % key)
        elif key in ("isorcv", "name", "topic") and key not in there:
            report.by_design("%s only here" % key)
        elif key == "isorcv" and key in here:
            report.by_design("isorcv: the time of arrival here, of the position there")
        elif key in UNKNOWN_WHEN_NEGATIVE and isinstance(one, (int, float)) and one < 0 and key not in here:
            report.by_design("%s: a negative one is left out here" % key)
        elif key == "tid" and key not in there:
            report.by_design("tid: made up here where none was sent")
        else:
            report.check("%s %s" % (what, key), False, "%r there, %r here" % (one, two))


def compare_lists(report, recorder, tagalong, sent):
    users = sorted({user for user, _ in sent})
    here, there = ([u for u in s.json("/api/0/list")["results"] if u in users] for s in (tagalong, recorder))
    sets(report, "list", set(there), set(here))
    for user in users:
        here, there = (s.json("/api/0/list", {"user": user}).get("results", []) for s in (tagalong, recorder))
        sets(report, "list " + user, set(there), set(here))
    for user, device in sorted(sent):
        here, there = (s.json("/api/0/list", {"user": user, "device": device})["results"] for s in (tagalong, recorder))
        report.by_design("list of a device: names of files here, paths there", here != there)
        sets(report, "months of %s/%s" % (user, device), {path.split("/")[-1] for path in there}, set(here))
    for query in ({"user": "nobody"}, {"user": users[0], "device": "none"}):
        here, there = (s.ask("/api/0/list", query) for s in (tagalong, recorder))
        report.by_design("list of somebody unknown: empty here, an error there",
                         b"error" in there[1] and json.loads(here[1]) == {"results": []})


def compare(report, recorder, tagalong, sent, window, dropped):
    compare_lists(report, recorder, tagalong, sent)
    for user, device in sorted(sent):
        who, query = "%s/%s" % (user, device), dict(window, user=user, device=device)
        one, two = (s.json("/api/0/locations", query) for s in (recorder, tagalong))
        report.check(who + " status", one["status"] == two["status"] == 200)
        there, here = by_number(one["data"]), by_number(two["data"])
        report.by_design("copies are kept once here", len(one["data"]) - len(there))
        report.by_design("bad positions are refused here", len(set(there) & dropped - set(here)))
        times = [[entry["tst"] for entry in answer["data"]] for answer in (one, two)]
        report.by_design("order: by time here, by arrival there", times[0] != sorted(times[0]))
        report.check(who + " order", times[1] == sorted(times[1]), "not by time")
        good = set(there) - dropped
        report.check(who + " positions", good == set(here) - dropped, "only Recorder %s, only Tagalong %s" % (
            sorted(good - set(here))[:5], sorted(set(here) - set(there))[:5]))
        report.check(who + " accepts what is bad", not set(here) & dropped, str(sorted(set(here) & dropped)[:5]))
        for n in sorted(good & set(here)):
            if list(there[n]) != list(here[n]):
                report.by_design("order of the keys")
            compare_entry(report, "%s n=%d" % (who, n), there[n], here[n])
        compare_last(report, who, recorder, tagalong, {"user": user, "device": device}, there, here, dropped)
        compare_formats(report, who, recorder, tagalong, query, [there[n] for n in there if n in dropped], bool(there))
    for path, query in (("/api/0/locations", {"user": user}), ("/api/0/locations", {})):
        here, there = (s.ask(path, query)[0] for s in (tagalong, recorder))
        report.check("status of %s %s" % (path, query), here == there == 416, "%d there, %d here" % (there, here))


def compare_last(report, who, recorder, tagalong, query, there, here, dropped):
    last = [s.json("/api/0/last", query) for s in (recorder, tagalong)]
    if not last[0] or not last[1]:
        return report.check(who + " last", last[0] == last[1], "%r there, %r here" % tuple(last))
    one, two = last[0][0], last[1][0]
    if one.get("n") in dropped:
        # One of the future or a wrong one takes over `last` there.
        return report.by_design("last: a bad position there")
    if one.get("n") != two.get("n") and one["tst"] > two["tst"]:
        # The positions jump by up to 200 km, and nothing travels so fast.
        return report.by_design("last: a later one there that nothing could have reached so fast")
    report.check(who + " last", one.get("n") == two.get("n"), "n %s there, %s here" % (one.get("n"), two.get("n")))
    if one.get("n") == two.get("n"):
        compare_entry(report, who + " last", one, two)


def compare_formats(report, who, recorder, tagalong, query, bad, has_any):
    coordinates = {(round(float(e["lon"]), 6), round(float(e["lat"]), 6)) for e in bad}
    for kind in ("geojson", "geojsonpoi", "linestring", "csv", "gpx", "xml"):
        asked = dict(query, format=kind, **({"fields": "tst,lat,lon"} if kind == "csv" else {}))
        answers = [s.ask("/api/0/locations", asked) for s in (recorder, tagalong)]
        if kind == "csv" and not has_any and not answers[0][1]:
            report.by_design("CSV of nothing: a header here, no answer at all there")
            continue
        report.check("%s %s status" % (who, kind), answers[0][0] == answers[1][0] == 200, str([a[0] for a in answers]))
        try:
            for name, differs in forms(kind, answers[0][1], answers[1][1]):
                report.by_design(name, 1 if differs else 0)
            # Bad positions are in those too; take them out by what they say.
            one, two = points(kind, answers[0][1]), points(kind, answers[1][1])
            one = {p for p in one if not any(set(at) <= set(p) for at in coordinates)}
            if kind == "linestring" and one < two:
                report.by_design("LineString: points before the first that came are lost there", len(two - one))
                continue
            sets(report, "%s %s" % (who, kind), one, two)
        except Exception as error:
            report.check("%s %s readable" % (who, kind), False, repr(error)[:200])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("recorder"), parser.add_argument("tagalong")
    parser.add_argument("broker_port", type=int)
    parser.add_argument("seed", type=int), parser.add_argument("count", type=int)
    parser.add_argument("--token", help="of an account that may command the phones, where Tagalong has a passcode")
    parser.add_argument("--wait", type=float, default=300, help="seconds for both to take everything in")
    options = parser.parse_args()
    recorder, tagalong = Server(options.recorder), Server(options.tagalong, options.token)
    now, report, sent, dropped = int(time.time()), Report(), set(), set()
    publisher, kinds, refused = Publisher(options.broker_port), {}, {}
    for user, device, sub, message, kind in stream(options.seed, options.count, now):
        over = "MQTT" if user in MQ else "HTTP"
        kinds[over + " " + kind] = kinds.get(over + " " + kind, 0) + 1
        if kind == "same":
            sent.add((user, device))
        if kind == "dropped":
            dropped.add(message["n"])
        payload = json.dumps(message, ensure_ascii=False).encode()
        if over == "MQTT":
            publisher.publish("owntracks/%s/%s%s" % (user, device, sub), payload)
            continue
        headers = {"X-Limit-U": user, "X-Limit-D": device, "Content-Type": "application/json"}
        for server in (recorder, tagalong):
            status, answer = server.ask("/pub", None, payload, headers)
            if status != 200 or not answer.startswith(b"["):
                refused[status] = refused.get(status, 0) + 1
    report.check("every post is answered 200 and an array", not refused, str(refused))
    form = "%Y-%m-%dT%H:%M:%S"
    window = {key: time.strftime(form, time.gmtime(now + shift)) for key, shift in (("from", -4 * 3600), ("to", 60))}
    wait((recorder, tagalong), sent, window, options.wait)
    compare(report, recorder, tagalong, sent, window, dropped)
    print(json.dumps({"sent": kinds, "checks": report.checks, "by design": report.expected,
                      "differences": len(report.differences), "first": report.differences[:40]},
                     indent=1, ensure_ascii=False))
    return 1 if report.differences else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError, TypeError, KeyError) as error:
        print("could not be run: %r" % error, file=sys.stderr)
        sys.exit(2)
