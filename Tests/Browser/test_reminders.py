"""Reminders: the list and its history, the editor with a small page for each condition, and why one is told or is not."""

import datetime
import json

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from addressserver import AddressServer
from browser import Page
from service import HOME, Service, north_of, wait_until
from test_leaving import PASSCODE, account, log_in
from test_live import in_worker

AWAY = {"thing": {"thing": "umbrella", "is": "away"}}
# Tagalong's own broker takes nothing on other topics.
STATION = "homeassistant/weather/roof"


def facts(folder, text):
    """The flags for a service that asks the sources of a file."""
    file = folder / "facts.yaml"
    file.write_text(text)
    return ["--facts", str(file)]


def tell_weather(service, weather):
    """The station tells it until it is heard: what the broker has kept from before is of unknown age."""

    def is_heard():
        service.publish(STATION, weather, retain=True)
        return [each for each in service.get("/api/v1/facts")["sources"] if each["kind"] == "weather" and each.get("last_success")]

    wait_until(is_heard, "the weather station is heard")


@pytest.fixture
def umbrella(service):
    """Sam, at home, with an umbrella at hand, and a place."""
    service.item("sam/umbrella", "Umbrella")
    home = {"name": "Home", "lat": HOME[0], "lon": HOME[1], "radius_m": 50}
    service.ask("POST", "/api/v1/items/sam/umbrella/places", home)
    return service


def add(service, name, **more):
    return service.ask("POST", "/api/v1/reminders/sam", {"name": name, **more})


def reminders(service):
    return {each["id"]: each for each in service.get("/api/v1/reminders")["reminders"]}


def events(service):
    return [(each["event"], each["reminder"]) for each in service.get("/api/v1/reminder-events")["events"]]


def is_told(service, name="umbrella"):
    return reminders(service)[name].get("state", {}).get("told")


def leave_behind(service, metres=200):
    """The umbrella is where Sam is not."""
    service.fix("sam/umbrella", north_of(HOME, metres))


def choose(page, selector, value):
    """Chooses or types a value as a browser's own controls do, whatever the language of the browser is."""
    control = page.wait(selector, lambda each: each.is_displayed())
    page.script(
        "arguments[0].value = arguments[1];"
        "for (const kind of ['input', 'change']) arguments[0].dispatchEvent(new Event(kind, {bubbles: true}))",
        control, value,
    )
    return control


def pick(page, text, within="main"):
    """Picks a segment, a radio button or a box by its label."""
    page.called(f"{within} label", text, "found?.scrollIntoView({block: 'center'}); return found").click()


def condition(page, kind):
    return page.wait(f".conditions [data-kind={kind}]")


def ordered(page):
    return [each.get_attribute("data-reminder") for each in page.all(".reminder")]


def opened(page, name="umbrella"):
    page.open(f"/reminders/sam/{name}")
    page.wait("[data-form=reminder]")
    return page


# R-1: making one


def test_r1_a_reminder_is_made_with_each_condition_on_its_own_page(umbrella, page, screenshots):
    page.window(390, 844)
    page.open("/reminders")
    page.wait_for_text("No reminders yet")
    page.inspect(screenshots, "reminders-none")
    page.window(390, 844)
    page.press("New reminder")
    page.wait("#reminder-name")
    page.press("Save")
    page.wait("#reminder-name-error", lambda each: each.text == "Enter a name.")
    page.fill("#reminder-name", "Take the umbrella")
    page.press("Save")
    page.wait("#conditions-error", lambda each: "without one it would never be told" in each.text)
    pick(page, "Violet")
    page.press("Place", "[data-form=conditions]")
    page.wait("[data-form=place]")
    assert page.script("return location.hash") == "#place" and not page.all("#reminder-name")
    pick(page, "Leaves")
    page.wait("#place-own option[value=Home]")
    page.press("Done")
    assert "leaving Home" in condition(page, "place").text
    assert page.overflow() <= 0
    page.press("Item", "[data-form=conditions]")
    page.wait("[data-form=thing]")
    pick(page, "is not with its owner")
    page.press("Done")
    assert "Umbrella is not with its owner" in condition(page, "thing").text
    page.inspect(screenshots, "reminder-new")
    page.press("Save")
    page.toast("Take the umbrella is made.")
    wait_until(lambda: page.path == "/reminders/sam/take-the-umbrella", lambda: page.path)
    made = reminders(umbrella)["take-the-umbrella"]
    assert (made["colour"], made["enabled"]) == ("violet", True)
    assert made["place"] == {"event": "leaves", "place": "Home"} and made["thing"] == AWAY["thing"]
    assert page.complaints() == []


def test_r1_leaving_without_saving_asks_and_changes_nothing(umbrella, page):
    add(umbrella, "Umbrella", **AWAY)
    before = reminders(umbrella)
    page.open("/reminders")
    page.wait(".reminder a").click()
    page.wait("[data-form=reminder]")
    page.fill("#reminder-name", "Another name")
    page.driver.back()
    page.press("Stay", "dialog")
    assert page.path == "/reminders/sam/umbrella"
    assert page.wait("#reminder-name").get_attribute("value") == "Another name"
    # Of a condition's page only what was chosen there is lost.
    page.press("Time", "[data-form=conditions]")
    choose(page, "#time-from", "11:00")
    page.driver.back()
    page.wait("dialog", lambda each: "What you have chosen on this page is lost" in each.text)
    page.press("Stay", "dialog")
    assert page.wait("#time-from").get_attribute("value") == "11:00"
    page.driver.back()
    page.press("Discard", "dialog")
    page.wait("[data-form=reminder]")
    assert not page.all(".conditions [data-kind=time]")
    assert page.wait("#reminder-name").get_attribute("value") == "Another name"
    page.driver.back()
    page.press("Discard", "dialog")
    wait_until(lambda: page.path == "/reminders", "the list")
    assert reminders(umbrella) == before
    assert page.complaints() == []


def test_r1_a_reminder_is_made_by_the_keyboard_alone(umbrella, page):
    page.open("/reminders")
    page.wait_for_text("No reminders yet")
    page.tab_to("New reminder").send_keys(Keys.ENTER)
    page.wait("#reminder-name")
    page.tab_to("Name").send_keys("By keys")
    page.tab_to("Time").send_keys(Keys.ENTER)
    page.wait("[data-form=time]")
    page.tab_to("From")
    for _ in range(3):
        page.key("ArrowRight", 39)
    assert page.wait("#time-from").get_attribute("value") == "08:15"
    page.tab_to("Done").send_keys(Keys.ENTER)
    # The focus is where one was.
    wait_until(lambda: page.focused()[1] == "Change Time", page.focused)
    page.tab_to("Save").send_keys(Keys.ENTER)
    page.toast("By keys is made.")
    assert reminders(umbrella)["by-keys"]["time"]["from"] == "08:15"


