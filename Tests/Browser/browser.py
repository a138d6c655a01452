"""A browser, and a page in it with words for what a person does and sees."""

import base64
import contextlib
import functools
import importlib.util
import os
import pathlib

from selenium import webdriver
from selenium.common.exceptions import (
    ElementClickInterceptedException, StaleElementReferenceException, WebDriverException,
)
from selenium.webdriver.chrome.service import Service as Chromedriver
from selenium.webdriver.common.by import By

from service import wait_until

# Pictures of whole pages, for those who look at them, take long.
WHOLE = "WHOLE_PAGES" in os.environ
RED = {"light": "rgba(179, 33, 27, 1)", "dark": "rgba(255, 143, 134, 1)"}


# Containers have little shared memory, no graphics, and root no sandbox.
ARGUMENTS = [
    "--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--force-color-profile=srgb",
    "--hide-scrollbars", "--no-first-run", "--disable-component-update", "--disable-background-networking",
]


# The module of that name as the page has it: the address of the pages' scripts changes with what is in them, and those of
# the first page are in one.
MODULES = """
window.ofPage = async (name) => {
    const ofPages = (path) => import(new URL(path, document.querySelector("script[type=module]").src));
    const first = await ofPages("first.js");
    return first[`m$${name.replace(/\\.js$/, "").replaceAll("/", "$")}`] ?? ofPages(name);
};
"""

# Toasts are gone after some seconds, and a browser on a busy machine may answer later than that: the page keeps what they
# said.
TOASTS = """
if (Array.isArray(window.toasts)) return;
window.toasts = [];
new MutationObserver((changes) => {
    const added = changes.flatMap((each) => [...each.addedNodes]);
    const toasts = added.filter((each) => each.classList?.contains("toast") && each.checkVisibility());
    window.toasts.push(...toasts.map((each) => each.textContent));
}).observe(document, { childList: true, subtree: true });
"""

# One question in place of several for each element: each is a message to the browser, and its own answer of what an
# element says walks all that is in it. `said` has white space as that answer has it.
FINDING = """
const said = (element) => element.innerText.replace(/[ \\t\\u00a0]+/g, " ").replace(/ ?\\n[ \\n]*/g, "\\n").trim();
const isSeen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.getClientRects().length > 0;
const first = (selector, test) => [...document.querySelectorAll(selector)].find(test) ?? null;
"""
CALLED = f"""{FINDING}
const [selector, text] = arguments;
const found = first(selector, (each) =>
    (each.getAttribute("aria-label") === text || said(each) === text) && isSeen(each));
"""
SAYS = f"{FINDING} return first(arguments[0], (each) => said(each).includes(arguments[1]))"

# What a new page runs first. Now and then the browser runs nothing in one, for which reason it is run again later.
WATCH = f"(() => {{{MODULES}{TOASTS}}})()"


def make_driver(*more):
    """A browser, with more arguments where there are any."""
    options = webdriver.ChromeOptions()
    options.binary_location = "/usr/bin/chromium"
    for argument in [*ARGUMENTS, *more]:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = started(options)
    driver.set_page_load_timeout(300)
    driver.set_script_timeout(300)
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    return driver


def started(options, tries=3):
    """A browser that runs: on a slow machine the first try may come to nothing."""
    for left in reversed(range(tries)):
        try:
            return webdriver.Chrome(options=options, service=Chromedriver("/usr/bin/chromedriver"))
        except WebDriverException:
            if not left:
                raise
    return None


# What axe-core looks for: everything, all but colours, and those alone, which are half of its work. WCAG 2.2 AA has the
# size of targets, and axe-core leaves it out unless asked.
RULES = "rules: {'target-size': {enabled: true}}"
LAYOUT = "rules: {'target-size': {enabled: true}, 'color-contrast': {enabled: false}, 'link-in-text-block': {enabled: false}}"
COLOURS = "runOnly: ['color-contrast', 'link-in-text-block']"


@functools.cache
def axe():
    """The source of axe-core, which a package for another driver brings."""
    package = importlib.util.find_spec("axe_playwright_python")
    return (pathlib.Path(package.submodule_search_locations[0]) / "axe.min.js").read_text()


