# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
"""What the page shows of what the lab says, in both browsers."""

import json

import stub
from tests import PageTest, in_browsers


def one_phone(lab: stub.StubLab, *notifications: dict) -> None:
    """Gives the lab Ann's phone with these notifications."""
    phone = stub.phone(1, "Ann’s phone")
    phone["apps"][0].update(topic="com.example.chat", badge=7)
    lab.phones, lab.notifications = [phone], {"p1": list(notifications)}


def message(number: int, *lines: str, **more: object) -> dict:
    """A notification of these lines, without anything else."""
    content = {"title": lines[0], "subtitle": "", "body": lines[-1], **more.pop("content", {})}
    return {"identifier": f"i{number}", "id": f"n{number}", "topic": "com.example.chat", "lines": list(lines),
            "content": content, "banner": True, "listed": True, "audible": False, "actions": [], "push": number,
            "time": 1_750_000_000_000, **more}


@in_browsers
class Phones:
    """Phones as lock screens."""

    def test_a_phone_shows_its_name_state_badge_and_notifications(self: PageTest) -> None:
        one_phone(self.lab, message(1, "Dinner", "At eight"))
        self.lab.phones[0].update(online=False, focus=True, muted=True)
        self.open()
        self.wait_text(".notification", "At eight")
        self.assertEqual(self.texts(".phone h3"), ["Ann’s phone"])
        self.assertEqual(self.text(".phone .state"), "locked, offline, Focus, muted")
        self.assertEqual(self.texts(".notification .line"), ["Dinner", "At eight"])
        self.assertEqual(self.texts(".phone .badge"), ["7"])
        self.assertEqual(len(self.browser.find("image", "badge 7") or self.browser.find("img", "badge 7")), 1)
        self.assertEqual(len(self.browser.find("group", "Phone Ann’s phone")), 1)
        self.assert_quiet()

    def test_notifications_are_grouped_by_thread_with_the_latest_first(self: PageTest) -> None:
        threads = ["a", "b", "a", "a"]
        shown = [message(9 - index, f"Message {9 - index}", content={"threadIdentifier": thread})
                 for index, thread in enumerate(threads)]
        one_phone(self.lab, *shown)
        self.open()
        self.wait_text(".phone", "Message 9")
        groups = self.browser.run("() => [...document.querySelectorAll('.list > .thread')].map((group) =>"
                                  " [...group.querySelectorAll('.notification')].map((one) => one.dataset.id))")
        self.assertEqual(groups, [["n9", "n7", "n6"], ["n8"]])
        self.assertEqual(self.texts(".phone summary"), ["2 more of this thread"])

    def test_communication_level_sound_and_picture_are_drawn(self: PageTest) -> None:
        self.lab.files["ab"] = stub.png(40, 30)
        picture = {"identifier": "cat", "type": "public.png", "size": 99, "picture": "/files/ab"}
        other = {"identifier": "song", "type": "public.mp3", "size": 5}
        one_phone(self.lab, message(2, "Ann", "Hi", sender={"name": "Ann", "hasImage": False}, audible=True,
                                    attachments=[picture, other], content={"interruptionLevel": "time-sensitive"}),
                  message(1, "Plain", content={"threadIdentifier": "x"}))
        self.open()
        self.wait("() => document.querySelector('.pictures img')?.naturalWidth === 40")
        self.assertEqual(self.texts(".communication .face"), ["A"])
        self.assertEqual(self.texts(".notification[data-id=n2] .chip"), ["Time sensitive", "Sound"])
        self.assertEqual(self.texts(".notification[data-id=n1] .chip"), [])
        box = self.browser.run("() => { const b = document.querySelector('.pictures img').getBoundingClientRect();"
                               " return [b.width, b.height]; }")
        self.assertEqual(box, [96, 96])
        self.assertIn("song (public.mp3, 5 bytes)", self.texts(".pictures li"))

    def test_a_notification_an_action_and_a_reply_reach_the_lab(self: PageTest) -> None:
        actions = [{"id": "like", "title": "Like"}, {"id": "reply", "title": "Reply", "reply": True}]
        one_phone(self.lab, message(1, "Dinner", actions=actions))
        self.open()
        self.wait_text(".notification", "Reply")
        self.assertEqual(len(self.browser.find("button", "Like")), 1)
        self.click(".notification .open")
        self.wait_text("#announce", "the app was opened")
        self.click(".actions > button")
        self.fill(".actions input", "See you \U0001F600")
        self.click(".actions form button")
        self.click(".actions button[aria-label^=Dismiss]")
        path = "POST /phones/p1/notifications/n1/responses"
        self.wait("() => document.getElementById('announce').textContent")
        wanted = [(path, {"action": "default"}), (path, {"action": "like"}),
                  (path, {"action": "reply", "text": "See you \U0001F600"}), (path, {"action": "dismiss"})]
        self.wait_bodies(4)
        self.assertEqual(sorted(self.lab.bodies, key=json.dumps), sorted(wanted, key=json.dumps))

    def test_a_phone_is_locked_and_taken_offline_by_its_buttons(self: PageTest) -> None:
        one_phone(self.lab)
        self.open()
        self.wait_text(".phone", "No notifications")
        for button in (1, 2, 3):
            self.click(f".phone .tools button:nth-child({button})")
        self.wait_bodies(3)
        self.assertEqual(sorted(self.lab.bodies, key=json.dumps),
                         sorted([("PATCH /phones/p1", {"lock": "unlocked"}), ("PATCH /phones/p1", {"online": False}),
                                 ("DELETE /phones/p1/notifications", None)], key=json.dumps))

    def test_what_comes_appears_and_a_reply_that_is_being_typed_stays(self: PageTest) -> None:
        actions = [{"id": "reply", "title": "Reply", "reply": True}]
        one_phone(self.lab, message(1, "First", actions=actions))
        self.open()
        self.wait_text(".notification", "First")
        self.browser.run("() => { const one = document.querySelector('.actions input'); one.focus(); one.value = 'half'; }")
        self.lab.notifications["p1"].insert(0, message(2, "Second", content={"threadIdentifier": "x"}))
        self.lab.event("phone", phone="p1")
        self.wait_text(".phone", "Second")
        self.assertEqual(self.browser.run("() => [document.activeElement.value, document.activeElement.tagName]"),
                         ["half", "INPUT"])
        self.lab.phones.clear()
        self.lab.event("phone", phone="p1")
        self.wait("() => document.querySelectorAll('.phone').length === 0")
        self.assertTrue(self.browser.run("() => !document.getElementById('no-phones').hidden"))

    def wait_bodies(self: PageTest, count: int) -> None:
        """Waits until the lab was asked to do so much."""
        for _ in range(100):
            if len(self.lab.bodies) >= count:
                return
            self.browser.run("() => new Promise((resolve) => setTimeout(resolve, 50))")