# R-3: changing one


def test_r3_a_condition_is_added_and_the_name_changed_in_place(umbrella, page):
    add(umbrella, "Umbrella", **AWAY)
    opened(page)
    # Any letters, from the left or the right, and none of them is markup.
    name = "Regenschirm ☂ <b>مظلة</b> 👩‍👩‍👧"
    choose(page, "#reminder-name", name)
    page.wait("h1", lambda each: each.text == name)
    page.press("Time", "[data-form=conditions]")
    choose(page, "#time-from", "07:00")
    choose(page, "#time-to", "09:30")
    page.press("Done")
    page.press("Save")
    page.toast("The reminder is saved.")
    saved = reminders(umbrella)["umbrella"]
    assert saved["name"] == name and saved["thing"] == AWAY["thing"]
    assert (saved["time"]["from"], saved["time"]["to"]) == ("07:00", "09:30")
    page.press("Remove Item")
    page.press("Save")
    page.toast("The reminder is saved.")
    assert "thing" not in reminders(umbrella)["umbrella"]
    assert page.complaints() == []


# R-4: telling


def test_r4_one_that_is_told_is_snoozed_and_dismissed(umbrella, page, screenshots):
    add(umbrella, "Umbrella", **AWAY)
    page.open("/reminders")
    page.wait(".reminder [data-status=waiting]")
    page.wait(".reminder [data-verdict=fails]")
    leave_behind(umbrella)
    # It is told on every page, and the line of the list changes by itself.
    page.toast("Reminder: Umbrella")
    page.wait(".reminder [data-status=told]")
    page.wait(".reminder [data-verdict=holds]")
    page.press("Snooze 10 min", ".reminder")
    page.toast("Umbrella comes again in 10 minutes")
    page.wait(".reminder [data-status=snoozed]")
    wait_until(lambda: events(umbrella) == [("snoozed", "umbrella"), ("fired", "umbrella")], lambda: events(umbrella))
    opened(page)
    page.wait(".standing", lambda each: "It was told and put off." in each.text)
    page.press("Snooze to next time", ".standing")
    page.toast("Umbrella comes again when its conditions come true the next time")
    page.wait(".standing", lambda each: "Put off until its conditions come true the next time." in each.text)
    assert page.all(".standing [data-status=snoozed]") and "put_off" in reminders(umbrella)["umbrella"]["state"]
    # What was put off can still be answered for good.
    page.press("Dismiss", ".standing")
    page.toast("Umbrella is done")
    page.wait(".standing [data-status=dismissed]")
    page.gone(".standing .answers button")
    page.inspect(screenshots, "reminder-dismissed")
    page.open("/reminders?tab=history")
    wait_until(lambda: len(page.all("[data-event]")) == 4, "four events")
    assert [each.get_attribute("data-kind") for each in page.all("[data-event]")] == ["dismissed", "snoozed", "snoozed", "fired"]
    assert page.complaints() == []


SHOWN = """
const show = ServiceWorkerRegistration.prototype.showNotification;
const close = Notification.prototype.close;
window.shown = [];
window.ended = [];
ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
    await show.call(this, title, options);
    const { body, tag, data, actions = [] } = options;
    window.shown.push({ title, body, tag, data, actions: actions.map((each) => each.action) });
};
Notification.prototype.close = function () {
    window.ended.push({ tag: this.tag, event: this.data?.event });
    close.call(this);
};
"""


def test_r4_an_open_page_notifies_where_that_is_on_and_the_notification_is_answered(umbrella, page):
    page.command("Browser.grantPermissions", permissions=["notifications"], origin=page.url)
    add(umbrella, "Umbrella", **AWAY)
    page.open()
    # No messages to this browser: while a page is open it is that one that tells, whatever page it is, and also unseen.
    page.script("localStorage.setItem('tagalong.notify', 'on')")
    page.wait_for_worker()
    page.wait(".connection.live")
    page.script(SHOWN)
    leave_behind(umbrella)
    tag = "reminder/sam/umbrella"
    told = lambda: [each for each in page.script("return window.shown") if each["tag"] == tag]
    wait_until(told, "a notification")
    page.toast("Reminder: Umbrella")
    assert [(each["title"], each["actions"]) for each in told()] == [("Umbrella", ["dismiss", "snooze", "later"])]
    assert told()[0]["body"].startswith("Item: ")
    press = f"registration.getNotifications({{ tag: '{tag}' }}).then(([each]) => clicked('ACTION', each)).then(() => true)"
    assert in_worker(page, press.replace("ACTION", "dismiss"))
    wait_until(lambda: events(umbrella) == [("dismissed", "umbrella"), ("fired", "umbrella")], lambda: events(umbrella))
    # What is shown of it is closed, as the press in itself closes nothing here.
    event = told()[0]["data"]["event"]
    ended = lambda: page.script("return window.ended")
    wait_until(lambda: ended() == [{"tag": tag, "event": event}], ended)
    # What is left of it on another screen takes nothing back.
    data = json.dumps(told()[0]["data"])
    assert in_worker(page, f"registration.showNotification('Umbrella', {{ tag: '{tag}', data: {data} }}).then(() => true)")
    assert in_worker(page, press.replace("ACTION", "snooze"))
    said = in_worker(page, f"registration.getNotifications({{ tag: '{tag}' }}).then(([each]) => each.body)")
    assert said.startswith("It is over") and len(events(umbrella)) == 2
    assert page.complaints() == []


