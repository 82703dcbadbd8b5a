"""A language is added to a copy of the sources from nothing, by the list of CONTRIBUTING.md, and obeys the laws there."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from rexarium.kernel.sentence import read_pattern, slots_of
from rexarium.testkit import languages, pseudo, sources, wording
from tests.architecture.node import check_messages
from tests.architecture.test_claims import code

ROOT = Path(__file__).parents[2]
TAG = pseudo.TAG
PLACES = (
    languages.LIST,
    *languages.FILES,
    *dict.fromkeys(path for path, _ in languages.TABLES),
    *languages.SECTIONS,
)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = sources.copy_sources(tmp_path_factory.mktemp("language") / "rexarium")
    pseudo.add_language(root)
    return root


def run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A program in the copy, on the copy's sources."""
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=root, env=sources.environment(root), capture_output=True, text=True, check=False
    )


def test_the_guide_lists_exactly_these_places() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    chapter = page.partition("## To add a language\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\d+\. `([^`]+)`", chapter, re.M)
    assert sorted(listed) == sorted(PLACES)


def names_languages(source: str) -> bool:
    """Does a source have two of our tags side by side, a row of a table for one, or a text marked as one?"""
    tags = "|".join(languages.read_list(ROOT))
    pair = rf"""(['"`])(?:{tags})\1[^\n]{{0,20}}[,:(|][^\n]{{0,20}}(['"`])(?:{tags})\2"""
    others = tags.partition("|")[2]
    row, mark = (
        rf"""(?:^|[{{,])\s*(['"]?)(?:{others})\3: """,
        rf"""\b(?:hreflang|lang)=["'](?:{others})["']|:lang\((?:{others})\)""",
    )
    return re.search("|".join((pair, row, mark)), source, re.M) is not None


def test_no_other_source_names_the_languages() -> None:
    """Nobody who adds a language needs to look anywhere else."""
    found = {
        path.relative_to(ROOT).as_posix()
        for path in code()
        if names_languages(path.read_text(encoding="utf-8"))
    }
    # What a typography does not allow is a matter of taste: a new language may have no such rule.
    typography = {"src/rexarium/testkit/translation.py", "web/tools/messages.mjs"}
    places = {path for path, _ in languages.TABLES}
    assert found == {*places, *languages.SECTIONS, languages.LIST} | typography


@pytest.mark.parametrize(
    "planted",
    [
        'TAGS = ["fr", "nl"]',
        "const names = { fr: 'français', nl: 'Nederlands' };",
        "const names = {\n  nl: 'Nederlands',\n};",
        '    "de": "Deutsch",',
        "type Tag = 'en' | 'de';",
        '<p lang="fr">Bonjour</p>',
        "q:lang(de) { quotes: none }",
    ],
)
def test_an_unlisted_place_is_noticed(planted: str) -> None:
    assert names_languages(planted)


def test_the_listed_places_are_enough(tree: Path) -> None:
    assert list(languages.complaints(tree)) == []
    translated = run(tree, "-m", "rexarium.testkit.translation")
    assert translated.returncode == 0, translated.stdout
    wrong, spoken = check_messages(tree)
    assert wrong == []
    assert TAG in spoken


def test_the_language_obeys_the_laws(tree: Path) -> None:
    tests = (
        "tests/kernel/test_languages.py",
        "tests/kernel/test_sentence.py",
        "tests/server/model/test_naming.py",
    )
    which = f"{TAG} or every_language"
    done = run(tree, "-m", "pytest", *tests, "-q", "-n0", "-p", "no:cacheprovider", "-k", which)
    assert done.returncode == 0, done.stdout[-4000:]
    assert re.search(r"\b8 passed", done.stdout), (
        done.stdout
    )  # two laws for three games, the sentences and the names


@contextmanager
def without(path: Path, text: str | None) -> Iterator[None]:
    """A file as it was before the language came; None: it was not there."""
    now = path.read_text(encoding="utf-8")
    if text is None:
        path.unlink()
    else:
        path.write_text(text, encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(now, encoding="utf-8")


@pytest.mark.parametrize("place", PLACES)
def test_a_place_that_is_left_out_is_named(tree: Path, place: str) -> None:
    has_file = "<tag>" in place
    paths = list(tree.glob(re.sub(r"<\w+>", "*", place.replace("<tag>", TAG))))
    assert paths
    for path in paths:
        before = None if has_file else (ROOT / place).read_text(encoding="utf-8")
        with without(path, before):
            found = list(languages.complaints(tree))
        where = path.parent.relative_to(tree).as_posix() if has_file else place
        assert any(where in complaint and TAG in complaint for complaint in found), found


def test_the_build_of_the_page_names_a_missing_file_too(tree: Path) -> None:
    with without(tree / "web" / "messages" / "guide" / f"{TAG}.json", None):
        assert check_messages(tree)[0] == [f"messages/guide/{TAG}.json is not there"]
    with without(tree / "web" / "messages" / f"{TAG}.json", None):
        assert any(f"but messages/{TAG}.json is not" in complaint for complaint in check_messages(tree)[0])


def test_the_languages_texts_are_longer_and_mean_the_same() -> None:
    english = [
        text
        for path in sorted((ROOT / "web").glob("messages/**/en.json"))
        for text in json.loads(path.read_text(encoding="utf-8")).values()
    ]
    english += wording.patterns([path for paths in wording.scopes().values() for path in paths])
    assert 1.3 < sum(len(pseudo.pseudo(text)) for text in english) / sum(map(len, english)) < 1.5
    for text in english:
        said = pseudo.pseudo(text)
        assert said != text or not text.strip()
        assert slots_of(read_pattern(said)) == slots_of(read_pattern(text))
    assert pseudo.pseudo("TR-24: {n, plural, =0 {no egg} one {# egg} other {# eggs}}") == (
        "[TR-24· {n, plural, =0 {ñöö éégg} one {# éégg} other {# ééggš}}]"
    )
