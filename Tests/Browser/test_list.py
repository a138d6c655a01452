"""The item list."""

import json

import pytest
from selenium.webdriver.common.keys import Keys

from browser import RED
from service import HOME, north_of, wait_until


def border(card):
    return card.value_of_css_property("border-top-color"), card.value_of_css_property("border-top-width")


def test_3_1_1_the_list_shows_photo_name_distance_mode_battery_and_controls_of_each_item(service, page):
    service.item("sam/keys", "Keys", 1.2)
    service.item("sam/bag", "Work bag", 3)
    page.open()
    card = page.card("sam/keys")
    assert "Keys" in card.text
    assert "about 1 m" in card.text
    assert "Bluetooth" in card.text
    assert "80 %" in card.text
    assert "Seen" in card.text
    assert card.find_element("css selector", ".picture").text == "K"
    names = [button.get_attribute("aria-label") for button in card.find_elements("css selector", "button")]
    assert names == ["Tracker of Keys", "Ring Keys", "Locate Keys now"]
    assert len(page.all(".card")) == 2
    assert page.complaints() == []


def test_3_1_4_an_item_beyond_5_m_has_a_red_border_and_one_within_has_none(service, page):
    service.item("sam/far", "Far", 5.1)
    service.item("sam/near", "Near", 4.9)
    page.open()
    far = page.wait_for_level("sam/far", "warning")
    near = page.wait_for_level("sam/near", "near")
    assert border(far) == (RED["light"], "2px")
    assert border(near)[0] != RED["light"]
    assert "Beyond 5 m" in far.text
    page.theme("dark")
    assert border(far) == (RED["dark"], "2px")
    assert border(near)[0] != RED["dark"]


def test_3_1_4_an_item_beyond_10_m_is_on_top(service, page):
    service.item("sam/anchor", "Anchor", 1)
    service.item("sam/zither", "Zither", 1)
    page.open()
    page.wait_for_level("sam/zither", "near")
    assert names(page) == ["sam/anchor", "sam/zither"]
    service.fix("sam/zither", north_of(HOME, 11))
    card = page.wait_for_level("sam/zither", "critical")
    assert "Left behind" in card.text
    wait_until(lambda: page.all(".card")[0].get_attribute("data-id") == "sam/zither", "Zither is on top")


def test_an_item_without_data_is_grey(service, page):
    service.reported("sam/keys")
    wait_until(lambda: "sam/keys" in service.items(), "the keys are known")
    page.open()
    card = page.wait_for_level("sam/keys", "unknown")
    assert "No data" in card.text
    assert "Distance not known" in card.text
    assert card.value_of_css_property("background-color") == "rgba(236, 238, 241, 1)"


def test_3_2_1_a_tracker_is_switched_off_and_on_and_is_pending_until_it_says_so(service, page):
    service.item("sam/keys", "Keys")
    wanted = []
    service.listen("tagalong/sam/keys/desired", lambda line: wanted.append(json.loads(line)))
    page.open()
    card = page.card("sam/keys")
    switch = card.find_element("css selector", "[role=switch]")
    assert switch.get_attribute("aria-checked") == "true"
    switch.click()
    wait_until(lambda: wanted and wanted[-1]["power"] == "off", "the tracker is told")
    wait_until(lambda: "Turning off" in switch.text, "it is pending")
    assert switch.get_attribute("aria-busy") == "true"
    service.reported("sam/keys", version=wanted[-1]["version"], power="off")
    wait_until(lambda: switch.text == "Off", "it is off")
    assert switch.get_attribute("aria-checked") == "false"
    assert switch.get_attribute("aria-busy") is None
    wait_until(lambda: "Switched off" in page.card("sam/keys").text, "the card says so")
    switch.click()
    wait_until(lambda: wanted[-1]["power"] == "on", "the tracker is told")
    service.reported("sam/keys", version=wanted[-1]["version"])
    wait_until(lambda: switch.text == "On", lambda: f"it is on: {switch.text}")


