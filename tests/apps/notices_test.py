#!/usr/bin/env python3
"""The third-party notices name everything that the packages contain.

The page's build compares them with the code that is in the page (explorer/vite.config.ts, noticed)."""

import json
import re
import unittest

from program import ROOT

NOTICES = (ROOT / "THIRD_PARTY_NOTICES.md").read_text(encoding="utf-8")
NAMED = set(re.findall(r"^- ([^:\n]+): (?:.|\n  )*?\*(?:program|module|page)", NOTICES, re.MULTILINE))
# Of the system, not of a package.
NOT_CONTAINED = {"threads", "mpi"}


def plain(name):
    """eigen for Eigen3, nlohmannjson for nlohmann_json."""
    return re.sub(r"[-_]|\d+$", "", name).lower()


class Notices(unittest.TestCase):
    def test_every_library_that_is_compiled_in_is_named(self):
        libraries = set()
        for part in ("CMakeLists.txt", "apps/carom/CMakeLists.txt", "python/CMakeLists.txt"):
            text = (ROOT / part).read_text(encoding="utf-8")
            libraries |= {plain(name) for name in re.findall(r"^\s*find_package\((\S+)", text, re.MULTILINE)}
        self.assertIn("eigen", libraries)
        self.assertEqual(libraries - NOT_CONTAINED - {plain(name) for name in NAMED}, set())

    def test_every_package_that_the_page_depends_on_is_named(self):
        package = json.loads((ROOT / "explorer/package.json").read_text(encoding="utf-8"))
        self.assertEqual(set(package["dependencies"]) - NAMED, set())

    def test_every_name_has_a_copyright_or_a_reason_why_not(self):
        for entry in re.findall(r"^- (?:.+)(?:\n  .+)*", NOTICES, re.MULTILINE):
            if entry.startswith("- *"):
                continue
            self.assertRegex(entry, "Copyright|©|public domain|LLVM exceptions")

    def test_the_text_of_every_licence_that_asks_for_it_is_there(self):
        for words in ("Permission is hereby granted, free of charge", "Permission to use, copy, modify, and/or distribute",
                      "Redistributions in binary form must reproduce", "SIL OPEN FONT LICENSE Version 1.1",
                      "Boost Software License - Version 1.0", "https://mozilla.org/MPL/2.0/"):
            self.assertIn(words, NOTICES)


if __name__ == "__main__":
    unittest.main()