@in_browsers
class Pushes:
    """The list of pushes, and the one that is chosen."""

    def test_the_list_has_the_latest_first_with_its_end_and_its_first_finding(self: PageTest) -> None:
        for number in (1, 2):
            self.lab.pushes[number] = stub.push(number, f"text {number}")
        self.lab.pushes[2][0].update(outcome="refused", status=400, reason="BadTopic", finding="The topic is wrong")
        self.lab.pushes[1][0].update(findings=0, result="handedOver", finding=None)
        self.open()
        self.wait_text("#pushes", "text 1")
        first, second = self.texts("#pushes button")
        self.assertIn("refused: 400 BadTopic · The topic is wrong", first)
        self.assertTrue(second.endswith("handedOver"))
        self.assertEqual(self.text("#count"), "2")
        self.assertEqual(self.browser.run("() => [...document.querySelectorAll('#pushes .cut:last-child')].map((one) =>"
                                          " one.className)"), ["cut bad", "cut good"])

    def test_a_chosen_push_has_three_columns_findings_and_what_happened(self: PageTest) -> None:
        short, full = stub.push(5, "x")
        self.lab.pushes[5] = (short, full)
        full.update(payload='{"aps":{"alert":"Hi"}}', headers=[["apns-topic", "com.example.chat"]], size=22)
        full["findings"] = [{"rule": "no-mutable-content", "sentence": "It lacks mutable-content.",
                             "remedy": "Add it.", "source": {"title": "Apple", "url": "https://developer.example/x"}}]
        full["report"].update(outcome="notLaunched", explanation="No extension was launched.", faults=["crashed"])
        full["report"]["shown"] = {**stub.shown("y"), "lines": ["Hi"], "sender": None, "attachments": []}
        self.lab.relay = {"url": "http://127.0.0.1:9", "devices": [{"id": "d7"}]}
        self.open()
        self.wait_text("#pushes", "5")
        self.click("#pushes button")
        self.wait_text("#chosen-title", "Push 5")
        self.assertEqual(self.texts(".column > h3"), ["Apple sees", "The relay has", "The phone shows"])
        apple, relay, phone = self.texts(".column")
        self.assertIn('{"aps":{"alert":"Hi"}}', apple)
        self.assertIn("apns-topiccom.example.chat", apple)
        self.assertIn('"d7"', relay)
        self.assertIn("prekey id: 01", relay)
        self.assertIn("Hi", phone)
        self.assertEqual(self.texts(".finding p"), ["It lacks mutable-content.", "Add it.",
                                                    "no-mutable-content · Apple, https://developer.example/x"])
        happened = self.texts("#chosen ol[aria-label='What happened'] li")
        self.assertEqual(happened[:3], ["APNsacceptedthen delivered", "notLaunchedNo extension was launched.x",
                                        "faultcrashed"])
        self.assertEqual(self.browser.run("() => location.hash"), "#push-5")
        self.assertEqual(len(self.browser.find("region", "Push 5")), 1)
        self.assert_quiet()

    def test_bytes_have_colours_rules_and_a_bar_that_is_full(self: PageTest) -> None:
        self.lab.pushes[5] = stub.push(5, "x")
        bars = [{"name": "push of 100 bytes", "total": 4096, "parts": [{"name": "used", "size": 100, "color": 0},
                                                                       {"name": "room left", "size": 3996, "color": 7}]}]
        self.lab.pushes[5][1]["explanation"]["bars"] = bars
        self.open("/#push-5")
        self.wait("() => document.querySelectorAll('#chosen .hex span').length === 3")
        colors = self.browser.run("() => [...document.querySelectorAll('#chosen .hex span')].map((one) =>"
                                  " getComputedStyle(one).backgroundColor)")
        self.assertEqual(len(set(colors)), 3)
        titles = self.browser.run("() => [...document.querySelectorAll('#chosen .hex span')].map((one) => one.title)")
        self.assertEqual(titles[0], "version: x. x")
        widths = self.browser.run("() => [...document.querySelectorAll('#chosen .bar')].map((bar) =>"
                                  " [...bar.querySelectorAll('rect')].map((one) => one.getBoundingClientRect().width /"
                                  " bar.getBoundingClientRect().width))")[0]
        self.assertAlmostEqual(sum(widths), 1, delta=0.03)
        self.assertAlmostEqual(widths[0], 100 / 4096, delta=0.01)
        self.assertIn("room left: 3996", self.texts("#chosen .legend li"))
        decided = self.browser.run("() => [...document.querySelectorAll('#chosen .decided')].map((one) => [one.dataset.line,"
                                   " one.className])")
        self.assertEqual(decided, [["4", "decided bad"]])

    def test_a_push_that_comes_or_changes_is_drawn_and_one_that_goes_is_not(self: PageTest) -> None:
        self.lab.pushes[1] = stub.push(1, "first")
        self.open("/#push-1")
        self.wait_text("#pushes", "first")
        self.lab.pushes[2] = stub.push(2, "second")
        self.lab.event("push", number=2, phone="p1")
        self.wait_text("#pushes li", "second")
        self.wait_text("#announce", "Push 2: second")
        self.lab.pushes[1][1]["report"]["explanation"] = "Done by now"
        self.lab.event("push", number=1, phone="p1")
        self.wait_text("#chosen", "Done by now")
        self.lab.pushes.clear()
        self.lab.event("pushes")
        self.wait("() => document.querySelectorAll('#pushes li').length === 0")
        self.wait_text("#chosen-title", "not kept any more")

    def test_of_ten_thousand_the_last_500_are_drawn(self: PageTest) -> None:
        for number in range(1, 10_001):
            self.lab.pushes[number] = stub.push(number, "text")
        self.browser.open("about:blank")
        self.browser.open(self.lab.url)
        self.browser.run("""() => {
          window.tasks = [];
          if (!(PerformanceObserver.supportedEntryTypes || []).includes('longtask')) return;
          new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((one) => one.duration)))
            .observe({type: 'longtask', buffered: true});
        }""")
        self.wait("() => document.querySelectorAll('#pushes li').length === 500")
        self.wait_text("#count", "the last 500 of 10000")
        numbers = self.browser.run("() => [...document.querySelectorAll('#pushes button')].map((one) =>"
                                   " Number(one.dataset.number))")
        self.assertEqual(numbers, list(range(10_000, 9_500, -1)))
        self.lab.pushes[10_001] = stub.push(10_001, "latest")
        self.lab.event("push", number=10_001, phone="p1")
        self.wait_text("#pushes li", "latest")
        self.wait("() => document.querySelectorAll('#pushes li').length === 500")
        print(f" long tasks: {self.browser.run('() => window.tasks')}", end=" ", flush=True)


