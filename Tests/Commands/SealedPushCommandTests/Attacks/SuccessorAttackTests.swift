// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import TestSupport
import Testing

/// A thief or leaver has the key of Ann's server, and makes of successions what it can.
struct SuccessorAttackTests {
    private let place: Workplace
    private let ann = "server"

    /// Ann's next identity, two of the thief's own, and Mallory's, whom the phone knows.
    init() throws {
        place = try Workplace.withStores()
        for store in ["next", "thief", "mallory"] {
            try place.succeed("sender", "init", "--store", "@\(store)")
        }
        try place.contact("add", "mallory", ["--name", "Mallory"])
        try place.verify("mallory")
    }

    /// How a succession from Ann to a contact reaches the phone.
    enum Way: CaseIterable, Sendable {
        case file
        case chain
        case inMessage
        case chainInMessage
    }

    private func name(_ target: String, by way: Way) throws {
        let direct = try place.succession(from: ann, to: target)
        let chain = [
            try place.succession(from: ann, to: "thief"),
            try place.succession(from: "thief", to: target),
        ]
        switch way {
        case .file: try place.apply(direct)
        case .chain: try place.apply(chain[0], chain[1])
        case .inMessage: _ = try place.send(from: "mallory", with: [direct])
        case .chainInMessage: _ = try place.send(from: ann, with: chain)
        }
    }

    @Test(.rules("C-19"), arguments: Way.allCases, [true, false])
    func `a verified contact that a thief names as Ann's successor does not get her name`(
        _ way: Way,
        _ isAnnVerified: Bool
    ) throws {
        if isAnnVerified { try place.verify(ann) }
        try name("mallory", by: way)
        #expect(try place.title(from: "mallory") == "Mallory")
        // Nor once Ann has revoked her identity, or the thief has.
        try place.apply(place.revocation(of: ann))
        #expect(try place.title(from: "mallory") == "Mallory")
        #expect(try place.title(from: "mallory", with: [place.revocation(of: ann)]) == "Mallory")
        #expect(try place.trust(of: "mallory") == "verified")
    }

    @Test func `the refusal of a contact as a successor names the cause`() throws {
        let run = try place.apply(place.succession(from: ann, to: "mallory"))
        #expect(run.status == 7)
        #expect(run.errors.contains("the new identity is a contact"))
        #expect(run.errors.contains("hint: "))
    }

    @Test(.rules("C-19"), arguments: Way.allCases, [true, false])
    func `a thief's own identity speaks labelled under Ann's code, before and after her revocation`(
        _ way: Way,
        _ isAnnVerified: Bool
    ) throws {
        if isAnnVerified { try place.verify(ann) }
        try name("next", by: way)
        #expect(try place.title(from: "next") == "Check: Ann")
        try place.apply(place.revocation(of: ann))
        #expect(try place.title(from: "next") == "Check: Ann")
        let refused = try place.contact("take", "next")
        #expect(refused.status == 7)
        #expect(refused.errors.contains("revoked by its owner"))
        #expect(try place.title(from: "next") == "Check: Ann")
        // What Ann's person blocks is silenced for good, and still told from her in the list.
        try place.contact("block", "next")
        let list = try place.run("contact", "list", "--store", "@phone").text
        let blocked = try place.identity(of: "next")
        #expect(list.contains("blocked     \(blocked)  -  candidate of Ann\n"))
        #expect(try place.send(from: "next").status == 7)
    }

