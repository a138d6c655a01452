"""The page of one item."""

import time
import urllib.parse

import pytest

from service import HOME, north_of, wait_until


def show(page):
    page.open("/items/sam/keys")
    page.wait(".fixes li")


def test_3_3_1_the_details_show_name_map_and_history(service, page):
    service.item("sam/keys", "Keys", 1)
    show(page)
    assert page.wait("h1").text == "Keys"
    assert page.wait(".map").is_displayed()
    assert page.wait(".scale").text.endswith("m")
    assert "N" in page.wait(".north").text
    assert "Battery 80 %" in page.text()
    assert len(page.all(".fixes li")) == 1
    assert page.complaints() == []


def test_the_owner_is_shown_as_the_card_of_the_phone_says(service, page):
    service.item("sam/keys", "Keys", 1)
    face = (
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="
    )
    service.publish("owntracks/sam/phone/info", {"_type": "card", "name": "Sam <b>&", "face": face}, retain=True)
    wait_until(lambda: "owner_card" in service.get("/api/v1/items/sam/keys"), "the card is kept")
    show(page)
    assert page.wait(".pairs .person").text == "Sam <b>&"
    wait_until(lambda: page.script("return document.querySelector('.face')?.naturalWidth") == 1, "the face is drawn")
    assert page.complaints() == []


def test_3_3_3_the_map_shows_the_latest_10_positions_in_the_right_places(service, page):
    service.item("sam/keys", "Keys", 1)
    for number in range(12):
        service.fix("sam/keys", north_of(HOME, 100 * number))
    wait_until(lambda: service.get("/api/v1/items/sam/keys")["fixes"] == 13, "all are stored")
    page.open("/items/sam/keys")
    wait_until(lambda: len(page.all(".mark.fix")) == 10, "ten positions")
    assert [line.text.split("\n")[0] for line in page.all(".fixes li")] == [str(number) for number in range(1, 11)]
    # To the north is up, and equal steps are equal.
    heights = page.script(
        "return [...document.querySelectorAll('.mark.fix')].sort((a, b) => a.number - b.number)"
        ".map((mark) => Number(mark.getAttribute('transform').match(/ ([-\\d.]+)\\)/)[1]))"
    )
    steps = [below - above for above, below in zip(heights, heights[1:])]
    assert all(abs(step - steps[0]) < 0.5 for step in steps)
    scale = page.script(
        "const bar = document.querySelector('.scale-bar').getBoundingClientRect().width;"
        "const [, value, unit] = document.querySelector('.scale').innerText.match(/([\\d.]+) (k?m)/);"
        "return Number(value) * (unit === 'km' ? 1000 : 1) / bar"
    )
    assert abs(steps[0] * scale - 100) < 2
    # The owner and the line to the newest.
    assert page.first(".mark.owner") and page.first("path.link")


def test_a_mark_names_no_range_of_positions_that_is_not_in_it(service, page):
    service.item("sam/keys", "Keys", 2)
    for metres in [60, 2, 2]:
        service.fix("sam/keys", north_of(HOME, metres))
    wait_until(lambda: service.get("/api/v1/items/sam/keys")["fixes"] == 4, "all are stored")
    show(page)
    marks = "return [...document.querySelectorAll('.mark.fix')].filter((each) => each.style.display !== 'none').map((each) => each.dataset.numbers).sort()"
    wait_until(lambda: page.script(marks) == ["1 +2", "3"], lambda: page.script(marks))


# Notes that something could be pressed before it was known of what.
WATCH = """
window.tooSoon = false;
setInterval(() => {
    const actions = document.querySelector(".hero-actions");
    if (actions?.checkVisibility() && !document.querySelector("h1")?.textContent) window.tooSoon = true;
}, 5);
"""