# What the console answers waits until the test says go on.
HOLD = """
    const [method, path] = arguments;
    const ask = window.fetch;
    window.fetch = async (address, options) => {
        const answer = await ask(address, options);
        if (options?.method === method && address === path) await new Promise((go) => { window.goOn = go; });
        return answer;
    };
"""
# What the answer changes has been drawn after two frames.
GO_ON = "window.goOn(); requestAnimationFrame(() => requestAnimationFrame(arguments[0]))"


def test_an_answer_that_comes_after_the_trackers_own_word_is_no_news(service, page):
    service.item("sam/keys", "Keys")
    wanted = []
    service.listen("tagalong/sam/keys/desired", lambda line: wanted.append(json.loads(line)))
    page.open()
    switch = page.card("sam/keys").find_element("css selector", "[role=switch]")
    page.script(HOLD, "PATCH", "/api/v1/items/sam/keys")
    switch.click()
    wait_until(lambda: wanted and wanted[-1]["power"] == "off", "the tracker is told")
    wait_until(lambda: page.script("return window.goOn !== undefined"), "the answer is there")
    service.reported("sam/keys", version=wanted[-1]["version"], power="off")
    wait_until(lambda: switch.text == "Off", "it is off")
    page.driver.execute_async_script(GO_ON)
    assert switch.text == "Off"
    assert switch.get_attribute("aria-busy") is None


def test_a_list_that_comes_after_the_trackers_own_word_is_no_news(service, page):
    service.item("sam/keys", "Keys")
    page.open()
    switch = page.card("sam/keys").find_element("css selector", "[role=switch]")
    page.script(HOLD, "GET", "/api/v1/items")
    # A thing that the page does not know has it ask for all again.
    service.item("sam/bag", "Bag")
    wait_until(lambda: page.script("return window.goOn !== undefined"), "the list is there")
    service.reported("sam/keys", power="off")
    wait_until(lambda: switch.get_attribute("aria-busy") == "true" or switch.text == "Off", "the page knows")
    said = switch.text
    page.driver.execute_async_script(GO_ON)
    page.wait_for_level("sam/bag", "near")
    assert switch.text == said


def test_what_somebody_else_wants_is_pending_on_every_page(service, page):
    service.item("sam/keys", "Keys")
    page.open()
    switch = page.card("sam/keys").find_element("css selector", "[role=switch]")
    service.patch("/api/v1/items/sam/keys", {"power": "off"})
    wait_until(lambda: "Turning off" in switch.text, "it is pending")
    service.patch("/api/v1/items/sam/keys", {"power": "on"})
    wait_until(lambda: switch.text == "On", "it stays on")


def test_a_tracker_rings_and_tells_its_position_when_asked(service, page):
    service.item("sam/keys", "Keys")
    service.obey("sam/keys")
    page.open()
    page.press("Locate Keys now")
    page.toast("Keys has reported its position")
    page.press("Ring Keys")
    page.toast("Keys rings")
    page.press("Stop ringing Keys")
    page.toast("Keys has stopped ringing")


def test_what_has_the_focus_keeps_it_while_the_things_move(service, page):
    service.item("sam/keys", "Keys")
    page.open()
    page.card("sam/keys")
    page.wait("main .notice a").send_keys("")
    assert page.focused() == ["A", "Set one"]
    service.fix("sam/keys", north_of(HOME, 7))
    page.wait_for_level("sam/keys", "warning")
    assert page.focused() == ["A", "Set one"]


def test_a_click_on_a_card_opens_the_item_and_back_returns(service, page):
    service.item("sam/keys", "Keys")
    page.open()
    page.card("sam/keys").find_element("css selector", "h2 a").click()
    page.wait("h1", lambda title: title.text == "Keys")
    assert page.path == "/items/sam/keys"
    page.driver.back()
    page.card("sam/keys")
    assert page.path == "/"


