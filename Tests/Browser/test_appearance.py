"""How a browser shows things: language, theme, units, time zone and clock are chosen in the settings, and all tabs follow."""

import contextlib
import pathlib

import pytest

from browser import Page
from service import Service, wait_until
from test_unknown import publish_list

# Each language with a catalogue of its own.
CATALOGUES = ["de"]
DARK, LIGHT = "rgb(15, 18, 21)", "rgb(244, 245, 247)"
GROUND = "return getComputedStyle(document.documentElement).backgroundColor"
# The theme of the page when it has a body, of which nothing is painted before.
FIRST = """
new MutationObserver(() => {
    if (document.body) window.firstTheme ??= document.documentElement.dataset.theme ?? "none";
}).observe(document, { childList: true, subtree: true });
"""


@pytest.fixture(scope="module")
def shown(tagalong, tmp_path_factory):
    """A console with keys that have a place, and were seen at a time that is known."""
    with Service(tagalong, tmp_path_factory.mktemp("shown") / "data") as service:
        service.item("sam/keys", "Keys", 7)
        # So that all tabs are there.
        publish_list(service)
        yield service


@pytest.fixture
def page(driver, shown):
    page = Page(driver, shown.url)
    page.forget()
    yield page
    page.leave()


@contextlib.contextmanager
def second_tab(page, path, ready):
    """Another tab of the browser, and back: `with` it, the first one is looked at; calls with the other while it is."""
    with page.another_tab() as (first, second):
        page.open(path)
        page.wait(ready)
        page.driver.switch_to.window(first)

        @contextlib.contextmanager
        def looked_at():
            page.driver.switch_to.window(second)
            yield
            page.driver.switch_to.window(first)

        yield looked_at


def prefer(page, name, value):
    """Chooses something in the settings, as somebody does."""
    if page.path != "/settings":
        page.open("/settings")
    field = page.wait(f"#prefer-{name}")
    page.script(
        "window.before = arguments[0]; before.focus(); before.value = arguments[1];"
        "before.dispatchEvent(new Event('change', {bubbles: true}))",
        field,
        value,
    )
    # A theme shows by itself; for anything else the page is drawn anew.
    if name != "theme":
        wait_until(lambda: page.script("return !before.isConnected"), "the settings are drawn anew")
    assert page.script("return document.activeElement.id") == f"prefer-{name}"


def test_what_the_browser_cannot_keep_lasts_as_long_as_the_page_and_that_is_said(page):
    page.open("/settings")
    page.script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }")
    for name, value in (("theme", "dark"), ("language", "de")):
        prefer(page, name, value)
        page.wait(".toast", lambda toast: toast.text.startswith("This browser has no room to keep this, or must not."))
    assert page.script(GROUND) == DARK
    assert page.wait("h1").text == "Einstellungen"
    page.open("/settings")
    assert page.wait("h1").text == "Settings" and page.script(GROUND) == LIGHT


def test_a_theme_that_is_chosen_holds_in_all_tabs_and_from_the_first_picture(page):
    page.open("/settings")
    with second_tab(page, "/", ".card") as other:
        assert page.script(GROUND) == LIGHT
        prefer(page, "theme", "dark")
        assert page.script(GROUND) == DARK
        with other():
            wait_until(lambda: page.script(GROUND) == DARK, "the other tab is dark")
    watch = page.command("Page.addScriptToEvaluateOnNewDocument", source=FIRST)["identifier"]
    try:
        page.open("/")
        page.wait(".card")
        assert (page.script("return window.firstTheme"), page.script(GROUND)) == ("dark", DARK)
        bars = "return [...document.querySelectorAll('meta[name=theme-color]')].filter((each) => matchMedia(each.media).matches).map((each) => each.content)"
        assert page.script(bars) == ["#0f1215"]
        page.theme("dark")
        prefer(page, "theme", "light")
        assert (page.script(GROUND), page.script(bars)) == (LIGHT, ["#f4f5f7"])
        prefer(page, "theme", "system")
        assert page.script(GROUND) == DARK
    finally:
        page.command("Page.removeScriptToEvaluateOnNewDocument", identifier=watch)
    assert page.complaints() == []


def test_imperial_units_are_shown_and_taken_and_what_was_not_typed_stays(page, shown):
    page.open("/")
    page.wait(".card .about", lambda about: about.text == "about 7 m")
    with second_tab(page, "/items/sam/keys/edit", "#warning") as other:
        prefer(page, "units", "imperial")
        with other():
            page.wait("#warning", lambda field: field.get_attribute("value") == "16.4")
    page.open("/items/sam/keys/edit")
    page.fill("#critical", "50")
    page.press("Save", "[data-form=distances]")
    thresholds = lambda: shown.items()["sam/keys"]["thresholds"]
    wait_until(lambda: thresholds()["critical_m"] != 10, "the distances are saved")
    assert (thresholds()["warning_m"], round(thresholds()["critical_m"], 6)) == (5, 15.24)
    page.open("/items/sam/keys")
    page.wait_for_text("about 23 ft")
    page.wait(".scale", lambda scale: scale.text.endswith((" ft", " mi")))
    page.open("/")
    page.wait(".card .badge", lambda badge: badge.text == "Beyond 16 ft")
    assert page.complaints() == []


