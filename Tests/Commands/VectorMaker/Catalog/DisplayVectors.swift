// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// What a screen shows, by the table of `display.md`.
///
/// What is expected is written here by hand.
enum DisplayVectors {
    /// One vector before it is written.
    struct Draft {
        var payload = #"{"aps":{"alert":{"title":"Ann","subtitle":"Urgent","body":"Hi"}}}"#
        /// Kind, trust, preview, name, name of the code; nil for a stranger.
        var contact: (String, String, String, String?, String?)? = (
            "person", "unverified", "full", "Bob", nil
        )
        var others: [String] = []
        var flags: [String] = []
        var row = 11
        var lines = ["Bob", "Ann – Urgent", "Hi"]
        var badge: Int?
        var sound = "none"
        var level = "active"
        /// The code and the thread that the thread's identifier is made of; nil for none.
        var thread: (String, String)? = ("", "")
        /// A thread of the app's own.
        var ownThread = ""
        var parts = ["files", "person"]
    }

    static func make() throws -> [Vector] {
        var group = VectorGroup(from: 1901)
        func add(
            _ slug: String,
            _ rule: String,
            _ comment: String,
            _ change: (inout Draft) -> Void = { _ in }
        ) {
            var draft = Draft()
            change(&draft)
            group.add("display-\(slug)", rule: rule, comment) { vector(of: draft, $0) }
        }
        addSenders(add)
        addLimits(add)
        var bodies = VectorGroup(from: 1990)
        addBodies { slug, rule, comment, change in
            var draft = Draft()
            change(&draft)
            bodies.add("display-\(slug)", rule: rule, comment) { vector(of: draft, $0) }
        }
        var candidates = VectorGroup(from: 1960)
        addCandidates { slug, rule, comment, change in
            var draft = Draft()
            draft.contact?.1 = "candidate"
            (draft.row, draft.lines, draft.parts) = (8, ["Check: Bob", "Ann – Urgent", "Hi"], [])
            change(&draft)
            candidates.add("display-candidate-\(slug)", rule: rule, comment) {
                vector(of: draft, $0)
            }
        }
        var names = VectorGroup(from: 1970)
        addNames { slug, rule, comment, change in
            var draft = Draft()
            change(&draft)
            names.add("display-\(slug)", rule: rule, comment) { vector(of: draft, $0) }
        }
        var cuts = VectorGroup(from: 1930)
        addCuts { slug, rule, comment, change in
            var draft = Draft()
            change(&draft)
            cuts.add("display-\(slug)", rule: rule, comment) { vector(of: draft, $0) }
        }
        return group.vectors + cuts.vectors + candidates.vectors + names.vectors + bodies.vectors
    }

    typealias Add = (String, String, String, (inout Draft) -> Void) -> Void