def test_a_list_of_many_can_be_filtered(service, page):
    for number in range(10):
        service.reported(f"sam/t{number}")
    wait_until(lambda: len(service.items()) == 10, "ten are known")
    service.patch("/api/v1/items/sam/t3", {"item": "Violin"})
    page.open()
    page.fill("input[type=search]", "vio")
    wait_until(lambda: len(page.all(".card")) == 1, "one is left")
    assert "Violin" in page.card("sam/t3").text
    page.fill("input[type=search]", "xyz")
    page.wait_for_text("No item matches “xyz”")


def test_nothing_to_look_after_yet_leads_to_adding(page, screenshots):
    page.open()
    page.wait_for_text("No items yet")
    page.inspect(screenshots, "list-empty")
    page.press("Add an item")
    page.wait("h1", lambda title: title.text == "Add an item")
    assert page.path == "/add"


def names(page):
    """What the cards are of, from the top."""
    # At one moment: cards are drawn anew while one looks.
    return page.script("return [...document.querySelectorAll('.card')].map((card) => card.dataset.id)")


def fleet(service, count, **more):
    """So many items at once, with names in order: each has its own device, and none has told where it is."""
    for number in range(count):
        service.reported(f"sam/t{number:03}", **more)
    wait_until(lambda: len(service.items()) == count, f"{count} are known")


def choose(page, name, value):
    """Chooses in one of the filters, which are shown first."""
    toggle = page.wait(".filter-bar > button")
    if toggle.get_attribute("aria-expanded") == "false":
        toggle.click()
    page.wait(f"#filter-{name} option[value='{value}']").click()


def test_search_filters_and_order_are_in_the_address_and_survive_the_way_back(service, page, screenshots):
    service.item("sam/near", "Anchor", 1)
    service.item("sam/far", "Zither", 12)
    service.item("sam/beyond", "Kite", 7)
    service.reported("sam/mute", battery=9)
    wait_until(lambda: len(service.items()) == 4, "four are known")
    page.open("/?sort=distance")
    wait_until(lambda: names(page) == ["sam/far", "sam/beyond", "sam/near", "sam/mute"], lambda: names(page))
    page.inspect(screenshots, "list-filters")
    page.fill("#search", "left")
    wait_until(lambda: names(page) == ["sam/far"], lambda: names(page))
    page.fill("#search", "")
    choose(page, "state", "far")
    wait_until(lambda: names(page) == ["sam/far", "sam/beyond"], lambda: names(page))
    assert page.script("return location.search") == "?state=far&sort=distance"
    assert page.wait(".matches").text == "2 of 4 items"
    page.card("sam/beyond").find_element("css selector", "h2 a").click()
    page.wait("h1", lambda title: title.text == "Kite")
    page.driver.back()
    wait_until(lambda: names(page) == ["sam/far", "sam/beyond"], lambda: names(page))
    page.driver.refresh()
    wait_until(lambda: names(page) == ["sam/far", "sam/beyond"], lambda: names(page))
    choose(page, "state", "silent")
    wait_until(lambda: names(page) == ["sam/mute"], lambda: names(page))
    choose(page, "state", "off")
    page.wait_for_text("No item matches these filters.")
    page.press("Show all items")
    wait_until(lambda: len(names(page)) == 4, lambda: names(page))
    assert page.script("return location.search") == ""
    choose(page, "battery", "low")
    wait_until(lambda: names(page) == ["sam/mute"], lambda: names(page))


def test_a_list_of_many_is_on_the_page_in_parts_and_found_in_whole(service, page, screenshots):
    fleet(service, 70)
    page.open()
    wait_until(lambda: len(page.all(".card")) == 60, "sixty are on the page")
    page.wait_for_text("60 of 70 are on this page.")
    assert page.card("sam/t000").get_attribute("aria-setsize") == "70"
    page.inspect(screenshots, "list-many")
    page.fill("#search", "t069")
    wait_until(lambda: names(page) == ["sam/t069"], lambda: names(page))
    page.fill("#search", "")
    wait_until(lambda: len(page.all(".card")) == 60, "sixty are on the page")
    page.press("Show 10 more")
    assert len(page.all(".card")) == 70
    assert page.focused() == ["A", "t060"]
    assert not page.wait(".list-end", lambda end: True).is_displayed()