class Page:
    """One page of the console."""

    def __init__(self, driver, url):
        self.driver, self.url = driver, url

    def forget(self):
        """Begins as a browser that was never here: nothing kept, no worker, standard window, light."""
        if self.driver.current_url != "about:blank":
            self.leave()
        self.command("Storage.clearDataForOrigin", origin=self.url, storageTypes="all")
        self.command("Network.clearBrowserCookies")
        self.command("Browser.resetPermissions")
        self.window(1280, 900)
        self.theme("light")
        self.driver.get_log("browser")

    def leave(self):
        self.driver.get("about:blank")

    @contextlib.contextmanager
    def alone_again(self):
        """Closes in the end all tabs but this one, which is the page again."""
        first = self.driver.current_window_handle
        try:
            yield first
        finally:
            for handle in self.driver.window_handles:
                if handle != first:
                    self.driver.switch_to.window(handle)
                    self.driver.close()
            self.driver.switch_to.window(first)

    @contextlib.contextmanager
    def another_tab(self):
        """A second tab is the page as long as the `with` lasts; calls with the handles of both."""
        with self.alone_again() as first:
            self.driver.switch_to.new_window("tab")
            yield first, self.driver.current_window_handle

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def window(self, width, height):
        self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )

    def theme(self, name):
        features = [
            {"name": "prefers-color-scheme", "value": name},
            {"name": "prefers-reduced-motion", "value": "reduce"},
        ]
        self.command("Emulation.setEmulatedMedia", features=features)

    def open(self, path="/"):
        self.driver.get(self.url + path)
        self.script(WATCH)
        return self.wait("main h1, main .empty, main .notice")

    @property
    def path(self):
        return self.script("return location.pathname")

    def script(self, source, *arguments):
        return self.driver.execute_script(source, *arguments)

    def wait_for_worker(self):
        """Waits until the service worker would answer without the console."""
        source = "const done = arguments[0]; navigator.serviceWorker.ready.then(() => done(true))"
        self.driver.execute_async_script(source)

    # Finding

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def wait(self, selector, condition=lambda element: True):
        """The first that matches and meets the condition, once there is one."""
        return wait_until(
            lambda: self.first(selector, condition), lambda: f"{selector} on {self.driver.current_url}: {self.text()[:1000]}"
        )

    def first(self, selector, condition=lambda element: True):
        with contextlib.suppress(StaleElementReferenceException):
            return next((element for element in self.all(selector) if condition(element)), None)
        return None

    def gone(self, selector):
        wait_until(lambda: not self.all(selector), f"no {selector} any more")

    def text(self):
        return self.script("return document.querySelector('main').innerText")

    def wait_for_text(self, text, selector="main"):
        return wait_until(
            lambda: self.script(SAYS, selector, text),
            lambda: f"{text!r} in {selector} on {self.driver.current_url}: {self.text()[:1000]}",
        )

    def called(self, selector, text, then="return found"):
        """The first to be seen that says just so, or is called so, once there is one."""
        return wait_until(
            lambda: self.script(f"{CALLED}{then}", selector, text),
            lambda: f"{text!r} of {selector} on {self.driver.current_url}: {self.text()[:1000]}",
        )

    def button(self, text, within="main", then="return found"):
        """The button or link that says so, or is called so."""
        return self.called(f"{within} button, {within} a.button, {within} label.button", text, then)

    def press(self, text, within="main"):
        # By now it may be another page than the one that was opened: a site has led back to it.
        ready = f"if (found) {{ found.scrollIntoView({{block: 'center'}}); {WATCH} }} return found"

        covered = []

        def is_pressed():
            # One that was just drawn anew was not pressed.
            with contextlib.suppress(StaleElementReferenceException):
                try:
                    self.button(text, within, ready).click()
                    return True
                except ElementClickInterceptedException as error:
                    # It is found before the page is at rest, and what comes in above it may move it below the bar. What
                    # stays covered fails.
                    covered[:] = [error.msg]

        wait_until(is_pressed, lambda: f"{text} is pressed: {covered}")

    def fill(self, selector, text):
        field = self.wait(selector)
        self.script("arguments[0].scrollIntoView({block: 'center'}); arguments[0].select()", field)
        field.send_keys(text) if text else self.script(
            "arguments[0].value = ''; arguments[0].dispatchEvent(new Event('input', {bubbles: true}))", field
        )
        return field

    # The item list

    def card(self, device):
        return self.wait(f".card[data-id='{device}']")

    def level(self, device):
        card = self.first(f".card[data-id='{device}']")
        return card.get_attribute("data-level") if card else None

    def wait_for_level(self, device, level):
        wait_until(lambda: self.level(device) == level, lambda: f"{device} is {level}, not {self.level(device)}")
        return self.card(device)

    def toast(self, text):
        """Waits until a toast has said so, which may be gone by now; each counts once."""
        source = (
            "const at = window.toasts.findIndex((each) => each.includes(arguments[0]));"
            "return at >= 0 && window.toasts.splice(0, at + 1).length > 0"
        )
        wait_until(
            lambda: self.script(source, text), lambda: f"the toast {text!r}, not {self.script('return window.toasts')}"
        )

    # Pictures and checks

    def picture(self, path, full=True, fast=False):
        height = self.script("return document.documentElement.scrollHeight") if full else 0
        clip = {"clip": {"x": 0, "y": 0, "width": self.script("return innerWidth"), "height": height, "scale": 1}}
        how = {"captureBeyondViewport": full, "optimizeForSpeed": fast} | (clip if full else {})
        answer = self.command("Page.captureScreenshot", **how)
        path.write_bytes(base64.b64decode(answer["data"]))

    def overflow(self):
        """How many points the page is wider than the window."""
        return self.script("return document.documentElement.scrollWidth - innerWidth")

    def accessibility_faults(self, rules=RULES):
        """What axe-core finds, a line for each. Where the page is scrolled, the bar that stays may cover half of a button,
        which axe-core takes for one that is too small."""
        with self.at_the_top():
            self.settle()
            # Half a megabyte, once for a page.
            if not self.script("return Boolean(window.axe)"):
                self.command("Runtime.evaluate", expression=axe())
            # What passes is hundreds of lines, which nobody reads.
            found = self.driver.execute_async_script(
                f"axe.run(document, {{resultTypes: ['violations'], {rules}}}).then((all) => arguments[0](all.violations))"
            )
        return [f"{each['id']}: {node['html'][:160]}" for each in found for node in each["nodes"]]

    def inspect(self, folder, name, prepare=lambda: None):
        """Looks at a page, or a state of it, small and large, light and dark: it fits, axe-core finds nothing, and its
        picture is taken. `prepare` is called each time before."""
        for theme, widths in (("light", (2560, 1440, 320)), ("dark", (1440, 320))):
            self.theme(theme)
            for width in widths:
                self.window(width, 900)
                prepare()
                self.settle()
                suffix = f"{name}-{width}" + ("" if theme == "light" else "-dark")
                assert self.overflow() <= 0, f"{suffix} is too wide"
                # Colours do not change with the width, but what is small may be laid out in another way.
                rules = {("light", 2560): LAYOUT, ("dark", 1440): COLOURS, ("dark", 320): None}.get((theme, width), RULES)
                if rules:
                    faults = self.accessibility_faults(rules)
                    assert not faults, f"{suffix}: {faults}"
                # Files need to be small only where they are kept.
                self.picture(folder / f"{suffix}.png", full=False, fast=not WHOLE)
                if WHOLE:
                    with self.at_the_top():
                        self.picture(folder / f"{suffix}-whole.png")
        self.theme("light")
        self.window(1280, 900)
        assert self.complaints() == []

    @contextlib.contextmanager
    def at_the_top(self):
        """The page scrolled to its top, where the bar that stays covers nothing, and back again."""
        at = self.script("const at = scrollY; scrollTo(0, 0); return at")
        yield
        self.script("scrollTo(0, arguments[0])", at)

    def settle(self):
        """Waits until what changed is drawn."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))"
        )

    # The keyboard

    def key(self, name, code, shift=False):
        for kind in ("keyDown", "keyUp"):
            self.command(
                "Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code,
                modifiers=8 if shift else 0,
            )

    def focused(self):
        """What has the focus, by its tag and what it is called."""
        return self.script(
            "const at = document.activeElement; const label = at.labels?.[0]?.innerText;"
            "return [at.tagName, at.getAttribute('aria-label') ?? label ?? at.innerText]"
        )

    def tab_to(self, name):
        """Presses the tabulator until the focus is on what is called so."""
        seen = []
        for _ in range(100):
            self.key("Tab", 9)
            seen.append(self.focused()[1] or "")
            if name in seen[-1]:
                return self.driver.switch_to.active_element
        raise AssertionError(f"{name} is not reached by the tabulator: {seen}")

    def state(self):
        """What there is to be seen, for whoever reads of a failure and was not there."""
        # Some have hundreds of choices.
        self.script("for (const each of document.querySelectorAll('select')) each.remove()")
        said = self.script("return [location.href, document.visibilityState, document.body.innerText, window.toasts ?? []]")
        return "\n".join([*said[:3], f"toasts: {said[3]}", *(entry["message"] for entry in self.driver.get_log("browser"))])

    def complaints(self):
        """What the browser's console says of errors and of breaches of the policy."""
        # An answer with an error status is the page's own matter.
        entries = self.driver.get_log("browser")
        return [
            entry["message"]
            for entry in entries
            if entry["level"] == "SEVERE" and "Failed to load resource" not in entry["message"]
        ]