def test_nothing_of_an_item_can_be_pressed_before_it_is_known(service, page):
    service.item("sam/keys", "Keys", 1)
    added = page.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)["identifier"]
    page.command("Network.enable")
    page.command("Network.emulateNetworkConditions", offline=False, latency=500, downloadThroughput=-1, uploadThroughput=-1)
    try:
        show(page)
        assert page.wait(".hero-actions").is_displayed()
        assert page.script("return window.tooSoon") is False
    finally:
        page.command("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        page.command("Network.disable")
        page.command("Page.removeScriptToEvaluateOnNewDocument", identifier=added)


def test_an_item_whose_owner_has_no_phone_says_that(service, page):
    now = time.time()
    service.reported("zoe/van")
    service.publish("owntracks/zoe/van", {
        "_type": "location", "lat": HOME[0], "lon": HOME[1], "acc": 5, "tst": int(now), "boot": 1, "seq": 1, "mode": "cellular", "src": "gnss",
    })
    wait_until(lambda: "position" in service.items().get("zoe/van", {}), "where it is is known")
    page.open("/items/zoe/van")
    page.wait(".badge", lambda badge: "No phone of zoe is heard" in badge.text)
    page.open()
    assert "No phone of zoe is heard" in page.card("zoe/van").text


def test_a_new_position_appears_by_itself(service, page):
    service.item("sam/keys", "Keys", 1)
    show(page)
    page.wait(".connection.live")
    service.fix("sam/keys", north_of(HOME, 3))
    wait_until(lambda: len(page.all(".fixes li")) == 2, "two positions")
    page.wait(".distance .about", lambda text: text.text == "about 3 m")


def test_3_4_1_navigate_opens_other_maps_at_the_item_on_foot_when_it_is_near(service, page):
    service.item("sam/keys", "Keys", 1900)
    show(page)
    apple, google = links(page)
    latitude, longitude = north_of(HOME, 1900)
    assert apple.hostname == "maps.apple.com"
    assert at(apple, "daddr") == (round(latitude, 5), round(longitude, 5))
    assert query(apple)["dirflg"] == "w"
    assert google.hostname == "www.google.com" and google.path == "/maps/dir/"
    assert at(google, "destination") == (round(latitude, 5), round(longitude, 5))
    assert query(google)["travelmode"] == "walking"


def test_3_4_2_navigate_goes_by_public_transport_when_it_is_far(service, page):
    service.item("sam/keys", "Keys", 2100)
    show(page)
    apple, google = links(page)
    assert query(apple)["dirflg"] == "r"
    assert query(google)["travelmode"] == "transit"


def test_navigate_goes_by_public_transport_while_an_owner_far_away_waits_for_the_tracker(service, page):
    service.reported("sam/keys")
    # As long ago as it takes to be there.
    service.fix("sam/keys", north_of(HOME, 1), ago=240)
    wait_until(lambda: "distance_m" in service.items().get("sam/keys", {}), "where it is is known")
    place = north_of(HOME, 3300)
    service.publish("owntracks/sam/phone", {"_type": "location", "acc": 5, "tst": int(time.time()), "lat": place[0], "lon": place[1]}, retain=True)
    wait_until(lambda: service.get("/api/v1/items/sam/keys").get("waiting_for") == "tracker", "it waits")
    show(page)
    wait_until(lambda: query(links(page)[1])["travelmode"] == "transit", "by public transport")


def links(page):
    wait_until(lambda: len(page.all(".navigate a")) == 2, "two links")
    return [urllib.parse.urlparse(link.get_attribute("href")) for link in page.all(".navigate a")]


def query(address):
    return dict(urllib.parse.parse_qsl(address.query))


def at(address, key):
    return tuple(round(float(part), 5) for part in query(address)[key].split(","))


def test_a_slider_goes_through_a_day(service, page, screenshots):
    service.item("sam/keys", "Keys", 60)
    for number in range(1, 6):
        service.fix("sam/keys", north_of(HOME, 60 - 10 * number), ago=10 * number)
    wait_until(lambda: service.get("/api/v1/items/sam/keys")["fixes"] == 6, "all are stored")
    show(page)
    page.script("document.querySelectorAll('.segments input')[1].click()")
    page.wait_for_text("6 positions")
    page.inspect(screenshots, "item-day")
    slider = page.wait("#day-slider")
    top = cursor(page)
    slider.send_keys("\ue011")  # Home
    wait_until(lambda: cursor(page) > top + 20, "it was farther south in the beginning")
    assert slider.get_attribute("aria-valuetext") == page.wait(".day output").text
    choose_day(page, "day-to", "2020-01-01")
    page.wait_for_text("No positions were stored on 1 January 2020.")


def choose_day(page, field, day):
    page.script(f"const day = document.getElementById('{field}'); day.value = '{day}'; day.dispatchEvent(new Event('change'))")


SEARCHES = """
[window.under, window.most] = [0, 0];
const real = window.fetch;
window.fetch = async (...asked) => {
    if (!/thin=|journeys/.test(asked[0])) return real(...asked);
    window.under += 1;
    window.most = Math.max(window.most, window.under);
    try { return await real(...asked); } finally { window.under -= 1; }
};
const [earlier] = [...document.querySelectorAll(".day-choice button")];
for (let press = 0; press < 6; press += 1) earlier.click();
"""


def test_whoever_goes_back_quickly_asks_for_one_search_at_a_time(service, page):
    service.item("sam/keys", "Keys", 0)
    show(page)
    page.script("document.querySelectorAll('.segments input')[1].click()")
    page.wait_for_text("1 position", ".day")
    page.script(SEARCHES)
    page.wait_for_text("No position", ".day")
    wait_until(lambda: page.script("return window.under") == 0, "the searches are over")
    assert page.script("return window.most") == 1


def test_a_day_that_is_typed_is_taken_when_it_is_complete_and_one_that_does_not_come_shows_nothing(service, page):
    service.item("sam/keys", "Keys", 0)
    show(page)
    page.script("document.querySelectorAll('.segments input')[1].click()")
    page.wait_for_text("1 position", ".day")
    today = page.wait("#day").get_attribute("value")
    page.script("window.asked = []; const real = window.fetch;"
                "window.fetch = (...all) => { if (/thin=/.test(all[0])) window.asked.push(all[0]); return real(...all); }")
    for key in ("0002-11-26", "0020-11-26", "0202-11-26", today):
        choose_day(page, "day-to", key)
    wait_until(lambda: page.script("return window.asked.length"), "it is asked for")
    page.wait_for_text("1 position", ".day")
    assert (page.script("return window.asked.length"), page.wait("#day").get_attribute("value")) == (1, today)
    page.command("Network.enable")
    page.command("Network.setBlockedURLs", urls=["*/fixes?*"])
    page.press("Earlier")
    page.wait_for_text("Tagalong cannot be reached", ".day")
    assert not page.wait(".day-slider", lambda row: True).is_displayed()
    page.command("Network.setBlockedURLs", urls=[])
    page.press("Later")
    page.wait_for_text("1 position", ".day")


def test_stops_and_trips_are_listed_found_by_place_chosen_and_played(service, page, screenshots):
    service.item("sam/keys", "Keys", 0)
    (lat, lon), (north, south) = HOME, (north_of(HOME, 1000), north_of(HOME, 960))
    corners = [{"lat": each[0], "lon": lon + east} for each, east in [(south, -0.001), (south, 0.001), (north_of(HOME, 1040), 0)]]
    service.ask("POST", "/api/v1/items/sam/keys/places", {"name": "Home", "lat": lat, "lon": lon, "radius_m": 50})
    service.ask("POST", "/api/v1/items/sam/keys/places", {"name": "Work", "points": corners})
    for ago, place in [(9000, HOME), (8400, HOME), (8100, north_of(HOME, 500)), (7800, north), (7200, north), (6900, north)]:
        service.fix("sam/keys", place, ago=ago)
    wait_until(lambda: service.get("/api/v1/items/sam/keys")["fixes"] == 7, "all are stored")
    show(page)
    page.script("document.querySelectorAll('.segments input')[1].click()")
    # Whatever the time of day is.
    page.press("Earlier")
    page.press("Later")
    choose_day(page, "day", time.strftime("%Y-%m-%d", time.localtime(time.time() - 86_400)))
    rows = lambda: page.script("return [...document.querySelectorAll('.trips strong')].map((each) => each.textContent)")
    wait_until(lambda: rows() == ["Home", "Home → Work", "Work", "Trip from Work"], rows)
    page.wait_for_text("2 trips, 2.0 km in")
    page.wait_for_text("2 stops, 25 min")
    page.inspect(screenshots, "item-trips", lambda: page.script("document.querySelector('.map-panel').scrollIntoView()"))
    page.inspect(screenshots, "item-trips-list", lambda: page.script("document.getElementById('trip-search').scrollIntoView({ block: 'center' })"))
    page.all(".trip")[1].click()
    wait_until(lambda: page.all(".trip")[1].get_attribute("aria-pressed") == "true", "it is chosen")
    slider = page.wait("#day-slider")
    chosen = float(slider.get_attribute("value"))
    assert 500 < chosen < 700
    page.press("Play")
    wait_until(lambda: float(slider.get_attribute("value")) > chosen, "it goes on from there")
    page.press("Pause")
    page.wait("#trip-search").send_keys("wor")
    wait_until(lambda: rows() == ["Home → Work", "Work", "Trip from Work"], rows)
    page.wait("#trip-search").send_keys("shop")
    page.wait_for_text("No stop or trip has “worshop” in its name.")
    # Its phone was at home all the time.
    page.script("const of = document.getElementById('trips-of'); of.value = 'sam/phone'; of.dispatchEvent(new Event('change'))")
    page.script("const find = document.getElementById('trip-search'); find.value = ''; find.dispatchEvent(new Event('input'))")
    wait_until(lambda: rows() == ["Home"], rows)
    assert page.complaints() == []


def test_the_days_of_trips_stay_when_the_page_is_loaded_or_shown_anew(service, page):
    service.item("sam/keys", "Keys")
    page.open("/items/sam/keys?days=2026-05-01..2026-05-03")
    days = lambda: [page.wait(f"#{each}").get_attribute("value") for each in ("day", "day-to")]
    page.wait_for_text("No positions were stored", ".day")
    assert days() == ["2026-05-01", "2026-05-03"]
    page.press("Earlier")
    wait_until(lambda: page.script("return location.search") == "?days=2026-04-28..2026-04-30", "the address has them")
    page.open(page.script("return location.pathname + location.search"))
    page.wait_for_text("No positions were stored", ".day")
    assert days() == ["2026-04-28", "2026-04-30"]
    # Other units have the page drawn anew.
    page.script("return ofPage('preferences.js').then((each) => each.prefer('units', 'imperial'))")
    page.wait_for_text("No positions were stored", ".day")
    assert days() == ["2026-04-28", "2026-04-30"]
    page.script("document.querySelectorAll('.segments input')[0].click()")
    wait_until(lambda: page.script("return location.search") == "", "the address has none")
    for wrong in ("2026-02-31..2026-05-03", "x", ".."):
        page.open(f"/items/sam/keys?days={wrong}")
        page.wait(".fixes li")
        assert not page.wait("#day", lambda field: True).is_displayed()
    assert page.complaints() == []


def test_a_day_that_a_time_zone_does_not_have_stops_nobody(service, page):
    service.item("sam/keys", "Keys")
    page.open("/items/sam/keys?days=2011-12-31..2011-12-31")
    page.script("return ofPage('preferences.js').then((each) => each.prefer('zone', 'Pacific/Apia'))")
    page.wait_for_text("No positions were stored", ".day")
    for day in ("2011-12-30", "2011-12-29"):
        page.press("Earlier")
        wait_until(lambda: page.wait("#day").get_attribute("value") == day, day)
        page.wait_for_text("No positions were stored", ".day")
    page.press("Later")
    page.press("Later")
    wait_until(lambda: page.wait("#day").get_attribute("value") == "2011-12-31", "back again")
    assert page.complaints() == []


def cursor(page):
    mark = page.wait(".mark.cursor")
    return page.script("return Number(arguments[0].getAttribute('transform').match(/ ([-\\d.]+)\\)/)[1])", mark)


def test_the_alerts_tell_why(service, page, screenshots):
    service.item("sam/keys", "Keys", 1)
    service.item("sam/keys", "Keys", 12)
    wait_until(lambda: service.get("/api/v1/alerts")["alerts"], "an alert")
    show(page)
    page.wait(".alerts details").find_element("css selector", "summary").click()
    page.wait_for_text("The positions of both are 12 m apart, exactly.")
    page.wait_for_text("Beyond 10 m:")
    # Also where the bar covers half of the way back.
    page.inspect(screenshots, "item-why", lambda: page.script("scrollTo(0, 50)"))
    # What somebody reads stays open when the next comes.
    service.fix("sam/keys", north_of(HOME, 1))
    page.wait_for_text("Near again")
    assert page.wait(".alerts details[open]").is_displayed()
    service.fix("sam/keys", north_of(HOME, 12))
    page.press("I know")
    page.wait_for_text("Acknowledged: you will be notified only when it is over.")
    page.open("/alerts")
    page.wait_for_text("Keys was left behind, beyond 10 m")


def test_an_item_that_is_none_says_so(page):
    page.open("/items/sam/nothing")
    page.wait_for_text("There is no such item")
    page.wait_for_text("It was deleted, or it is not shared with you any more.")
    assert page.complaints() == []


@pytest.mark.parametrize("path", ["/items/sam/keys", "/items/sam/keys/edit"])
def test_a_page_whose_item_is_deleted_meanwhile_says_so_and_leads_back(service, page, screenshots, path):
    service.item("sam/keys", "Keys", 1)
    service.item("sam/bag", "Bag", 1)
    page.open(path)
    page.wait(".fixes li, [data-form=places]")
    page.wait(".connection.live")
    service.ask("DELETE", "/api/v1/items/sam/keys")
    page.wait("h1", lambda title: title.text == "Keys is no more")
    assert page.script("return document.title") == "Keys is no more · Tagalong"
    # What is still told of it, or comes late, changes nothing.
    service.reported("sam/bag", battery=70)
    page.inspect(screenshots, f"gone-{path.count('/')}")
    page.press("To your items")
    page.card("sam/bag")
    assert not page.all(".card[data-id='sam/keys']")
    # By an old link, and by the way back.
    page.driver.back()
    page.wait("h1", lambda title: title.text == "There is no such item")
    page.open(path)
    page.wait("h1", lambda title: title.text == "There is no such item")
    assert page.complaints() == []


def test_after_deleting_an_item_the_way_back_does_not_lead_to_it(service, page):
    service.item("sam/keys", "Keys", 1)
    service.item("sam/bag", "Bag", 1)
    page.open()
    page.card("sam/keys").find_element("css selector", "h2 a").click()
    page.press("Edit")
    page.press("Delete Keys")
    page.press("Delete", "dialog")
    page.toast("Keys is deleted.")
    page.card("sam/bag")
    assert page.complaints() == []


def test_what_rings_can_be_stopped_in_every_tab_and_after_the_page_was_loaded_anew(service, page, screenshots):
    service.item("sam/keys", "Keys")
    service.obey("sam/keys")
    show(page)
    page.press("Ring")
    page.button("Stop ringing")
    # What pressing does, and nothing else.
    page.driver.refresh()
    assert page.button("Stop ringing").get_attribute("aria-label") == "Stop ringing Keys"
    page.inspect(screenshots, "item-rings")
    with page.another_tab():
        page.open()
        page.press("Stop ringing Keys")
        page.button("Ring Keys")
    assert page.button("Ring").get_attribute("aria-label") == "Ring Keys"
    assert "ringing_until" not in service.items()["sam/keys"]


def test_what_was_rung_in_the_list_can_be_stopped_there_after_a_reload(service, page, screenshots):
    service.item("sam/keys", "Keys")
    service.obey("sam/keys")
    page.open()
    page.press("Ring Keys")
    page.button("Stop ringing Keys")
    page.driver.refresh()
    stop = page.button("Stop ringing Keys")
    assert stop.text == "Stop ringing"
    page.inspect(screenshots, "list-rings")
    page.press("Stop ringing Keys")
    page.button("Ring Keys")
    wait_until(lambda: "ringing_until" not in service.items()["sam/keys"], "it has stopped")


def test_a_tracker_that_has_stopped_by_itself_can_be_rung_again(service, page):
    service.item("sam/keys", "Keys")
    service.obey("sam/keys")
    show(page)
    page.press("Ring")
    page.button("Stop ringing")
    page.script("const now = Date.now; Date.now = () => now() + 31_000")
    page.button("Ring")


def test_what_is_asked_is_said_beside_its_button_and_not_in_the_switch(service, page, screenshots):
    service.item("sam/keys", "Keys")
    for path in ("/", "/items/sam/keys"):
        page.open(path)
        page.press("Ring Keys")
        page.wait(".wait", lambda wait: wait.text == "Asking it to ring…")
        assert page.button("Ring Keys").text == "Ring"
        assert page.wait(".switch").text == "On"
        page.press("Locate Keys now")
        page.wait(".wait", lambda wait: wait.text == "Locating…")
        assert page.wait(".switch").text == "On"
        page.inspect(screenshots, "asking" + path.replace("/", "-"))
