"""A day with reminders as their owner sees it, from the one that is made to the one that is told: the pictures of
docs/reminders.md are of it."""

import time

from forecastserver import ForecastServer
from browser import Page
from service import HOME, Service, north_of, wait_until
from test_reminders import choose, condition, events, facts, is_told, pick

# A document is read over slow lines, too.
LARGEST = 60_000


def walk(service, metres):
    """Sam is so far north of home; the umbrella stays there."""
    now = time.time()
    when = {"_type": "location", "acc": 0, "tst": int(now), "tst_ms": int(now * 1000)}
    service.sequences["sam/umbrella"] += 1
    known = {"batt": 80, "boot": 1, "seq": service.sequences["sam/umbrella"], "mode": "bluetooth", "src": "gnss"}
    places = {"umbrella": known | dict(zip(("lat", "lon"), HOME)), "phone": dict(zip(("lat", "lon"), north_of(HOME, metres)))}
    for device, more in places.items():
        service.publish(f"owntracks/sam/{device}", when | more, retain=True)


def photograph(page, folder, name, height=600, of=None):
    """Takes the picture of what is on top of the page, or of one part of it."""
    page.window(720, height)
    page.script("scrollTo(0, 0)")
    page.settle()
    file = folder / f"{name}.png"
    if of:
        file.write_bytes(page.wait(of).screenshot_as_png)
    else:
        page.picture(file, full=False)
    assert file.stat().st_size <= LARGEST, f"{name} has {file.stat().st_size} bytes"


def test_a_day_with_an_umbrella(tagalong, tmp_path, driver, screenshots):
    with ForecastServer() as weather:
        flags = facts(tmp_path, f'weather: {{source: open-meteo, url: "{weather.url}"}}\n')
        with Service(tagalong, tmp_path / "data", *flags) as service:
            service.item("sam/umbrella", "Umbrella")
            home = {"name": "Home", "lat": HOME[0], "lon": HOME[1], "radius_m": 50}
            service.ask("POST", "/api/v1/items/sam/umbrella/places", home)
            walk(service, 2)
            add = lambda name, **more: service.ask("POST", "/api/v1/reminders/sam", {"name": name, **more})
            add("Bread", colour="orange", place={"event": "enters", "kind": "bakery", "radius_m": 150})
            add("Charge the tracker", colour="green", thing={"thing": "umbrella", "battery_below": 20})
            page = Page(driver, service.url)
            page.forget()
            # Notifications are another way, and what is missing of them is told on each of these pages.
            page.command("Browser.setPermission", permission={"name": "notifications"}, setting="granted", origin=page.url)
            page.open("/")
            page.script("localStorage.setItem('tagalong.notify', 'on')")

            # It is made, and what would be found stands beside what is chosen.
            page.open("/reminders/new")
            page.fill("#reminder-name", "Take the umbrella")
            page.press("Weather", "[data-form=conditions]")
            choose(page, "#weather-sky", "rain")
            pick(page, "Look ahead, not only at the present")
            choose(page, "#weather-within", "8")
            page.wait(".present [data-verdict=holds]", lambda each: "Rain" in each.text and "Open-Meteo" in each.text)
            photograph(page, screenshots, "reminder-day-weather")
            page.press("Done")
            page.press("Item", "[data-form=conditions]")
            pick(page, "is at a place")
            page.wait("#thing-place-own option[value=Home]")
            page.press("Done")
            page.press("Place", "[data-form=conditions]")
            pick(page, "Leaves")
            page.wait("#place-own option[value=Home]")
            page.press("Done")
            page.press("Save")
            page.toast("Take the umbrella is made.")
            wait_until(lambda: page.path == "/reminders/sam/take-the-umbrella", lambda: page.path)
            page.wait(".conditions [data-kind=weather] [data-verdict=holds]")
            page.wait(".conditions [data-kind=thing] [data-verdict=holds]")
            page.wait(".conditions [data-kind=place] [data-verdict=fails]", lambda each: "inside" in each.text)
            page.script("document.querySelectorAll('.toast').forEach((each) => each.remove())")
            photograph(page, screenshots, "reminder-day-made", 1600, of="[data-form=conditions]")

            # In the morning two of its conditions hold; where bread is to be had nobody knows.
            page.open("/reminders?sort=made")
            line = ".reminder[data-reminder='sam/take-the-umbrella']"
            for kind, verdict in (("weather", "holds"), ("thing", "holds"), ("place", "fails")):
                page.wait(f"{line} [data-kind={kind}][data-verdict={verdict}]")
            page.wait(".reminder[data-reminder='sam/bread'] [data-kind=place][data-verdict=unknown]")
            assert not is_told(service, "take-the-umbrella")
            photograph(page, screenshots, "reminder-day-morning", 1600, of=".reminders")

            # Sam goes, and the umbrella does not.
            walk(service, 300)
            page.toast("Reminder: Take the umbrella")
            page.wait(f"{line} [data-status=told]")
            photograph(page, screenshots, "reminder-day-told", 560)
            page.press("Dismiss", "#toasts")
            page.wait(f"{line} [data-status=dismissed]")
            assert events(service) == [("dismissed", "take-the-umbrella"), ("fired", "take-the-umbrella")]

            # In the evening: what was told, and why.
            page.open("/reminders?tab=history")
            page.wait("[data-event][data-kind=fired] summary").click()
            page.wait("[data-event] [data-kind=place]", lambda each: "outside" in each.text)
            photograph(page, screenshots, "reminder-day-history", 1600, of="main section.panel")

            # And why another one was not.
            page.open("/reminders/sam/bread")
            page.wait(".conditions [data-missing=off]", lambda each: "places: overpass" in each.text)
            page.wait(".standing [data-status=unknown]")
            photograph(page, screenshots, "reminder-day-unknown", 1600, of="[data-form=conditions]")
            assert page.complaints() == []
            page.leave()
