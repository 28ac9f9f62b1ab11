#!/usr/bin/env python3
"""Fails where a link or a picture of the built site leads nowhere.

    check_links.py FOLDER
"""

import html.parser
import pathlib
import sys
import urllib.parse


class Links(html.parser.HTMLParser):
    """The targets of a page, and the places in it that a link may name."""

    def __init__(self):
        super().__init__()
        self.targets, self.places = [], set()

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        for key in ("id", "name"):
            if attributes.get(key):
                self.places.add(attributes[key])
        for key in ("href", "src"):
            if attributes.get(key) and tag in ("a", "img", "script", "link"):
                self.targets.append(attributes[key])


def links_of(path):
    links = Links()
    links.feed(path.read_text(encoding="utf-8", errors="replace"))
    return links


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    pages = {p: links_of(p) for p in root.rglob("*.html") if "api" not in p.relative_to(root).parts}
    broken, count = [], 0
    for page, links in pages.items():
        if page.name == "404.html":
            continue
        for target in links.targets:
            url = urllib.parse.urlsplit(target)
            if url.scheme or url.netloc:
                continue
            count += 1
            path = (page.parent / urllib.parse.unquote(url.path)).resolve() if url.path else page
            if not path.exists():
                broken.append(f"{page.relative_to(root)}: {target}")
            elif url.fragment.startswith("/"):
                continue  # an address within the explorer, which its own tests follow
            elif url.fragment and path in pages and urllib.parse.unquote(url.fragment) not in pages[path].places:
                broken.append(f"{page.relative_to(root)}: {target}: no such place in the page")
    print(*broken, sep="\n")
    print(f"site: {len(pages)} pages, {count} links, {len(broken)} broken")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