def test_the_card_with_the_focus_keeps_it_when_it_moves_and_hands_it_on_when_it_leaves(service, page):
    service.item("sam/anchor", "Anchor", 1)
    service.item("sam/kite", "Kite", 1)
    service.item("sam/zither", "Zither", 1)
    page.open()
    page.wait_for_level("sam/zither", "near")
    page.script("arguments[0].focus()", page.card("sam/zither").find_element("css selector", "[role=switch]"))
    service.fix("sam/zither", north_of(HOME, 12))
    wait_until(lambda: names(page) == ["sam/zither", "sam/anchor", "sam/kite"], lambda: names(page))
    assert page.focused() == ["BUTTON", "Tracker of Zither"]
    service.ask("DELETE", "/api/v1/items/sam/zither")
    wait_until(lambda: names(page) == ["sam/anchor", "sam/kite"], lambda: names(page))
    assert page.focused() == ["A", "Anchor"]


@pytest.fixture
def many(service):
    """Enough things for a list of several screens."""
    for number in range(24):
        service.reported(f"sam/thing{number:02}")
    service.item("sam/keys", "Keys", 1)
    wait_until(lambda: len(service.items()) == 25, "all are known")
    return service


def by_the_browser(page):
    page.driver.back()


def by_the_link(page):
    # Where the page is scrolled, the bar lies over it.
    page.script("arguments[0].click()", page.wait("a.back"))


def by_an_item_s_settings(page):
    page.press("Edit")
    page.wait("[data-form=places]")
    by_the_link(page)
    page.wait(".hero")
    by_the_link(page)


def test_back_from_an_item_the_list_is_as_it_was_left(many, page):
    page.window(390, 640)
    # One list for all ways: none changes it.
    for back in (by_the_browser, by_the_link, by_an_item_s_settings):
        page.open()
        wait_until(lambda: len(page.all(".card")) == 25, "all cards")
        page.fill(".filter input", "thing1")
        wait_until(lambda: len(page.all(".card")) == 10, "those that match")
        # As soon as the cards have their height.
        wait_until(lambda: page.script("scrollTo(0, 1234); return history.state?.at") == 1234, "the place is noted")
        page.script("document.querySelector(\".card[data-id='sam/thing17'] h2 a\").click()")
        page.wait(".hero")
        assert page.script("return scrollY") == 0
        back(page)
        wait_until(lambda: len(page.all(".card")) == 10, "those that match")
        assert page.wait(".filter input").get_attribute("value") == "thing1"
        wait_until(lambda: page.script("return scrollY") == 1234, lambda: page.script("return scrollY"))
        # Also after it was loaded anew.
        page.driver.refresh()
        wait_until(lambda: len(page.all(".card")) == 10, "those that match")
        wait_until(lambda: page.script("return scrollY") == 1234, lambda: page.script("return scrollY"))
        # Who goes to the list by its tab begins anew.
        page.script("document.querySelector('.tabs a[href=\"/\"]').click()")
        wait_until(lambda: len(page.all(".card")) == 25, "all cards")
        wait_until(lambda: page.script("return scrollY") == 0, "the top")
        assert page.complaints() == []


def test_an_item_left_behind_is_acknowledged_and_muted_from_its_card(service, page, screenshots):
    service.item("sam/keys", "Keys", 12)
    page.open()
    page.wait_for_level("sam/keys", "critical")
    page.inspect(screenshots, "list-alarm")
    know = page.button("I know about Keys")
    know.send_keys(Keys.ENTER)
    wait_until(lambda: service.items()["sam/keys"].get("acknowledged"), "it is acknowledged")
    wait_until(lambda: page.focused() == ["SPAN", "Acknowledged"], lambda: page.focused())
    page.wait(".card-alarm option[value='3600']").click()
    wait_until(lambda: "snooze_until" in service.items()["sam/keys"], "it is muted")
    page.wait_for_text("Muted until")
    page.press("Unmute Keys")
    wait_until(lambda: "snooze_until" not in service.items()["sam/keys"], "it is not muted")
    page.wait(".card-alarm select")