def test_r4_what_an_open_page_notifies_of_is_closed_once_nobody_has_to_answer_it(umbrella, page):
    page.command("Browser.grantPermissions", permissions=["notifications"], origin=page.url)
    add(umbrella, "Umbrella", **AWAY)
    page.open()
    page.script("localStorage.setItem('tagalong.notify', 'on')")
    page.wait_for_worker()
    page.wait(".connection.live")
    page.script(SHOWN)
    # That the umbrella stays behind is an alert, too.
    those = "filter((each) => each.tag === 'reminder/sam/umbrella')"
    shown = lambda: page.script(f"return window.shown.{those}.map((each) => each.data.event)")
    closed = lambda: page.script(f"return window.ended.{those}.map((each) => each.event)")
    switch = lambda isOn: umbrella.ask("PATCH", "/api/v1/reminders/sam/umbrella", {"enabled": isOn})
    ways = [
        lambda: page.press("Dismiss", "#toasts"),
        lambda: umbrella.ask("POST", "/api/v1/reminders/sam/umbrella/snooze", {}),
        lambda: switch(False),
        lambda: umbrella.ask("DELETE", "/api/v1/reminders/sam/umbrella"),
    ]
    for number, answer in enumerate(ways):
        if number:
            leave_behind(umbrella, 1)
            wait_until(lambda: umbrella.items()["sam/umbrella"]["distance_m"] < 50, "it is with Sam again")
            switch(True)
            wait_until(lambda: reminders(umbrella)["umbrella"]["state"]["status"] == "waiting", lambda: reminders(umbrella))
        leave_behind(umbrella)
        wait_until(lambda: len(shown()) == number + 1, shown)
        page.toast("Reminder: Umbrella")
        assert len(closed()) == number
        answer()
        wait_until(lambda: closed() == shown(), lambda: (closed(), shown()))
        wait_until(lambda: not page.all("#toasts [data-about='reminder sam/umbrella']"), "the message is gone, too")
    assert page.complaints() == []


# R-5: deleting and switching off


def test_r5_one_is_deleted_by_its_button_and_by_a_key(umbrella, page):
    for name in ("Umbrella", "Bread", "Gym"):
        add(umbrella, name, **AWAY)
    page.open("/reminders")
    wait_until(lambda: len(page.all(".reminder")) == 3, "three lines")
    page.press("Delete Bread")
    page.press("Cancel", "dialog")
    assert len(reminders(umbrella)) == 3
    page.press("Delete Bread")
    page.press("Delete", "dialog")
    page.toast("Bread is deleted.")
    wait_until(lambda: ordered(page) == ["sam/gym", "sam/umbrella"], lambda: ordered(page))
    page.script("document.querySelector('[data-reminder=\"sam/gym\"] h2 a').focus()")
    page.key("Delete", 46)
    page.press("Delete", "dialog")
    page.toast("Gym is deleted.")
    # Whoever goes by the keyboard goes on from there.
    wait_until(lambda: page.focused()[1] == "Umbrella", page.focused)
    assert list(reminders(umbrella)) == ["umbrella"]
    opened(page)
    page.press("Delete")
    page.press("Delete", "dialog")
    wait_until(lambda: page.path == "/reminders", "the list")
    page.wait_for_text("No reminders yet")
    assert reminders(umbrella) == {}
    assert page.complaints() == []


