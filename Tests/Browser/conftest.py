"""What the tests in a browser share: a console of their own, a browser, and a page with words for what a person does."""

import os
import pathlib

import pytest

from browser import Page, make_driver
from service import Service

ROOT = pathlib.Path(__file__).resolve().parents[2]


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