def test_what_was_typed_in_one_unit_is_saved_in_it_whatever_is_chosen_meanwhile(page, shown):
    page.open("/items/sam/keys/edit")
    page.fill("#warning", "12")
    page.fill("#critical", "20")
    with second_tab(page, "/settings", "#prefer-units") as other:
        with other():
            prefer(page, "units", "imperial")
        wait_until(lambda: "imperial" in page.script("return localStorage.getItem('tagalong.look') ?? ''"), "it is chosen")
        page.press("Save", ".save-bar")
    thresholds = lambda: shown.items()["sam/keys"]["thresholds"]
    wait_until(lambda: thresholds()["critical_m"] == 20, thresholds)
    assert thresholds()["warning_m"] == 12
    shown.ask("PATCH", "/api/v1/items/sam/keys", {"thresholds": None})


NOTHING_KEPT = """
for (const name of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("Access is denied for this document.", "SecurityError"); } });
}
if (navigator.serviceWorker) {
    navigator.serviceWorker.getRegistration = () => Promise.reject(new TypeError("The user denied permission"));
}
"""


def test_a_browser_that_keeps_nothing_shows_all_pages(page, shown):
    added = page.command("Page.addScriptToEvaluateOnNewDocument", source=NOTHING_KEPT)["identifier"]
    try:
        page.open("/")
        page.card("sam/keys")
        page.open("/settings")
        page.wait("[data-panel=passcode]")
        page.wait("[data-panel=appearance]")
        page.open("/items/sam/keys")
        page.wait_for_text("Keys")
    finally:
        page.command("Page.removeScriptToEvaluateOnNewDocument", identifier=added)


# Days that do not begin at midnight, or after a night in which the clocks were set, or half a day from UTC.
DAYS = [
    ("Asia/Beirut", "2026-03-29", "2026-03-28T22:00:00.000Z"),
    ("America/Santiago", "2026-09-06", "2026-09-06T04:00:00.000Z"),
    ("America/New_York", "2026-03-09", "2026-03-09T04:00:00.000Z"),
    ("America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z"),
    ("Pacific/Kiritimati", "2026-01-01", "2025-12-31T10:00:00.000Z"),
]


def test_times_are_of_the_zone_and_the_clock_that_are_chosen(page, shown):
    time = shown.items()["sam/keys"]["position"]["time"]
    wanted = (
        "const form = (zone, hourCycle) => new Intl.DateTimeFormat('en-GB', {timeZone: zone, hourCycle, hour: hourCycle === 'h12' ? 'numeric' : '2-digit', minute: '2-digit', second: '2-digit'}).format(new Date(arguments[0]));"
        "return form(arguments[1], arguments[2])"
    )
    page.open("/items/sam/keys")
    told = lambda: page.wait(".fixes li").text
    # A quarter of an hour off most others, so that no zone of the machine is like it.
    zoned, by_twelve = page.script(wanted, time, "Australia/Eucla", "h23"), page.script(wanted, time, "Australia/Eucla", "h12")
    assert zoned not in told()
    with second_tab(page, "/items/sam/keys", ".fixes li") as other:
        prefer(page, "zone", "Australia/Eucla")
        with other():
            wait_until(lambda: zoned in told(), lambda: f"{zoned} in {told()}")
        prefer(page, "clock", "12")
        with other():
            wait_until(lambda: by_twelve in told(), lambda: f"{by_twelve} in {told()}")
    page.open("/items/sam/keys")
    assert by_twelve in told()
    for zone, day, begin in DAYS:
        source = (
            "const [zone, day, done] = arguments; Promise.all([ofPage('preferences.js'), ofPage('zone.js')])"
            ".then(([{ prefer }, { startOfDay }]) => { prefer('zone', zone); done(startOfDay(day).toISOString()); })"
        )
        assert page.driver.execute_async_script(source, zone, day) == begin, (zone, day)
    assert page.complaints() == []


@pytest.mark.parametrize("code", CATALOGUES)
def test_a_catalogue_has_each_text_with_its_placeholders_and_no_other(page, code):
    page.open("/")
    assert page.script("return Object.keys(look.languages).filter((each) => !look.languages[each].isForTests)") == ["en", *CATALOGUES]
    check = (pathlib.Path(__file__).parent / "catalogue.js").read_text()
    source = f"{check}; const done = arguments[0]; checkCatalogue('{code}').then(done, (error) => done([String(error)]))"
    assert page.driver.execute_async_script(source) == []