def sweep(page, element, way):
    """Sweeps a finger from the middle of an element, so many points to the right."""
    box = page.script("const box = arguments[0].getBoundingClientRect(); return [box.left + box.width * 0.7, box.top + 12]", element)
    point = lambda x: [{"x": x, "y": box[1]}]
    page.command("Input.dispatchTouchEvent", type="touchStart", touchPoints=point(box[0]))
    for step in range(1, 11):
        page.command("Input.dispatchTouchEvent", type="touchMove", touchPoints=point(box[0] + way * step / 10))
    page.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def test_r5_one_is_swept_away_by_a_finger(umbrella, page):
    add(umbrella, "Umbrella", **AWAY)
    page.window(390, 844)
    page.command("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        page.open("/reminders")
        line = page.wait(".reminder")
        # A little is no wish, nor is the other way.
        sweep(page, line, -40)
        sweep(page, line, 200)
        page.settle()
        assert not page.all("dialog") and page.path == "/reminders"
        sweep(page, line, -220)
        page.press("Delete", "dialog")
        page.toast("Umbrella is deleted.")
    finally:
        page.command("Emulation.setTouchEmulationEnabled", enabled=False)
    assert reminders(umbrella) == {}


def test_r5_one_that_is_off_is_grey_says_so_and_is_not_told(umbrella, page, screenshots):
    add(umbrella, "Umbrella", **AWAY)
    add(umbrella, "Other", **AWAY)
    page.open("/reminders")
    switch = page.wait("[data-reminder='sam/umbrella'] [role=switch]")
    assert switch.get_attribute("aria-checked") == "true"
    switch.click()
    page.toast("Umbrella is off.")
    page.wait(".reminder.off [data-status=disabled]", lambda each: each.text == "Off")
    page.inspect(screenshots, "reminders-off")
    leave_behind(umbrella)
    wait_until(lambda: is_told(umbrella, "other"), "the other one is told")
    assert [name for _, name in events(umbrella)] == ["other"]
    opened(page)
    page.wait(".standing", lambda each: "It is off" in each.text)
    assert page.complaints() == []


# R-6: the list and the history


def test_r6_the_list_is_sorted_as_was_chosen_and_keeps_that(umbrella, page):
    made = [("Cake", "green", "2026-01-03"), ("Apples", "violet", "2026-01-01"), ("Bread", "red", "2026-01-02")]
    never = {"thing": {"thing": "umbrella", "battery_below": 1}}
    for name, colour, day in made:
        add(umbrella, name, colour=colour, made=f"{day}T12:00:00.000Z", **(AWAY if name == "Cake" else never))
    leave_behind(umbrella)
    wait_until(lambda: is_told(umbrella, "cake"), "one is told")
    page.open("/reminders")
    orders = {"name": "abc", "colour": "bca", "made": "cba", "fired": "cab"}
    names = {"a": "sam/apples", "b": "sam/bread", "c": "sam/cake"}
    for sort, letters in orders.items():
        choose(page, "#reminders-sort", sort)
        assert ordered(page) == [names[each] for each in letters], sort
    assert page.script("return location.search") == "?sort=fired"
    page.driver.refresh()
    page.wait(".reminder")
    assert ordered(page) == [names[each] for each in orders["fired"]]
    # The colour is told in words, too.
    assert "Violet" in page.wait("[data-reminder='sam/apples']").text


def test_r6_the_history_says_what_was_told_when_and_why(umbrella, page, screenshots):
    add(umbrella, "Umbrella", **AWAY)
    add(umbrella, "Second", **AWAY)
    leave_behind(umbrella)
    wait_until(lambda: len(events(umbrella)) == 2, lambda: events(umbrella))
    page.open("/reminders")
    page.wait("nav.subpages a[href='/reminders?tab=history']").click()
    line = page.wait("[data-event]", lambda each: "Umbrella" in each.text)
    line.find_element(By.CSS_SELECTOR, "summary").click()
    page.wait("[data-event] [data-kind=thing]", lambda each: "Not with its owner" in each.text)
    page.inspect(screenshots, "reminders-history")
    # What is told meanwhile stands on top, and what somebody reads stays open.
    umbrella.ask("POST", "/api/v1/reminders/sam/umbrella/dismiss")
    page.wait("[data-event][data-kind=dismissed]")
    assert page.all("[data-event] details[open]")
    opened(page, "second")
    page.wait(".standing a").click()
    page.wait_for_text("Only of Second.")
    assert len(page.all("[data-event]")) == 1
    page.wait(".notice a").click()
    wait_until(lambda: len(page.all("[data-event]")) == 3, "all of them")
    assert page.complaints() == []


# R-7: time


def test_r7_a_span_of_the_day_by_slider_and_fields_over_midnight_on_some_days(umbrella, page, screenshots):
    add(umbrella, "Umbrella", **AWAY)
    opened(page)
    page.press("Time", "[data-form=conditions]")
    start, end = page.wait(".day-range .from"), page.wait(".day-range .to")
    # The slider follows the fields, and the fields the slider.
    choose(page, "#time-from", "22:30")
    choose(page, "#time-to", "06:10")
    assert (start.get_attribute("value"), end.get_attribute("value")) == ("1350", "370")
    assert start.get_attribute("aria-valuetext") == "22:30"
    page.wait_for_text("over midnight")
    page.script("arguments[0].focus()", end)
    page.key("ArrowRight", 39)
    assert page.wait("#time-to").get_attribute("value") == "06:15"
    for day in ("Sat", "Sun"):
        pick(page, day)
    page.inspect(screenshots, "reminder-time")
    page.press("Done")
    assert "Mon–Fri" in condition(page, "time").text
    page.press("Change Time")
    for day in ("Mon", "Tue", "Wed", "Thu", "Fri"):
        pick(page, day)
    page.press("Done")
    page.wait("#days-error", lambda each: each.text == "Choose at least one day.")
    pick(page, "Tue")
    choose(page, "[data-end=to] select", "sunrise")
    choose(page, "#time-to-offset", "90")
    choose(page, "[data-end=to] .offset select", "before")
    page.press("Done")
    page.press("Save")
    page.toast("The reminder is saved.")
    saved = reminders(umbrella)["umbrella"]["time"]
    assert (saved["from"], saved["to"], saved["days"]) == ("22:30", "sunrise-1h30m", ["tue"])
    # What is found of it stands beside it.
    page.wait(".conditions [data-kind=time]", lambda each: "Next:" in each.text or "It is on:" in each.text)
    assert page.complaints() == []


def test_r7_the_ends_of_the_slider_pass_each_other_and_stay_where_the_day_ends(umbrella, page):
    add(umbrella, "Umbrella", **AWAY)
    opened(page)
    page.press("Time", "[data-form=conditions]")
    start, end = page.wait(".day-range .from"), page.wait(".day-range .to")

    def places():
        return start.get_attribute("value"), end.get_attribute("value")

    choose(page, "#time-from", "10:00")
    choose(page, "#time-to", "10:05")
    page.script("arguments[0].focus()", end)
    page.key("ArrowLeft", 37)
    assert places() == ("600", "595")
    page.key("ArrowRight", 39)
    assert places() == ("600", "605")
    # A pointer that stands on the other end has not passed it.
    page.script("arguments[0].dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))", end)
    choose(page, ".day-range .to", "600")
    assert places() == ("600", "605")
    # The last minute of the day is the first of the next: there it does not begin anew at the other end.
    choose(page, "#time-from", "00:00")
    choose(page, "#time-to", "23:55")
    page.script("arguments[0].focus()", end)
    for _ in range(2):
        page.key("ArrowRight", 39)
        assert places() == ("0", "1435")
    assert page.wait("#time-to").get_attribute("value") == "23:55"
    choose(page, "#time-from", "00:05")
    choose(page, "#time-to", "00:00")
    assert places() == ("5", "1440")
    page.script("arguments[0].focus()", start)
    page.key("ArrowLeft", 37)
    assert places() == ("5", "1440")
    assert page.complaints() == []


# R-8: weather


def test_r8_weather_with_bounds_and_the_present_value_beside(tagalong, tmp_path, driver, screenshots):
    flags = facts(tmp_path, f"weather: {{source: station, topic: {STATION}, fields: {{temperature: t, sky: sky, wind: w}}}}\n")
    with Service(tagalong, tmp_path / "data", *flags) as service:
        service.item("sam/umbrella", "Umbrella")
        tell_weather(service, {"t": 3.5, "sky": "rain", "w": 2})
        page = Page(driver, service.url)
        page.forget()
        page.open("/reminders/new")
        page.fill("#reminder-name", "Gloves")
        page.press("Weather", "[data-form=conditions]")
        # Before anything is chosen, and before there is a reminder: only how it is.
        page.wait("[data-form=weather] .present", lambda each: "Rain, 3.5 °C" in each.text and "hold" not in each.text)
        page.press("Done")
        page.wait("[data-form=weather] .error", lambda each: each.text == "Choose a sky or a number.")
        choose(page, "#weather-sky", "snow")
        choose(page, "#weather-temperature", "below")
        page.fill("#weather-temperature-below", "-300")
        page.press("Done")
        page.wait("#weather-temperature-below-error", lambda each: each.text == "Enter a number from -90 to 60.")
        page.fill("#weather-temperature-below", "-3.5")
        page.wait("[data-form=weather] .present [data-verdict=fails]", lambda each: "Rain, 3.5 °C" in each.text)
        assert reminders(service) == {}
        page.inspect(screenshots, "reminder-weather")
        page.press("Done")
        assert "Snow, temperature below -3.5 °C" in condition(page, "weather").text
        page.press("Save")
        page.toast("Gloves is made.")
        assert reminders(service)["gloves"]["weather"] == {"sky": "snow", "temperature_below": -3.5}
        page.wait(".conditions [data-verdict=fails]", lambda each: "Rain, 3.5 °C" in each.text)
        page.press("Change Weather")
        page.wait(".present", lambda each: "Rain, 3.5 °C" in each.text)
        # One sky takes the place of the other.
        choose(page, "#weather-sky", "rain")
        choose(page, "#weather-temperature", "")
        page.press("Done")
        page.press("Save")
        page.toast("The reminder is saved.")
        page.wait(".conditions [data-verdict=holds]")
        assert reminders(service)["gloves"]["weather"] == {"sky": "rain"}
        assert page.complaints() == []
        page.leave()


# R-9: availability


def calendar(title):
    """A calendar with an event that is on."""
    now = datetime.datetime.now(datetime.timezone.utc)
    stamp = lambda hours: (now + datetime.timedelta(hours=hours)).strftime("%Y%m%dT%H%M%SZ")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//test//EN", "BEGIN:VEVENT", "UID:1@test",
             f"DTSTAMP:{stamp(0)}", f"DTSTART:{stamp(-1)}", f"DTEND:{stamp(2)}", f"SUMMARY:{title}", "END:VEVENT", "END:VCALENDAR"]
    return "\r\n".join(lines) + "\r\n"