    private static func addSenders(_ add: Add) {
        let both = ["Bob", "Ann – Urgent", "Hi"]
        add("person", "D-20", "The title is the device's name for who signed.") { _ in }
        add("person-code", "D-16", "The code has a name.") {
            $0.payload = content(fields: #"{"from":"c-7"}"#)
            $0.contact?.4 = "Cleo"
            ($0.lines, $0.thread) = (["Cleo", "Ann – Urgent", "Hi"], ("c-7", ""))
        }
        add("person-own-name-as-title", "D-20", "A line that is the name in capitals is left out.")
        {
            $0.payload = content(title: "BOB")
            $0.lines = ["Bob", "Urgent", "Hi"]
        }
        add(
            "person-unseen-title",
            "D-17",
            "Nothing of the title is left; marks stay four in a row."
        ) {
            $0.payload = content(
                title: #"\u200b\u202e"#,
                subtitle: #"a\u0301\u0301\u0301\u0301\u200d\u0301b"#
            )
            $0.lines = ["Bob", "a\u{301}\u{301}\u{301}\u{301}\u{200D}b", "Hi"]
        }
        add("person-template", "D-19", "The sender placeholder in two of three fields.") {
            let fields = #"{"template":["title","body"],"name":"Zed"}"#
            $0.payload = content("{sender}!", "{sender}", "{sender}", fields: fields)
            $0.lines = ["Bob", "Bob! – {sender}", "Bob"]
        }
        for trust in ["changed", "candidate"] {
            add("check-\(trust)", "D-20", "The title warns.") {
                $0.contact?.1 = trust
                ($0.row, $0.lines, $0.parts) = (8, ["Check: Bob", both[1], "Hi"], [])
            }
        }
        add("check-service", "D-20", "A service that changed is shown as a person.") {
            $0.payload = content(fields: #"{"from":"c-7"}"#)
            $0.contact = ("service", "changed", "full", "Bob", "Cleo")
            ($0.row, $0.lines, $0.parts) = (8, ["Check: Bob", both[1], "Hi"], [])
            $0.thread = ("c-7", "")
        }
        add("service", "D-20", "A service names its own users.") {
            $0.contact?.0 = "service"
            ($0.row, $0.lines, $0.parts) = (10, ["Ann", "Urgent", "Hi"], ["files"])
        }
        add("service-borrows", "D-24", "Ann is the name of another contact.") {
            $0.contact?.0 = "service"
            $0.others = ["Ann"]
            ($0.row, $0.lines, $0.parts) = (10, ["Ann", "Bob – Urgent", "Hi"], ["files"])
        }
        add("service-contact", "D-20", "The code of a service names a contact.") {
            $0.payload = content(fields: #"{"from":"c-7"}"#)
            $0.contact = ("service", "verified", "full", "Bob", "Cleo")
            ($0.row, $0.lines) = (9, ["Cleo", both[1], "Hi"])
            $0.thread = ("c-7", "")
        }
        add("service-template", "D-19", "A service's sender placeholder is the name that it gives.")
        {
            let fields = #"{"template":["title"],"name":"Zed"}"#
            $0.payload = content("{sender}", "", "Hi", fields: fields)
            $0.contact?.0 = "service"
            ($0.row, $0.lines, $0.parts) = (10, ["Zed", "", "Hi"], ["files"])
        }
        add("stranger", "D-22", "The sealed title and subtitle are dropped.") {
            ($0.contact, $0.thread, $0.parts) = (nil, nil, [])
            ($0.row, $0.lines) = (7, ["Unknown sender", "", "Hi"])
        }
        add("stranger-named", "D-16", "A name that only the sender vouches for has a label.") {
            $0.payload = content(fields: #"{"name":"Ann\u200b"}"#)
            ($0.contact, $0.thread, $0.parts) = (nil, nil, [])
            ($0.row, $0.lines) = (7, ["Unknown: Ann", "", "Hi"])
        }
        add("contact-without-name", "D-20", "The device has no name for the contact.") {
            $0.contact?.3 = nil
            ($0.row, $0.lines, $0.thread, $0.parts) = (7, ["Unknown sender", "", "Hi"], nil, [])
        }
    }

    private static func addCandidates(_ add: Add) {
        add("code", "D-6", "The code has a name, and the title is that of the contact.") {
            $0.payload = content(fields: #"{"from":"c-7"}"#)
            $0.contact?.4 = "Cleo"
            $0.thread = ("c-7", "")
        }
        add("code-alone", "D-6", "The contact has no name but that of the code.") {
            $0.payload = content(fields: #"{"from":"c-7"}"#)
            $0.contact?.3 = nil
            $0.contact?.4 = "Cleo"
            ($0.lines[0], $0.thread) = ("Check: Cleo", ("c-7", ""))
        }
        add("service", "D-6", "The candidate of a service is shown as a person.") {
            $0.payload = content(aps: #","thread-id":"room""#, fields: #"{"from":"c-7"}"#)
            $0.contact?.0 = "service"
            $0.thread = ("", "room")
        }
        for (preview, row, lines) in [
            ("senderOnly", 8, ["Check: Bob", "", "New message"]),
            ("hidden", 6, ["New notification", "", "New message"]),
        ] {
            add(preview, "D-23", "The preview policy is that of the contact.") {
                $0.contact?.2 = preview
                ($0.row, $0.lines) = (row, lines)
            }
        }
        add("critical", "D-20", "A candidate has no critical alert, though the app allows it.") {
            $0.payload = content(
                aps: #","sound":{"critical":1,"name":"a.caf"},"interruption-level":"critical""#
            )
            ($0.flags, $0.sound, $0.level) = (["critical"], "a.caf", "active")
        }
        add("template", "D-19", "The sender placeholder is the name without its label.") {
            $0.payload = content("{sender}!", "", "Hi", fields: #"{"template":["title"]}"#)
            $0.lines[1] = "Bob!"
        }
    }

    private static func addLimits(_ add: Add) {
        let loud =
            #","badge":3,"sound":{"critical":1,"name":"a.caf"},"interruption-level":"critical","#
            + #""thread-id":"t""#
        for (preview, row, lines) in [
            ("senderOnly", 11, ["Bob", "", "New message"]),
            ("hidden", 6, ["New notification", "", "New message"]),
        ] {
            add("preview-\(preview)", "D-23", "The sealed words stay off the screen.") {
                $0.contact?.2 = preview
                ($0.row, $0.lines, $0.parts) = (row, lines, [])
            }
        }
        add("critical-not-allowed", "D-25", "The app allows the contact no critical alert.") {
            $0.payload = content(aps: loud)
            ($0.badge, $0.sound, $0.level, $0.thread) = (3, "a.caf", "time-sensitive", ("", "t"))
        }
        add("critical-allowed", "D-25", "The app allows it.") {
            ($0.payload, $0.flags) = (content(aps: loud), ["critical"])
            ($0.badge, $0.sound, $0.level, $0.thread) = (3, "critical", "critical", ("", "t"))
        }
        add("critical-changed", "D-20", "A changed contact has none, though the app allows it.") {
            ($0.payload, $0.flags) = (content(aps: loud), ["critical"])
            $0.contact?.1 = "changed"
            ($0.badge, $0.sound, $0.level, $0.thread) = (3, "a.caf", "active", ("", "t"))
            ($0.row, $0.lines, $0.parts) = (8, ["Check: Bob", "Ann – Urgent", "Hi"], [])
        }
        add("stranger-loud", "D-22", "A stranger makes no sound and sets no badge.") {
            ($0.payload, $0.flags) = (content(aps: loud), ["critical"])
            ($0.contact, $0.thread, $0.parts) = (nil, nil, [])
            ($0.row, $0.lines) = (7, ["Unknown sender", "", "Hi"])
        }
        add("recovered", "M-38 line 38", "A recovered message is quiet.") {
            ($0.payload, $0.flags) = (content(aps: loud), ["recovered"])
            ($0.badge, $0.level, $0.thread) = (3, "passive", ("", "t"))
        }
        let badge = #"{"aps":{"badge":3,"sound":"default"}}"#
        add("badge-alone", "D-21", "Without a text the app's own stands for it.") {
            ($0.payload, $0.badge, $0.level, $0.parts) = (badge, 3, "passive", [])
            ($0.row, $0.lines) = (5, ["New notification", "", ""])
            ($0.thread, $0.ownThread) = (nil, "sealedpush.removal")
        }
        add("badge-alone-filtered", "D-21", "An app that may filter shows nothing.") {
            ($0.payload, $0.badge, $0.parts, $0.flags) = (badge, 3, [], ["mayFilter"])
            ($0.row, $0.lines, $0.thread) = (5, ["", "", ""], nil)
        }
        add("thread-of-a-service", "D-28", "A group of a service stays together.") {
            $0.payload = content(aps: #","thread-id":"room""#, fields: #"{"from":"c-7"}"#)
            $0.contact?.0 = "service"
            ($0.row, $0.lines, $0.parts) = (10, ["Ann", "Urgent", "Hi"], ["files"])
            $0.thread = ("", "room")
        }
        add("thread-of-a-person", "D-28", "A person's thread has the code.") {
            $0.payload = content(aps: #","thread-id":"room""#, fields: #"{"from":"c-7"}"#)
            $0.thread = ("c-7", "room")
        }
        add("service-line-twice", "D-20", "Row 10 leaves out no line that repeats another.") {
            $0.payload = content("Ann", "Ann")
            $0.contact?.0 = "service"
            ($0.row, $0.lines, $0.parts) = (10, ["Ann", "Ann", "Hi"], ["files"])
        }
        add("empty-loc-key", "D-20", "An empty key of a localised text is none.") {
            let alert = #"{"title":"Ann","title-loc-key":"","body":"Hi","loc-key":""}"#
            $0.payload = #"{"aps":{"alert":\#(alert)}}"#
            $0.lines[1] = "Ann"
        }
    }

    /// The sealed body of rows 7 and 8 is cleaned line by line, that of other rows is not.
    private static func addBodies(_ add: Add) {
        func stranger(_ sealed: String, _ shown: String) -> (inout Draft) -> Void {
            {
                ($0.payload, $0.contact, $0.row, $0.parts) = (content("", "", sealed), nil, 7, [])
                ($0.lines, $0.thread) = (["Unknown sender", "", shown], nil)
            }
        }
        let breaks = #"One\n\n  two\r\n\u202e\nthree\rfour\u2028five\u2029six"#
        let lines = ["One", "two", "three", "four", "five", "six"].joined(separator: "\n")
        add(
            "body-lines",
            "D-18",
            "Five line breaks of an unknown sender; empty lines go.",
            stranger(breaks, lines)
        )
        add(
            "body-controls",
            "D-18",
            "A tab and U+0085 end no line, and are spaces; NUL and U+202E go.",
            stranger(#"a\u0000b\tc\u0085d\u202ee"#, "ab c de")
        )
        let marks = String(repeating: #"\u0301"#, count: 200)
        let four = String(repeating: "\u{301}", count: 4)
        add(
            "body-marks",
            "D-18",
            "200 combining marks on one letter: four stay.",
            stranger("a\(marks)b", "a\(four)b")
        )
        add("body-check", "D-18", "A contact that changed.") {
            $0.payload = content("", "", breaks)
            $0.contact?.1 = "changed"
            ($0.row, $0.lines, $0.parts) = (8, ["Check: Bob", "", lines], [])
        }
        add("body-of-a-person", "D-18", "The body of a person stays as it was sealed.") {
            $0.payload = content("", "", #"One\n\n  two\u202e"#)
            $0.lines = ["Bob", "", "One\n\n  two\u{202E}"]
        }
        add("body-template", "D-18", "A name that is filled in makes no line.") {
            let fields = #"{"template":["body"],"name":"Zed\nDee"}"#
            $0.payload = content("", "", #"From {sender}\n{sender}"#, fields: fields)
            ($0.contact, $0.row, $0.parts, $0.thread) = (nil, 7, [], nil)
            $0.lines = ["Unknown: Zed Dee", "", "From Unknown: Zed Dee\nUnknown: Zed Dee"]
        }
    }

    static func content(
        _ title: String = "Ann",
        _ subtitle: String = "Urgent",
        _ body: String = "Hi",
        aps: String = "",
        fields: String = ""
    ) -> String {
        let alert = #"{"title":"\#(title)","subtitle":"\#(subtitle)","body":"\#(body)"}"#
        let own = fields.isEmpty ? "" : #","sealedpush":\#(fields)"#
        return #"{"aps":{"alert":\#(alert)\#(aps)}\#(own)}"#
    }

    private static func content(title: String, subtitle: String = "Urgent") -> String {
        content(title, subtitle)
    }

    static func vector(of draft: Draft, _ heading: Heading) -> Vector {
        let sender = TestSender("server-1").identity.bytes
        return Vector(heading, kind: "display", expected: "accepted") { vector in
            vector.add("payload", draft.payload)
            vector.add("sender", hex: sender)
            if let contact = draft.contact {
                vector.object("contact") { object in
                    object.add("kind", contact.0)
                    object.add("trust", contact.1)
                    object.add("preview", contact.2)
                    if let name = contact.3 { object.add("name", name) }
                    if let name = contact.4 { object.add("codeName", name) }
                }
            }
            if !draft.others.isEmpty { vector.add("otherNames", texts: draft.others) }
            if !draft.flags.isEmpty { vector.add("flags", texts: draft.flags) }
            vector.object("shown") { object in
                object.add("row", draft.row)
                object.add("title", draft.lines[0])
                object.add("subtitle", draft.lines[1])
                object.add("body", draft.lines[2])
                if let badge = draft.badge { object.add("badge", badge) }
                object.add("sound", draft.sound)
                object.add("level", draft.level)
                object.add("thread", draft.thread.map { thread(sender, $0) } ?? draft.ownThread)
                if !draft.parts.isEmpty { object.add("as", texts: draft.parts) }
            }
        }
    }

    private static func thread(_ sender: [UInt8], _ names: (code: String, thread: String)) -> String
    {
        let code = Array(names.code.utf8)
        let label = Array("SealedPush v1 thread\0".utf8)
        let input = label + sender + [0, UInt8(code.count)] + code + names.thread.utf8
        return Base64URL.encode(Array(sha256(input).prefix(16)).span)
    }
}
