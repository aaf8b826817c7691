# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""The page by keyboard and by role, on narrow screens, light and dark."""

import stub
from tests import PageTest, in_browsers

TAB, ENTER, DOWN, UP, HOME = "\ue004", "\ue007", "\ue015", "\ue013", "\ue011"


def fill(lab: stub.StubLab) -> None:
    """Gives the lab something of each kind."""
    lab.phones = [stub.phone(1, "Ann’s phone"), stub.phone(2, "Bob’s phone")]
    lab.notifications = {"p1": [stub.notification(2, "Dinner"), stub.notification(1, "Hello")]}
    lab.pushes = {number: stub.push(number, f"Push text {number}") for number in range(1, 6)}
    lab.relay = {"url": "http://127.0.0.1:9", "devices": [{"id": "d7"}]}


# The lightness of the text on its background, by WCAG 2.2, of all elements that have text of their own.
CONTRAST = """() => {
  const channel = (c) => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const parse = (text) => text.match(/[0-9.]+/g).map(Number);
  const ground = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const color = parse(getComputedStyle(one).backgroundColor);
      if (color.length < 4 || color[3] > 0.5) return color;
    }
    return [255, 255, 255];
  };
  const low = new Set();
  for (const element of document.querySelectorAll('body *')) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    if (!element.getClientRects().length || element instanceof SVGElement) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) low.add(`${element.tagName}.${element.className} in ${element.parentElement.className}: ${ratio.toFixed(1)}`);
  }
  return [...low].slice(0, 8);
}"""


@in_browsers
class Access:
    """What a screen reader and a narrow screen get."""

    def test_regions_headings_lists_and_controls_have_roles_and_names(self: PageTest) -> None:
        fill(self.lab)
        self.open("/#push-5")
        self.wait_text("#chosen-title", "Push 5")
        for role, name in [("region", "Phones"), ("region", "Pushes"), ("region", "Push 5"), ("region", "Message"),
                           ("region", "Paste a sealed push"), ("heading", "SealedPush lab"), ("button", "Inspect"),
                           ("button", "Seal and send"), ("button", "Forget all"), ("group", "Phone Bob’s phone"),
                           ("region", "Notifications of Ann’s phone"), ("list", "Pushes, the latest first"),
                           ("checkbox", "with the published test identities"), ("table", "Headers")]:
            self.assertEqual(len(self.browser.find(role, name)), 1, f"{role} {name}")
        self.assertGreaterEqual(len(self.browser.find("status")), 3)
        nameless = self.browser.run("""() => [...document.querySelectorAll('button, input, select, textarea, img')]
          .filter((one) => !(one.textContent.trim() || one.getAttribute('aria-label') || one.alt
            || (one.labels && one.labels.length))).map((one) => one.outerHTML).slice(0, 3)""")
        self.assertEqual(nameless, [])

    def test_at_360_pixels_nothing_is_cut_off_at_the_side(self: PageTest) -> None:
        fill(self.lab)
        self.browser.size(360, 740)
        self.open("/#push-5")
        self.wait_text("#chosen-title", "Push 5")
        self.wait_text(".phone", "Dinner")
        self.assertEqual(self.browser.run("() => innerWidth"), 360)
        self.assert_inside()
        small = self.browser.run("() => [...document.querySelectorAll('button')].filter((one) => one.offsetHeight &&"
                                 " one.offsetHeight < 24).map((one) => one.textContent)")
        self.assertEqual(small, [])
        sizes = self.browser.run("() => Math.min(...[...document.querySelectorAll('p, span, td, li, button')].map((one) =>"
                                 " parseFloat(getComputedStyle(one).fontSize)))")
        self.assertGreaterEqual(sizes, 11)

    def test_text_stands_out_from_its_ground_in_the_light_and_in_the_dark(self: PageTest) -> None:
        fill(self.lab)
        self.open("/#push-5")
        self.wait_text("#chosen-title", "Push 5")
        self.wait_text(".phone", "Dinner")
        grounds = {}
        for scheme in ("light", "dark") if self.name == "chromium" else ("dark",):
            if self.name == "chromium":
                self.browser.scheme(scheme)
            self.assertTrue(self.browser.run("(s) => matchMedia(`(prefers-color-scheme: ${s})`).matches", scheme))
            self.assertEqual(self.browser.run(CONTRAST), [], scheme)
            grounds[scheme] = self.browser.run("() => getComputedStyle(document.body).backgroundColor")
        if self.name == "chromium":
            self.browser.scheme("light")
        self.assertEqual(len(set(grounds.values())), len(grounds))
        self.assertEqual(grounds["dark"], "rgb(20, 22, 26)")


class KeyboardInChromium(PageTest):
    """The keyboard; Tab does not reach the page of a headless Firefox."""

    name = "chromium"

    def focus(self) -> str:
        """The text or name of what has the focus."""
        return self.browser.run("() => { const one = document.activeElement;"
                                " return one.getAttribute('aria-label') || one.textContent || one.id; }")

    def test_everything_is_reached_by_tab_and_the_list_by_arrows(self) -> None:
        fill(self.lab)
        self.open()
        self.wait_text("#pushes", "Push text 1")
        self.wait_text(".phone", "Dinner")
        self.browser.press(TAB)
        self.assertEqual(self.focus(), "To the chosen push")
        seen: list[str] = []
        for _ in range(60):
            self.browser.press(TAB)
            seen.append(self.focus())
            if seen[-1].startswith("5 ·"):
                break
        for name in ("Unlock", "Take offline", "Clear", "Why?", "Dismiss Dinner", "Text for Dinner", "Seal and send"):
            self.assertIn(name, seen)
        self.assertTrue(seen[-1].startswith("5 ·"), seen[-1])
        self.browser.press(DOWN, DOWN, UP)
        self.assertTrue(self.focus().startswith("4 ·"), self.focus())
        self.browser.press(ENTER)
        self.wait_text("#chosen-title", "Push 4")
        self.wait("() => document.activeElement.id === 'chosen'")
        # One stop in the list, however long it is: the chosen one.
        self.assertEqual(self.browser.run("() => [...document.querySelectorAll('#pushes button')].filter((one) =>"
                                          " one.tabIndex === 0).map((one) => one.dataset.number)"), ["4"])
        outline = self.browser.run("() => { const one = document.querySelector('#forget'); one.focus();"
                                   " return getComputedStyle(one).outlineStyle; }")
        self.assertEqual(outline, "solid")

    def test_a_reply_is_sent_by_enter(self) -> None:
        fill(self.lab)
        self.open()
        self.wait_text(".phone", "Dinner")
        self.browser.run("() => { document.querySelector('.actions input').focus(); }")
        self.browser.press("o", "k", ENTER)
        self.wait_text("#announce", "the app was opened")
        self.assertEqual(self.lab.bodies, [("POST /phones/p1/notifications/n2/responses", {"action": "reply", "text": "ok"})])