def test_r9_availability_by_a_logarithmic_slider_and_a_calendar_that_is_connected(tagalong, tmp_path, driver, screenshots):
    (tmp_path / "sam.ics").write_text(calendar("Flight to Oslo"))
    flags = facts(tmp_path, f"calendars: {{people: {{sam: {{file: {tmp_path / 'sam.ics'}}}}}}}\n")
    with Service(tagalong, tmp_path / "data", *flags) as service:
        service.item("sam/umbrella", "Umbrella")
        page = Page(driver, service.url)
        page.forget()
        page.open("/reminders/new")
        page.fill("#reminder-name", "Passport")
        page.press("Availability", "[data-form=conditions]")
        page.wait(".calendar", lambda each: "A calendar is connected" in each.text and "facts.yaml" in each.text)
        slider = page.wait(".span-field input[type=range]")
        # From ten minutes to seven days, and one press of a key is one step that somebody means.
        page.script("arguments[0].focus()", slider)
        page.key("Home", 36)
        assert slider.get_attribute("aria-valuetext") == "10 min"
        page.key("ArrowRight", 39)
        assert slider.get_attribute("aria-valuetext") == "15 min"
        page.key("End", 35)
        assert slider.get_attribute("aria-valuetext") == "7 days"
        page.fill("#availability-free", "8")
        page.press("Done")
        page.wait("#availability-free-error", lambda each: each.text == "Enter 10 min to 7 days.")
        page.inspect(screenshots, "reminder-availability")
        pick(page, "In an event")
        page.fill("#availability-word", "flight")
        page.press("Done")
        page.press("Save")
        page.toast("Passport is made.")
        assert reminders(service)["passport"]["availability"] == {"in_event": True, "word": "flight"}
        page.wait(".conditions [data-verdict=holds]", lambda each: "Flight to Oslo" in each.text)
        assert page.complaints() == []
        page.leave()


def test_r9_a_calendar_is_connected_on_the_page_of_the_condition(service, page, screenshots):
    service.item("sam/umbrella", "Umbrella")
    page.open("/reminders/new")
    page.fill("#reminder-name", "Free")
    page.press("Availability", "[data-form=conditions]")
    page.wait(".calendar", lambda each: "No calendar is connected." in each.text)
    page.wait(".connecting summary", lambda each: each.text == "Connect a calendar").click()
    page.wait("[data-calendar=none]", lambda each: each.text == "No calendar is connected.")
    # What is not on the internet, or not encrypted, is said beside the field and changes nothing.
    page.fill("#calendar-address", "http://calendar.example.org/t0ken.ics")
    page.press("Connect", ".connecting")
    page.wait("#calendar-address-error", lambda each: "https://" in each.text and "t0ken" not in each.text)
    pick(page, "CalDAV")
    page.fill("#calendar-server", "https://calendar.example.org")
    page.press("Connect", ".connecting")
    page.wait("#calendar-user-error", lambda each: each.text == "This is needed.")
    page.inspect(screenshots, "reminder-calendar")
    assert not service.get("/api/v1/calendars/sam")["connected"]
    # The condition is as it was: what was typed for the calendar is none of it.
    page.press("Cancel")
    page.wait("[data-form=conditions]")
    assert page.complaints() == []


# R-10: place


def test_r10_a_place_is_searched_for_chosen_on_the_map_and_moved(tagalong, tmp_path, driver, screenshots):
    north = north_of(HOME, 300)
    found = [{"lat": str(north[0]), "lon": str(north[1]), "name": "Town hall", "display_name": "Town hall, Main square 1"}]
    with AddressServer(found) as addresses:
        flags = facts(tmp_path, f"places: {{nominatim: \"{addresses.url}\", suggestions: yes}}\n")
        with Service(tagalong, tmp_path / "data", *flags) as service:
            service.item("sam/umbrella", "Umbrella")
            service.ask("POST", "/api/v1/items/sam/umbrella/places", {"name": "Home", "lat": HOME[0], "lon": HOME[1], "radius_m": 50})
            page = Page(driver, service.url)
            page.forget()
            page.open("/reminders/new")
            page.fill("#reminder-name", "Forms")
            page.press("Place", "[data-form=conditions]")
            pick(page, "Address or map")
            page.press("Done")
            page.wait("#place-middle-error", lambda each: "Press the map" in each.text)
            search = page.fill("#place-search", "town")
            page.wait("[role=option]", lambda each: "Town hall" in each.text)
            assert addresses.asked[-1] == "town" and search.get_attribute("aria-expanded") == "true"
            page.inspect(screenshots, "reminder-place")
            page.script("arguments[0].focus()", page.wait("#place-search"))
            page.key("ArrowDown", 40)
            assert page.wait("#place-search").get_attribute("aria-activedescendant") == "place-search-option-0"
            page.key("Enter", 13)
            assert page.wait("#place-middle").get_attribute("value") == f"{north[0]:.6f}, {north[1]:.6f}"
            assert page.wait("#place-name").get_attribute("value") == "Town hall"
            # Enter on the map puts the pin in its middle, a press where one presses.
            surface = page.wait(".map-surface")
            page.script("arguments[0].scrollIntoView({block: 'center'})", surface)
            ActionChains(page.driver).move_to_element_with_offset(surface, 60, 60).click().perform()
            wait_until(lambda: page.wait("#place-middle").get_attribute("value") != f"{north[0]:.6f}, {north[1]:.6f}", "the pin has moved")
            # Another point is another place, and is not called as the one that was found; what somebody has typed stays.
            assert page.wait("#place-name").get_attribute("value") == ""
            page.fill("#place-name", "Town hall")
            ActionChains(page.driver).move_to_element_with_offset(surface, -40, 30).click().perform()
            assert page.wait("#place-name").get_attribute("value") == "Town hall"
            page.fill("#place-radius", "20000")
            page.press("Done")
            page.wait("#place-radius-error", lambda each: each.text == "Enter 1 to 10000 metres.")
            page.fill("#place-radius", "150")
            choose(page, "#place-middle", f"{north[0]:.5f}, {north[1]:.5f}")
            page.press("Done")
            assert "coming to Town hall, 150 m around" in condition(page, "place").text
            page.press("Save")
            page.toast("Forms is made.")
            saved = reminders(service)["forms"]["place"]
            assert (saved["event"], saved["name"], saved["radius_m"]) == ("enters", "Town hall", 150)
            assert abs(saved["lat"] - north[0]) < 1e-4 and abs(saved["lon"] - north[1]) < 1e-4
            # How far it is stands beside it.
            page.wait(".conditions [data-verdict=fails]", lambda each: "m outside" in each.text)
            # One of one's own places stays that place.
            page.press("Change Place")
            page.fill("#place-search", "hom")
            page.wait("[role=option]", lambda each: "Home" in each.text).click()
            page.wait("#place-own", lambda each: each.is_displayed())
            page.press("Done")
            page.press("Save")
            page.toast("The reminder is saved.")
            assert reminders(service)["forms"]["place"] == {"event": "enters", "place": "Home"}
            assert page.complaints() == []
            page.leave()


