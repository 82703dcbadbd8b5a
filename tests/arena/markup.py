"""A page taken apart, to see that it is sound and stands alone."""

from html.parser import HTMLParser
from xml.etree import ElementTree


class Page(HTMLParser):
    """Notes the tags, and which of them are left open."""

    VOID = ("meta", "br", "hr", "img", "link", "input")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [name for name, _ in attrs if name in ("src", "href", "onclick", "style")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def check_page(text: str) -> None:
    """Every tag is closed, nothing is loaded or run, every drawing is XML, and no number is missing."""
    page = Page(text)
    assert page.open == []
    assert page.links == []
    assert not {"script", "link", "img", "iframe"} & set(page.tags)
    assert "url(" not in text
    assert "nan" not in text.lower().replace("rexarium", "")
    drawings = text.split("<svg ")[1:]
    assert drawings
    for drawing in drawings:
        ElementTree.fromstring("<svg " + drawing.partition("</svg>")[0] + "</svg>")
