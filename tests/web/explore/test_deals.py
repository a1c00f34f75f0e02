"""The pages of deals, endings, hands, and the audit."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from tutor.analysis.claims import ClaimVerdict
from tutor.auction import Denomination
from tutor.exchange.lin.boards import VIEWER
from tutor.library.catalogue import load
from tutor.library.deals import ExampleDeal

LIBRARY = load()


def page(client: FlaskClient, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status, path
    return unescape(response.text)


@pytest.mark.slow
@pytest.mark.parametrize("deal", LIBRARY.deals.values(), ids=lambda deal: deal.id)
def test_a_deal_is_asked_before_it_is_told(client: FlaskClient, deal: ExampleDeal) -> None:
    """What was declared stands behind a door that the reader opens, and neither title nor list tells it."""
    text = page(client, f"/deals/{deal.id}")
    before_the_door = text.split("<details", 1)[0]
    words = re.sub(r"<[^>]+>", " ", before_the_door).lower()
    if deal.calling and deal.calling.declaration:
        word = deal.calling.declaration.denomination.word
        assert word not in words
        assert word in text.split("<details", 1)[1]
    for remark in deal.says:
        assert remark.text not in before_the_door
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))


@pytest.mark.slow
@pytest.mark.parametrize(
    "path", [*(f"/endings/{name}" for name in LIBRARY.problems), *(f"/hands/{name}" for name in LIBRARY.groups)]
)
def test_an_ending_and_a_group_of_hands_are_pages(client: FlaskClient, path: str) -> None:
    assert "<details" in page(client, path)


def test_the_list_can_be_had_by_author_and_by_declaration(client: FlaskClient) -> None:
    whole = page(client, "/deals/")
    for kind in (LIBRARY.deals, LIBRARY.problems, LIBRARY.groups):
        for name in kind:
            assert f"/{name}" in whole
    for denomination in Denomination:
        some = page(client, f"/deals/?declared={denomination.word}")
        listed = re.findall(r'href="/deals/([a-z0-9-]+)"', some)
        assert listed
        for name in listed:
            calling = LIBRARY.deals[name].calling
            assert calling is not None
            assert calling.declaration is not None
            assert calling.declaration.denomination is denomination
    assert "hel-" not in "".join(re.findall(r'href="/deals/([a-z0-9-]+)"', page(client, "/deals/?author=foster")))
    assert "No matches" in page(client, "/deals/?declared=swords")


@pytest.mark.slow
def test_the_audit_shows_each_claim_with_its_working(client: FlaskClient) -> None:
    fails = page(client, "/audit")
    assert "AB twelve tricks" in fails
    whole = page(client, "/audit?verdict=")
    assert whole.count('class="claim ') == LIBRARY.number_of_claims
    for verdict in ClaimVerdict:
        assert page(client, f"/audit?verdict={verdict.value}").count(f'class="claim {verdict.name.lower()}"') > 0
    assert "hel-" not in page(client, "/audit?author=foster&verdict=")


def test_the_odds_are_drawn_and_told(client: FlaskClient) -> None:
    text = page(client, "/odds")
    assert text.count('class="claim ') == 98
    assert "The author’s figure: 0.333. The truth: 0.333." in text


@pytest.mark.parametrize("path", ["/deals/hel-diamond-04", "/endings/cae-end-9", "/hands/hel-hands"])
def test_an_unknown_deal_is_named_with_the_nearest(client: FlaskClient, path: str) -> None:
    assert "Did you mean" in page(client, path, 404)


@pytest.mark.slow
def test_every_link_of_these_pages_leads_somewhere(client: FlaskClient) -> None:
    seen: set[str] = set()
    for path in ("/deals/", "/audit", "/odds", "/deals/hel-clubs-03", "/endings/cae-end-091", "/hands/fos-hands"):
        seen.update(re.findall(r'(?:href|src)="([^"#][^"]*)"', page(client, path)))
    for link in seen:
        if link.startswith(VIEWER):
            continue  # it says that it leaves the tutor, and is followed by hand
        with client.get(link) as response:
            assert response.status_code in (200, 302), link