def test_alerts_are_chosen_by_the_names_of_now(service, page):
    service.item("sam/keys", "Keys", 12)
    service.item("sam/bag", "Bag", 1)
    page.open("/alerts")
    page.wait(".connection.live")
    page.wait("#alerts-item option[value='sam/bag']", lambda option: option.text == "Bag")
    service.patch("/api/v1/items/sam/bag", {"item": "Work bag"})
    page.wait("#alerts-item option[value='sam/bag']", lambda option: option.text == "Work bag")
    page.wait("#alerts-item option[value='sam/bag']").click()
    page.wait_for_text("No alerts yet")


def test_an_item_is_muted_for_the_span_that_the_keyboard_has_come_to(service, page):
    service.item("sam/keys", "Keys", 12)
    page.open()
    page.wait_for_level("sam/keys", "critical")
    changes = []
    service.listen("tagalong/sam/keys/rules", lambda line: changes.append(json.loads(line).get("snooze_until")))
    choice = page.wait(".card-alarm select")
    page.script("arguments[0].focus()", choice)
    for value in ("3600", "7200", "28800"):
        choice.send_keys(Keys.ARROW_DOWN)
        wait_until(lambda wanted=value: choice.get_attribute("value") == wanted, value)
    assert "snooze_until" not in service.items()["sam/keys"]
    choice.send_keys(Keys.TAB)
    page.wait_for_text("Muted until")
    wait_until(lambda: changes, "it is published")
    assert len(changes) == 1


def test_what_was_acknowledged_is_so_in_every_tab_and_of_that_episode_only(service, page):
    service.item("sam/keys", "Keys", 12)
    page.open()
    page.wait_for_level("sam/keys", "critical")
    page.wait(".connection.live")
    # By somebody else.
    service.ask("PUT", "/api/v1/items/sam/keys/acknowledgement")
    page.wait(".card-alarm .known", lambda each: each.text == "Acknowledged")
    service.fix("sam/keys", HOME)
    page.wait_for_level("sam/keys", "near")
    service.fix("sam/keys", north_of(HOME, 12))
    page.wait_for_level("sam/keys", "critical")
    page.button("I know about Keys")


def test_the_close_button_of_a_notice_hands_the_focus_on(service, page):
    service.item("sam/keys", "Keys")
    page.open()
    page.card("sam/keys")
    page.wait("main .notice .close").send_keys(Keys.ENTER)
    wait_until(lambda: page.focused() == ["A", "Keys"], lambda: page.focused())


SMALL_PAGES = """
    const ask = window.fetch;
    window.fetch = (address, options) => ask(`${address}`.replace("limit=100", "limit=2"), options);
"""


def test_alerts_go_on_beyond_the_first_page_and_say_when_that_is_all(service, page, screenshots):
    for metres in (1, 7, 12, 1):
        service.item("sam/keys", "Keys", metres)
    service.item("sam/bag", "Bag", 1)
    wait_until(lambda: len(service.get("/api/v1/alerts")["alerts"]) == 3, lambda: service.get("/api/v1/alerts"))
    page.open()
    page.script(SMALL_PAGES)
    page.all(".tabs a")[1].click()
    page.wait_for_text("The latest 2 are shown.")
    page.inspect(screenshots, "alerts-more")
    page.press("Show older alerts")
    page.wait_for_text("These are all 3 alerts.")
    assert page.focused() == ["A", "Keys is beyond 5 m"]
    assert not page.wait(".list-end button").is_displayed()
    page.wait("#alerts-item option[value='sam/bag']").click()
    page.wait_for_text("No alerts yet")
    assert page.script("return location.search") == "?item=sam%2Fbag"