def test_r10_a_pin_is_dragged_on_the_map(umbrella, page):
    far = north_of(HOME, 500)
    add(umbrella, "Umbrella", place={"event": "within", "lat": far[0], "lon": far[1], "radius_m": 100, "name": "Work"})
    opened(page)
    page.press("Change Place")
    pin = page.wait(".mark.draft circle, .pin.corner")
    page.script("arguments[0].closest('.map-surface').scrollIntoView({block: 'center'})", pin)
    ActionChains(page.driver).drag_and_drop_by_offset(pin, 40, 0).perform()
    before = f"{far[0]:.6f}, {far[1]:.6f}"
    wait_until(lambda: page.wait("#place-middle").get_attribute("value") != before, "the pin has moved")
    # It went to the east only, and is called as before.
    moved = [float(each) for each in page.wait("#place-middle").get_attribute("value").split(", ")]
    assert moved[1] > far[1] and abs(moved[0] - far[0]) < 1e-3
    page.press("Done")
    assert "at Work, 100 m around" in condition(page, "place").text


def test_r10_the_nearest_of_a_kind_of_shop(umbrella, page):
    page.open("/reminders/new")
    page.fill("#reminder-name", "Bread")
    page.press("Place", "[data-form=conditions]")
    pick(page, "Nearest shop")
    page.wait("[data-form=place] .notice", lambda each: "Nobody is asked where shops are." in each.text)
    choose(page, "#place-nearest", "bakery")
    page.fill("#place-nearest-radius", "5")
    page.press("Done")
    page.wait("#place-nearest-radius-error", lambda each: each.text == "Enter 20 m to 1.0 km.")
    page.fill("#place-nearest-radius", "150")
    page.press("Done")
    page.press("Save")
    page.toast("Bread is made.")
    assert reminders(umbrella)["bread"]["place"] == {"event": "enters", "kind": "bakery", "radius_m": 150}
    page.wait(".conditions [data-missing=off]", lambda each: "places: overpass" in each.text)


# R-11: one of each kind


def test_r11_a_kind_that_is_in_the_reminder_is_grey_and_says_why(umbrella, page):
    add(umbrella, "Umbrella", **AWAY)
    opened(page)
    taken = page.wait("[data-add=thing]")
    assert taken.get_attribute("aria-disabled") == "true"
    taken.click()
    page.wait("#kind-taken", lambda each: each.text.startswith("Item is in this reminder already."))
    assert taken.get_attribute("aria-describedby") == "kind-taken"
    assert page.script("return location.hash") == "" and page.all("#reminder-name")
    page.press("Remove Item")
    wait_until(lambda: not page.wait("[data-add=thing]").get_attribute("aria-disabled"), "it can be added again")
    # The focus is at what can be added now.
    assert page.script("return document.activeElement.dataset.add") == "thing"


def test_r11_availability_is_grey_for_whom_the_calendar_is_not_and_says_why(umbrella, page, screenshots):
    add(umbrella, "Umbrella", **AWAY, availability={"free_s": 3600})
    reminders_as("kim", umbrella, page, ("kim", "sam=command"))
    only = "Only sam and administrators add or change a condition about the calendar of sam."
    # By its address one comes to the page all the same, and nothing is said of whether a calendar is connected.
    page.open("/reminders/sam/umbrella#availability")
    page.wait("[data-form=availability] .calendar", lambda each: each.text == only)
    assert not page.all("[data-form=availability] details.connecting")
    page.press("Cancel")
    change = page.wait(".conditions [data-kind=availability] button[aria-disabled=true]")
    assert change.get_attribute("aria-label") == "Change Availability" and change.get_attribute("title") == only
    change.click()
    page.wait("#kind-taken", lambda each: each.text == only)
    # All else of it may be changed, and this may be taken out.
    assert not page.wait(".conditions [data-kind=thing] button").get_attribute("aria-disabled")
    page.press("Remove Availability")
    adding = page.wait("[data-add=availability][aria-disabled=true]")
    assert adding.get_attribute("title") == only and adding.get_attribute("aria-describedby") == "kind-taken"
    adding.click()
    assert page.script("return location.hash") == "" and page.all("#reminder-name")
    assert not page.wait("[data-add=weather]").get_attribute("aria-disabled")
    page.inspect(screenshots, "reminder-calendar-of-others")
    page.press("Save")
    page.toast("The reminder is saved.")
    page.wait("[data-add=availability][aria-disabled=true]")
    # Of one's own it is as ever.
    page.open("/reminders/new")
    page.wait("[data-add=weather]")
    if page.wait("#reminder-owner").get_attribute("value") != "kim":
        choose(page, "#reminder-owner", "kim")
    page.wait("[data-add=availability]:not([aria-disabled])")
    page.press("Availability")
    page.wait("[data-form=availability]")
    assert page.complaints() == []