@in_browsers
class Forms:
    """What is typed into the page."""

    def test_a_pasted_push_is_explained_line_by_line(self: PageTest) -> None:
        self.lab.explanation = stub.explanation("said", sentence="Refused at line 4.", outcome="notSealed")
        self.open()
        self.fill("#pasted", '{"a":1}')
        self.click("#test-keys")
        self.click("#inspect button")
        self.wait_text("#inspected-sentence", "Refused at line 4.")
        self.assertEqual(self.lab.bodies, [("POST /inspections", {"push": '{"a":1}', "testKeys": True})])
        self.assertEqual(self.texts("#inspected .steps .mark"), ["passed", "notSealed"])
        self.assertEqual(len(self.texts("#inspected table")), 2)

    def test_the_message_box_is_there_in_the_playground_alone(self: PageTest) -> None:
        self.open()
        self.assertEqual(self.browser.find("region", "Message"), [])
        one_phone(self.lab)
        self.lab.relay = {"url": "http://127.0.0.1:9", "devices": []}
        self.open()
        self.wait("() => document.querySelectorAll('#message-phone option').length === 2")
        self.assertEqual(len(self.browser.find("region", "Message")), 1)
        self.fill("#message-text", "Dinner?")
        self.fill("#message-phone", "p1")
        self.click("#message-form button")
        self.wait_text("#announce", "sealed and on its way")
        self.assertEqual(self.lab.bodies, [("POST /messages", {"text": "Dinner?", "phone": "p1"})])

    def test_a_phone_is_made_by_the_form(self: PageTest) -> None:
        self.open()
        self.fill("#new-topic", "com.example.new")
        self.click("#new-phone button")
        for _ in range(100):
            if self.lab.bodies:
                break
            self.browser.run("() => new Promise((resolve) => setTimeout(resolve, 50))")
        self.assertEqual(self.lab.bodies, [("POST /phones", {"name": "iPhone", "lock": "locked",
                                                             "apps": [{"topic": "com.example.new"}]})])
