"""The links of the site that mdBook makes of docs/.

Without an argument, this is a preprocessor of mdBook: links that leave docs/ lead to the repository, a rule in the table
of a protocol's requirements leads to the list of rules, and a requirement in the list of rules leads to its row.

`site.py check SITE` fails if a link of the finished site leads nowhere, if a page of docs/ is missing, or if the site
has no search.
"""

import html.parser
import json
import pathlib
import posixpath
import re
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
REPOSITORY = "https://github.com/ponderhit/ponderhit/blob/main"
LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
RULE = re.compile(r"\b(?:ucci|uci|gtp|agi)/[a-z0-9_]+")


def preprocess():
    _, book = json.load(sys.stdin)
    rules = set(re.findall(r"^### (\S+)$", (DOCS / "rules.md").read_text(), re.MULTILINE))
    for chapter in chapters(book["items"]):
        if chapter["path"]:
            page = chapter["path"]
            lines = chapter["content"].split("\n")
            chapter["content"] = "\n".join(change_prose(lines, lambda it: change_line(it, page, rules)))
    json.dump(book, sys.stdout)


def chapters(items):
    for item in items:
        if isinstance(item, dict) and "Chapter" in item:
            yield item["Chapter"]
            yield from chapters(item["Chapter"]["sub_items"])


def change_prose(lines, change):
    """Changes the lines outside of code blocks."""
    is_code = False
    for line in lines:
        fence = line.lstrip().startswith("```") and "`" not in line.lstrip()[3:]
        is_code ^= fence
        yield line if is_code or fence else change(line)


def change_line(line, page, rules):
    line = LINK.sub(lambda it: link_of_site(it[1], page), line)
    if page.startswith("spec/"):
        # A row begins with the id of its requirement.
        line = re.sub(r"^\| ([A-Z]+-?\d+[a-z]?) \|", r'| <a id="\1"></a>\1 |', line)
        link = lambda it: f"[{it[0]}](../rules.md#{it[0].replace('/', '')})" if it[0] in rules else it[0]
        return RULE.sub(link, line) if line.startswith("|") else line
    if page == "rules.md":
        return re.sub(r"^(?:must|should|may|robust) · \w+ · (\w+) (.*)$", link_requirements, line)
    return line


def link_of_site(link, page):
    if "://" in link or link.startswith("#"):
        return link
    path, mark, anchor = link.partition("#")
    target = posixpath.normpath(posixpath.join("docs", posixpath.dirname(page), path))
    if target.startswith("docs/"):
        # mdBook calls the page of a README.md index.html.
        return re.sub(r"README\.md$", "index.md", path) + mark + anchor
    return f"{REPOSITORY}/{target}{mark}{anchor}"


def link_requirements(found):
    page = DOCS / "spec" / f"{found[1].lower()}.md"
    if not page.exists():
        return found[0]
    rows = re.findall(r"^\| ([A-Z]+-?\d+[a-z]?) \|", page.read_text(), re.MULTILINE)
    link = lambda it: f"[{it[0]}](spec/{page.name}#{it[0]})" if it[0] in rows else it[0]
    return found[0][: found.start(2) - found.start()] + re.sub(r"[A-Z]+-?\d+[a-z]?", link, found[2])


class Page(html.parser.HTMLParser):
    """The ids and the links of a page."""

    def __init__(self, file):
        super().__init__()
        self.ids, self.links = set(), []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.add(value)
            elif name in ("href", "src") and value:
                self.links.append(value)


def check(site):
    pages = {it: Page(it) for it in site.rglob("*.html")}
    errors, count = [], 0
    for file, page in pages.items():
        for link in page.links:
            url = urllib.parse.urlsplit(link)
            # The page for unknown addresses has links from the root of the server.
            if url.scheme or url.netloc or file.name == "404.html":
                continue
            target = (file.parent / urllib.parse.unquote(url.path)).resolve() if url.path else file
            anchor = urllib.parse.unquote(url.fragment)
            count += 1
            if not target.exists() or anchor and target in pages and anchor not in pages[target].ids:
                errors.append(f"{file.relative_to(site)}: {link} leads nowhere")
            elif ROOT in target.parents and site not in target.parents:
                errors.append(f"{file.relative_to(site)}: {link} leaves the site")
    for file in DOCS.rglob("*.md"):
        name = file.relative_to(DOCS)
        rendered = name.with_name("index.html") if name.name == "README.md" else name.with_suffix(".html")
        if name.name != "SUMMARY.md" and not (site / rendered).exists():
            errors.append(f"docs/SUMMARY.md does not list {name}")
    errors += missing_links_of_rules(pages, site)
    if not list(site.glob("searchindex*.js")):
        errors.append("the site has no search")
    for error in errors:
        print(error, file=sys.stderr)
    print(f"{len(pages)} pages, {count} links, {len(errors)} errors")
    sys.exit(1 if errors else 0)


def missing_links_of_rules(pages, site):
    """Each protocol's requirements lead to rules, and the rules lead back."""
    for spec in DOCS.glob("spec/*.md"):
        name = f"spec/{spec.stem}.html"
        to_rules = [it for it in pages[site / name].links if "rules.html#" in it]
        back = [it for it in pages[site / "rules.html"].links if it.startswith(f"{name}#")]
        if len(to_rules) < 20 or len(back) < 20:
            yield f"{name}: {len(to_rules)} links to rules, {len(back)} back"


if sys.argv[1:2] == ["check"]:
    check(pathlib.Path(sys.argv[2]).resolve())
elif sys.argv[1:2] != ["supports"]:
    preprocess()