# R-12: what is missing


def test_r12_without_a_position_a_calendar_and_notifications_it_says_what_to_do(service, page, screenshots):
    service.reported("sam/umbrella")
    wait_until(lambda: "sam/umbrella" in service.items(), "the umbrella is known")
    page.command("Browser.setPermission", permission={"name": "notifications"}, setting="denied", origin=page.url)
    add(service, "Umbrella", availability={"free_s": 3600}, weather={"sky": "rain"}, place={"event": "leaves", "lat": 46, "lon": 14, "radius_m": 50})
    opened(page)
    page.wait(".conditions [data-kind=availability] [data-missing=off]",
              lambda each: "No calendar is connected." in each.text and "calendars: people: sam" in each.text)
    page.wait(".conditions [data-kind=place] [data-missing=no_position]", lambda each: "The phone of sam has to tell where it is." in each.text)
    assert page.all(".conditions [data-kind=place] a[href='/add/phone']")
    page.wait(".conditions [data-kind=weather] [data-missing]")
    page.wait(".notice", lambda each: "Notifications are blocked in this browser" in each.text)
    page.wait(".standing [data-status=unknown]")
    page.inspect(screenshots, "reminder-missing")
    page.press("Change Availability")
    page.wait(".calendar", lambda each: "No calendar is connected." in each.text)
    page.press("Cancel")
    page.press("Change Place")
    page.wait("[data-form=place] .notice", lambda each: "It is not known where sam is." in each.text)
    assert page.complaints() == []


def test_r12_something_that_is_no_calendar_is_said_to_be_none(tagalong, tmp_path, driver):
    (tmp_path / "sam.ics").write_text("<html>Log in first</html>\n")
    flags = facts(tmp_path, f"calendars: {{people: {{sam: {{file: {tmp_path / 'sam.ics'}}}}}}}\n")
    with Service(tagalong, tmp_path / "data", *flags) as service:
        service.item("sam/umbrella", "Umbrella")
        add(service, "Free", availability={"free_s": 3600})
        page = Page(driver, service.url)
        page.forget()
        opened(page, "free")
        page.wait(".conditions [data-missing=failing]", lambda each: "It cannot be found out:" in each.text and "facts.yaml" in each.text)
        assert not is_told(service, "free")
        page.leave()


# What forms read and write

ENDS = ["00:00", "07:30", "23:59", "sunrise", "sunset", "sunrise-30m", "sunset+1h30m", "sunrise+12h", "sunset-1m"]
NO_ENDS = ["", "7:30", "noon", "sunset30m", "sunset+", "sunrise-1d"]


def test_ends_of_a_span_are_read_and_written_as_the_interface_has_them(umbrella, page):
    page.open()
    read = (
        "const done = arguments[1]; ofPage('reminders/dayends.js').then(({ dayEnd, dayEndText }) => "
        "done(arguments[0].map((text) => { const end = dayEnd(text); return end && dayEndText(end); })))"
    )
    assert page.driver.execute_async_script(read, ENDS) == ENDS
    assert page.driver.execute_async_script(read, NO_ENDS) == [None] * len(NO_ENDS)


def test_numbers_of_the_weather_are_the_same_in_other_units(umbrella, page):
    page.open()
    source = (
        "const done = arguments[1]; ofPage('reminders/measures.js').then(({ keptNumber, shownNumber }) => "
        "done(arguments[0].map(([measure, units, shown]) => shownNumber(measure, keptNumber(measure, shown, units), units))))"
    )
    told = [
        ["temperature", "metric", -3.5], ["temperature", "imperial", 41], ["wind", "metric", 36], ["wind", "imperial", 20],
        ["precipitation", "imperial", 0.25], ["snow_depth", "metric", 15], ["snow_depth", "imperial", 6], ["chance", "imperial", 50],
    ]
    assert page.driver.execute_async_script(source, told) == [each[2] for each in told]
    kept = (
        "const done = arguments[0]; ofPage('reminders/measures.js').then(({ keptNumber }) => "
        "done([keptNumber('temperature', 32, 'imperial'), keptNumber('wind', 36, 'metric'), keptNumber('snow_depth', 15, 'metric')]))"
    )
    assert page.driver.execute_async_script(kept) == [0, 10, 0.15]


# Live, two windows, others


def test_a_change_in_another_tab_is_told_to_who_edits(umbrella, page, screenshots):
    add(umbrella, "Umbrella", **AWAY)
    opened(page)
    # Where nothing is typed it simply follows.
    umbrella.patch("/api/v1/reminders/sam/umbrella", {"name": "Brolly"})
    page.wait("h1", lambda each: each.text == "Brolly")
    page.fill("#reminder-name", "Mine")
    umbrella.patch("/api/v1/reminders/sam/umbrella", {"colour": "red"})
    page.wait("[role=alert]", lambda each: "This reminder was changed elsewhere meanwhile." in each.text)
    assert page.wait("#reminder-name").get_attribute("value") == "Mine"
    page.inspect(screenshots, "reminder-changed")
    # What was read before is not written over what has come since, unless somebody says so.
    page.press("Save")
    page.button("Save mine in its place")
    assert reminders(umbrella)["umbrella"]["name"] == "Brolly"
    page.press("Save mine in its place")
    page.toast("The reminder is saved.")
    assert reminders(umbrella)["umbrella"]["name"] == "Mine"
    page.fill("#reminder-name", "Mine again")
    umbrella.ask("DELETE", "/api/v1/reminders/sam/umbrella")
    page.wait("[role=alert]", lambda each: "This reminder was deleted elsewhere meanwhile." in each.text)
    assert page.complaints() == []


HOLD = """
    const [method, path] = arguments, ask = window.fetch;
    window.held = [];
    window.fetch = async (address, options = {}) => {
        const answer = await ask(address, options);
        const isMeant = (options.method ?? "GET") === method && new URL(address, location.href).pathname === path;
        if (isMeant && window.held) await new Promise((done) => window.held.push(done));
        return answer;
    };
    window.letGo = () => { for (const done of window.held) done(); window.held = null; };
"""


