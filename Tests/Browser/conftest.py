"""What the tests in a browser share: a console of their own, a browser, and a page with words for what a person does."""

import os
import pathlib

import pytest
from selenium.common.exceptions import WebDriverException

from browser import Page, make_driver
from service import Service

ROOT = pathlib.Path(__file__).resolve().parents[2]


# More than so many that failed first and then passed is no chance any more.
MOST_FLAKY = 2


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if report.when == "call" and report.failed:
        for name in ("page", "service"):
            if name in item.funcargs:
                report.sections.append((f"the {name}", state_of(item.funcargs[name])))
    return report


def state_of(fixture):
    try:
        return fixture.state()
    except (WebDriverException, OSError) as error:
        return f"cannot be told: {error}"


def pytest_terminal_summary(terminalreporter):
    """Tells of all that failed first and passed when it was run again: by that nothing is mended."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.section(f"FLAKY: {report.nodeid}")
        terminalreporter.line(report.longreprtext)
        for title, text in report.sections:
            terminalreporter.line(f"--- {title}\n{text}")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    flaky = len(reporter.stats.get("rerun", [])) if reporter else 0
    if flaky > MOST_FLAKY and session.exitstatus == 0:
        session.exitstatus = 1


@pytest.fixture(scope="session")
def tagalong():
    """The program under test."""
    return os.environ["TAGALONG"]


@pytest.fixture(scope="session")
def screenshots():
    """Where pictures of the pages go."""
    folder = pathlib.Path(os.environ.get("SCREENSHOTS", ROOT / ".build/screenshots"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def driver():
    driver = make_driver()
    yield driver
    driver.quit()


@pytest.fixture
def service(tagalong, tmp_path):
    """A console with an empty database and a broker of its own."""
    with Service(tagalong, tmp_path / "data") as service:
        yield service


@pytest.fixture
def page(driver, service):
    """A browser that knows nothing of this console yet."""
    page = Page(driver, service.url)
    page.forget()
    yield page
    page.leave()
