"""Unknown tags that follow an owner: the list, the map, the ring, and what the owner knows."""

import json

from service import HOME, north_of, wait_until

HOSTILE = "<img src=x onerror='window.wasRun = true'>AirTag"
TIME = "2026-05-01T09:00:00.250Z"
LIST = "tagalong/guard/sam"


def tag(number, stage, model="AirTag", network="find-my", legs=2):
    places = [north_of(HOME, metres) for metres in (0, 900, 2100)[: legs + 1]]
    return {
        "number": number, "stage": stage, "since": TIME, "network": network, "model": model,
        "identity": f"C0:FF:EE:00:12:{number:02X}", "address": f"C0:FF:EE:00:12:{number:02X}", "gateway": "attic",
        "first": TIME, "last": TIME, "legs": legs, "rotations": 1, "score": 6.3, "rssi": -71,
        "places": [{"lat": lat, "lon": lon, "time": TIME} for lat, lon in places], "advice": "Hold it to a phone with NFC.",
    }


def publish_list(service, *tags):
    tags = tags or (tag(1, "urgent", HOSTILE), tag(2, "notice", "Galaxy SmartTag2", "smarttag"), tag(3, "listed", "Tile", "tile", 1))
    message = {"_type": "guard", "time": TIME, "owner": "sam", "tags": list(tags)}
    service.publish(LIST, message, retain=True)
    numbers = lambda: [each["number"] for each in (service.get("/api/v1/guard")["guards"] or [{"tags": []}])[0]["tags"]]
    wait_until(lambda: numbers() == [each["number"] for each in tags], "the console knows the list")


class Gateway:
    """Says of each tag that it rings, or why not."""

    def __init__(self, service, error=None):
        self.service, self.error, self.requests = service, error, []
        status = {"_type": "status", "state": "online", "adapters": [{"name": "hci0", "health": "scanning"}]}
        service.publish("tagalong/gateway/attic/status", status, retain=True)
        wait_until(lambda: service.get("/api/v1/gateways")["gateways"], "the console knows the gateway")
        service.listen("tagalong/gateway/attic/request/ring", self.ring)

    def ring(self, line):
        request = json.loads(line)
        self.requests.append(request)
        end = {"state": "failed", "ok": False, "error": self.error} if self.error else {
            "state": "done", "ok": True, "message": "this Apple Find My tag rings for 12 s at most"}
        self.service.publish("tagalong/gateway/attic/response/ring", {"_type": "response", "transaction": request["transaction"]} | end)


def test_without_a_guard_there_is_no_tab_and_the_page_says_what_is_needed(page, screenshots):
    page.open("/")
    page.wait(".connection.live")
    assert not [link for link in page.all(".tabs a") if link.text == "Unknown tags" and link.is_displayed()]
    page.open("/unknown-tags")
    page.wait_for_text("No guard is running")
    page.inspect(screenshots, "unknown-off")


def test_the_list_tells_by_stage_what_follows_and_runs_nothing_that_a_tag_says(service, page, screenshots):
    page.open("/unknown-tags")
    page.wait(".connection.live")
    publish_list(service)
    page.wait("article h3", lambda title: "onerror" in title.text)
    assert page.script("return window.wasRun === undefined") and not page.all("article h3 img")
    assert [each.text for each in page.all("main h2")] == ["Urgent", "Follows you", "Moved with you once"]
    assert [link for link in page.all(".tabs a") if link.text == "Unknown tags" and link.is_displayed()]
    # One that may be chance is folded up.
    wait_until(lambda: len(page.all("article .map-holder")) == 2, "the maps are drawn")
    assert len([each for each in page.all("article .fixes li") if each.is_displayed()]) == 6
    page.script("document.querySelector('#stage-listed').closest('section').querySelectorAll('details')[1].open = true")
    wait_until(lambda: len(page.all("article .map-holder")) == 3, "the third map is drawn")
    page.picture(screenshots / "unknown.png", full=True)
    page.window(360, 740)
    tabs = [link for link in page.all(".tabs a") if link.is_displayed()]
    assert len({link.size["height"] for link in tabs}) == 1 and page.overflow() <= 0
    page.picture(screenshots / "unknown-360.png", full=True)


def test_a_tag_is_made_to_ring_and_what_hinders_it_is_told(service, page, screenshots):
    gateway = Gateway(service)
    publish_list(service, tag(7, "notice"))
    page.open("/unknown-tags")
    page.press("Make it ring")
    page.wait_for_text("this Apple Find My tag rings for 12 s at most")
    assert gateway.requests[0]["tag"] == "C0:FF:EE:00:12:07"
    page.press("Stop")
    wait_until(lambda: len(gateway.requests) == 2 and gateway.requests[1].get("stop"), "it is told to fall silent")
    gateway.error = "this Apple Find My tag says that its owner is near"
    page.press("Make it ring")
    page.wait_for_text("says that its owner is near")
    page.inspect(screenshots, "unknown-near")


def test_a_tag_that_is_known_moves_to_the_known_ones_and_back(service, page):
    publish_list(service, tag(7, "notice"))
    page.open("/unknown-tags")
    page.press("It is mine or known: ignore")
    page.wait("main h2", lambda title: title.text == "Known to you")
    # The button has moved with its card, and whoever pressed it is still there.
    assert page.focused()[1] == "I do not know it after all"
    page.press("I do not know it after all")
    page.wait("main h2", lambda title: title.text == "Follows you")


def test_an_urgent_one_is_ignored_only_by_whoever_is_sure(service, page, screenshots):
    publish_list(service, tag(7, "urgent"))
    page.open("/unknown-tags")
    page.press("It is mine or known: ignore")
    page.wait("dialog[open]")
    page.inspect(screenshots, "unknown-sure")
    page.press("Cancel", within="dialog")
    page.gone("dialog")
    assert not service.get("/api/v1/guard")["guards"][0]["tags"][0].get("ignored")
    page.press("It is mine or known: ignore")
    page.press("Yes, ignore it", within="dialog")
    page.wait("main h2", lambda title: title.text == "Known to you")


def test_a_list_that_cannot_be_read_is_told_as_such_and_not_as_none(service, page):
    service.publish(LIST, "no list", retain=True)
    wait_until(lambda: service.get("/api/v1/guard")["unreadable"] == ["sam"], "the console knows that it cannot be read")
    page.open("/unknown-tags")
    page.wait_for_text("the list of sam cannot be read")
    assert "No guard is running" not in page.text()
    # Nor is that told any longer than it is so.
    page.wait(".connection.live")
    publish_list(service)
    page.wait("main h2", lambda title: title.text == "Urgent")
    assert "cannot be read" not in page.text()