def held(page):
    """Waits until the console has answered what is held back."""
    wait_until(lambda: page.script("return window.held.length"), "an answer that is held back")


def test_what_is_typed_while_the_reminder_is_asked_for_again_stays(umbrella, page):
    add(umbrella, "Umbrella", **AWAY)
    opened(page)
    page.wait("h1", lambda each: each.text == "Umbrella")
    page.script(HOLD, "GET", "/api/v1/reminders/sam/umbrella")
    umbrella.patch("/api/v1/reminders/sam/umbrella", {"colour": "red"})
    held(page)
    page.fill("#reminder-name", "Mine")
    page.script("window.letGo()")
    page.wait("[role=alert]", lambda each: "This reminder was changed elsewhere meanwhile." in each.text)
    assert page.wait("#reminder-name").get_attribute("value") == "Mine"
    # Who wants the other one gets it, whatever is typed.
    page.press("Show it as it is now")
    page.wait("#reminder-name", lambda each: each.get_attribute("value") == "Umbrella")
    assert page.wait(".colours input:checked").get_attribute("value") == "red"
    assert page.complaints() == []


def test_what_is_typed_while_a_reminder_is_saved_is_a_change_to_it(umbrella, page):
    add(umbrella, "Umbrella", **AWAY)
    opened(page)
    page.script(HOLD, "PUT", "/api/v1/reminders/sam/umbrella")
    page.fill("#reminder-name", "Brolly")
    page.press("Save")
    held(page)
    page.fill("#reminder-name", "Brolly, the red one")
    pick(page, "Red")
    page.script("window.letGo()")
    page.toast("The reminder is saved.")
    assert page.wait("#reminder-name").get_attribute("value") == "Brolly, the red one"
    assert page.wait(".colours input:checked").get_attribute("value") == "red"
    assert reminders(umbrella)["umbrella"]["name"] == "Brolly"
    page.press("Save")
    page.toast("The reminder is saved.")
    saved = reminders(umbrella)["umbrella"]
    assert (saved["name"], saved["colour"]) == ("Brolly, the red one", "red")
    assert page.complaints() == []


def test_what_is_typed_outlasts_a_service_that_is_killed_and_a_place_that_is_gone(umbrella, page):
    add(umbrella, "Umbrella", place={"event": "leaves", "place": "Home"})
    umbrella.ask("DELETE", "/api/v1/items/sam/umbrella/places/Home")
    opened(page)
    page.wait(".conditions [data-missing=no_place]", lambda each: "Choose another place of sam in this condition." in each.text)
    choose(page, "#reminder-name", "x" * 1000)
    page.press("Save")
    page.wait("#reminder-name-error", lambda each: "at most 60 characters; these are 1000" in each.text)
    assert page.overflow() <= 0
    page.fill("#reminder-name", "Brolly")
    umbrella.process.kill()
    umbrella.process.wait()
    page.press("Save")
    page.toast("Nothing was saved.")
    assert page.wait("#reminder-name").get_attribute("value") == "Brolly"
    umbrella.start()
    page.press("Save")
    page.toast("The reminder is saved.")
    saved = reminders(umbrella)["umbrella"]
    assert (saved["name"], saved["place"]) == ("Brolly", {"event": "leaves", "place": "Home"})
    assert page.complaints() == []


def test_the_list_follows_what_happens_elsewhere(umbrella, page):
    page.open("/reminders")
    page.wait_for_text("No reminders yet")
    add(umbrella, "Umbrella", **AWAY)
    page.wait("[data-reminder='sam/umbrella']")
    umbrella.patch("/api/v1/reminders/sam/umbrella", {"name": "أمطار <b>"})
    page.wait(".reminder h2", lambda each: each.text == "أمطار <b>")
    umbrella.ask("DELETE", "/api/v1/reminders/sam/umbrella")
    page.gone(".reminder")
    with page.another_tab():
        page.open("/reminders/sam/umbrella")
        page.wait_for_text("There is no such reminder")


def reminders_as(name, service, page, other):
    """Makes the administrator's account and another with its grant, and opens the reminders as one of them."""
    account(service, "add", "boss", "--admin")
    account(service, "add", other[0], "--allow", other[1])
    for each in ("boss", other[0]):
        account(service, "passcode", each, typed=f"{PASSCODE}\n")
    page.open("/login")
    log_in(page, name)
    wait_until(lambda: page.path == "/", "the list")
    page.open("/reminders")


def test_who_may_only_see_what_is_told_is_offered_no_answer(umbrella, page):
    add(umbrella, "Umbrella", **AWAY)
    reminders_as("guest", umbrella, page, ("guest", "sam=history"))
    page.open("/")
    page.wait(".connection.live")
    leave_behind(umbrella)
    told = page.wait(".toast", lambda each: "Reminder: Umbrella" in each.text)
    assert not told.find_elements(By.CSS_SELECTOR, ".toast-actions")
    page.open("/reminders")
    page.wait(".reminder [data-status=told]")
    assert not page.all(".reminder .answers button") and page.complaints() == []


def test_an_administrator_sees_what_another_is_told_and_is_not_told_it(umbrella, page):
    add(umbrella, "Umbrella", **AWAY)
    reminders_as("boss", umbrella, page, ("sam", "sam=command"))
    page.wait(".reminder [data-status=waiting]")
    # Who asks last hears last, when everything else on the page has heard.
    page.script("window.heard = []; ofPage('items.js').then(({ items }) => items.onEvent((kind) => window.heard.push(kind)))")
    leave_behind(umbrella)
    wait_until(lambda: "reminder-event" in page.script("return window.heard"), "that it is told")
    page.wait(".reminder [data-status=told]")
    assert not [text for text in page.script("return window.toasts") if "Reminder: Umbrella" in text]
    assert page.complaints() == []


def test_who_may_only_look_changes_nothing(umbrella, page):
    add(umbrella, "Umbrella", **AWAY)
    reminders_as("lee", umbrella, page, ("lee", "sam=history"))
    line = page.wait(".reminder", lambda each: "of sam" in each.text)
    assert not [each for each in line.find_elements(By.CSS_SELECTOR, "button") if each.is_displayed()]
    opened(page)
    page.wait_for_text("sam lets you look at this reminder, not change it.")
    assert page.wait("#reminder-name").get_attribute("disabled")
    assert not page.all("[data-add]") and not page.all(".conditions button") and not page.all(".button.danger")
    assert page.complaints() == []