    @Test func `no file is fetched and no critical alert made for a candidate`() throws {
        try place.apply(place.succession(from: ann, to: "thief"))
        let digest = String(repeating: "A", count: 43)
        let file =
            #"{"url":"https://example.com/a","key":"AAAAAAAAAAAAAAAAAAAAAA","sha256":"#
            + "\"\(digest)\"" + #","size":100,"type":"image/png"}"#
        let run = try place.send(
            from: "thief",
            sound: #"{"critical":1,"name":"default","volume":1}"#,
            files: "[\(file)]"
        )
        #expect(try run.string("notification", "sound") == "default")
        #expect(run.errors.contains("(senderNotAllowed)"))
        #expect(try run.string("notification", "title") == "Check: Ann")
        let shown = try place.contact("show", "thief").text
        #expect(shown.contains("trust      candidate\n"))
        #expect(shown.contains("name       Ann, code ann-7\n"))
        #expect(
            try place.contact("show", "thief", ["--json"]).string("candidateOf")
                == place.identity(of: ann)
        )
    }

    @Test(.rules("D-13 D-14 D-15"))
    func `a message that brings its sender's revocation is not shown, and not again`() throws {
        let revocation = try place.revocation(of: ann)
        let run = try place.send(from: ann, with: [revocation])
        #expect(run.status == 7)
        #expect(try run.string("error") == "senderNotAccepted")
        #expect(!run.text.contains("Send money"))
        #expect(try place.send(from: ann).status == 7)
        #expect(try place.run("open", "--store", "@phone", "--deferred").text == "")
    }

    @Test(.rules("D-13 D-14 D-15"))
    func `nothing is kept of a stranger who brings statements about itself`() throws {
        let own = [
            try place.succession(from: "thief", to: "next"), try place.revocation(of: "thief"),
        ]
        #expect(try place.title(from: "thief", with: own) == "Unknown sender")
        #expect(try place.title(from: "thief") == "Unknown sender")
        #expect(try place.title(from: "next") == "Unknown sender")
        try place.contact("add", "thief", ["--name", "Eve"])
        #expect(try place.trust(of: "thief") == "unverified")
    }

    @Test(.rules("D-6 D-7"))
    func `the ninth candidate is refused with the cause, and a person makes room`() throws {
        for index in 0..<9 {
            try place.succeed("sender", "init", "--store", "@own\(index)")
            let run = try place.apply(place.succession(from: ann, to: "own\(index)"))
            #expect(run.status == (index < 8 ? 0 : 7))
            guard index == 8 else { continue }
            #expect(run.errors.contains("the contact has 8 candidates already"))
        }
        try place.contact("remove", "own0")
        #expect(try place.apply(place.succession(from: ann, to: "next")).status == 0)
        #expect(try place.apply(place.succession(from: ann, to: "own0")).status == 7)
    }

    // MARK: - A successor that was taken

    @Test(.rules("C-19"), arguments: [true, false])
    func `neither a revocation nor a second succession of the old key touches a taken successor`(
        _ byNumber: Bool
    ) throws {
        try place.verify(ann)
        try place.apply(place.succession(from: ann, to: "next"))
        if byNumber {
            try place.verify("next")
        } else {
            let run = try place.contact("take", "next")
            #expect(
                run.errors == "sealedpush: note: taken: it has the names and codes of 'Ann' now\n"
            )
        }
        let trust = byNumber ? "verified" : "unverified"
        #expect(try place.trust(of: "next") == trust)
        #expect(try place.title(from: "next") == "Ann")
        // The old key is labelled from then on, and says who came after it.
        #expect(try place.title(from: ann) == "Check: Ann")
        #expect(
            try place.contact("show", ann, ["--json"]).string("successor")
                == place.identity(of: "next")
        )
        let second = try place.apply(place.succession(from: ann, to: "thief"))
        #expect(second.status == 7)
        #expect(second.errors.contains("the contact has a successor already"))
        _ = try place.send(from: ann, with: [place.succession(from: ann, to: "thief")])
        #expect(try place.title(from: "thief") == "Unknown sender")
        #expect(try place.apply(place.revocation(of: ann)).status == 0)
        #expect(try place.trust(of: "next") == trust)
        #expect(try place.title(from: "next") == "Ann")
        #expect(try place.send(from: ann).status == 7)
    }

    @Test func `with candidates of a leaver beside it the true one is taken by its number`() throws
    {
        for target in ["thief", "next"] {
            try place.apply(place.succession(from: ann, to: target))
        }
        try place.verify("next")
        #expect(try place.title(from: "next") == "Ann")
        #expect(try place.title(from: "thief") == "Unknown sender")
        let list = try place.run("contact", "list", "--store", "@phone").text
        #expect(!list.contains("candidate"))
    }
}