def test_a_language_that_is_chosen_is_that_of_all_pages_and_stays(page):
    page.open("/items/sam/keys")
    page.wait(".fixes li")
    with second_tab(page, "/", ".card") as other:
        prefer(page, "language", "de")
        page.wait("h1", lambda title: title.text == "Einstellungen")
        page.wait(".tabs a[href='/alerts']", lambda tab: tab.text == "Alarme")
        assert page.driver.title == "Einstellungen · Tagalong"
        with other():
            page.wait(".card .badge", lambda badge: badge.text == "Weiter als 5 m")
            assert page.script("return document.documentElement.lang") == "de"
    page.open("/items/sam/keys")
    page.wait_for_text("etwa 7 m")
    assert page.script("return [document.documentElement.lang, document.documentElement.dir]") == ["de", "ltr"]
    # Of numbers and months, too.
    page.script("localStorage.setItem('tagalong.look', JSON.stringify({language: 'de', units: 'imperial'}))")
    page.open("/items/sam/keys")
    page.wait_for_text("etwa 23 ft")
    page.open("/settings")
    prefer(page, "language", "en")
    page.wait("h1", lambda title: title.text == "Settings")
    assert page.complaints() == []


def test_a_browser_in_another_language_is_spoken_to_in_it_and_a_text_that_is_missing_is_english(page):
    page.command("Emulation.setUserAgentOverride", userAgent=page.script("return navigator.userAgent"), acceptLanguage="fr-FR,de-AT,en")
    try:
        # As if a translator had left one out.
        page.open("/alerts")
        page.wait("h1", lambda title: title.text == "Alarme")
        kept = page.driver.execute_async_script(
            "const done = arguments[0]; Promise.all([ofPage('languages/de.js'), ofPage('strings.js'), ofPage('language.js')])"
            ".then(async ([{ default: german }, { strings }, { translate }]) => {"
            "  const english = structuredClone({ alerts: { title: 'Alerts', text: 'English' } });"
            "  delete german.alerts.text; await translate(english); done(english.alerts); })"
        )
        assert kept == {"title": "Alarme", "text": "English"}
    finally:
        page.command("Emulation.setUserAgentOverride", userAgent="", acceptLanguage="en-US")


PLACES = [("/", ".card"), ("/items/sam/keys", ".fixes li"), ("/settings", "[data-panel=about]")]
# What reaches over an edge of the window, of what a page is wider by and of what always stays at its foot.
OVER = """
const tabs = [...document.querySelectorAll(".tabs a, .tabs a span")].filter((each) => {
    const { left, right } = each.getBoundingClientRect();
    return left < 0 || right > innerWidth;
});
return [Math.max(0, document.documentElement.scrollWidth - innerWidth), tabs.map((each) => each.textContent)];
"""


@pytest.mark.parametrize("code", ["de", "ar-XB"], ids=["long words", "right to left"])
def test_pages_in_another_language_fit_and_run_in_its_direction(page, screenshots, code):
    page.open("/")
    page.script("localStorage.setItem('tagalong.open', 'yes'); localStorage.setItem('tagalong.look', JSON.stringify({language: arguments[0]}))", code)
    is_mirrored = code == "ar-XB"
    for width in (320, 1440):
        page.window(width, 900)
        for path, ready in PLACES:
            page.open(path)
            page.wait(ready)
            page.wait(".connection.live")
            page.wait(".tabs a[href='/unknown-tags']", lambda tab: tab.is_displayed())
            page.settle()
            assert page.script(OVER) == [0, []], (path, width)
            brand = page.script("const box = document.querySelector('.brand img').getBoundingClientRect(); return box.left + box.right > innerWidth")
            assert brand is is_mirrored, (path, width)
            name = (path.strip("/").replace("/", "-") or "list", width)
            page.picture(screenshots / f"{code}-{name[0]}-{name[1]}.png", full=False)
        assert page.accessibility_faults() == []
        page.open("/")
        page.wait(".card")
        # Beside the list, or in its place where that is narrow.
        page.script("document.querySelector('.beside-switch input[value=map]').click()")
        page.wait(".map-surface", lambda surface: surface.is_displayed())
        page.wait(".map-foot", lambda foot: foot.text)
        page.settle()
        assert page.script(OVER) == [0, []], ("map", width)
        page.picture(screenshots / f"{code}-map-{width}.png", full=False)
    # A name is set apart from the sentence that it stands in, where that runs the other way.
    ring = page.script("return document.querySelector('.card-actions .button').getAttribute('aria-label')")
    assert ("\u2068Keys\u2069" in ring) is is_mirrored
    assert page.complaints() == []
