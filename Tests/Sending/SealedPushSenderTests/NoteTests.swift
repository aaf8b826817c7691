// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushSender
import TestSupport
import Testing

struct NoteTests {
    @Test(arguments: [
        (#"{"aps":{"alert":"Hi"}}"#, []), (#"{"aps":{"alert":{"loc-key":"HI"}}}"#, []),
        (#"{"aps":{}}"#, [Payload.Note.noText]),
        (#"{"aps":{"alert":{"title":""},"sound":"default"}}"#, [.noText]),
        (#"{"aps":{"badge":3.0}}"#, [.badgeAlone]),
        (#"{"aps":{"content-available":true}}"#, [.wakesNoApp, .noText]),
        (#"{"aps":{"alert":"Hi"},"Simulator Target Bundle":"com.example.app.voip"}"#, [.call]),
    ])
    func `what cannot work sealed is noted, and sealed all the same`(
        _ json: String,
        _ notes: [Payload.Note]
    ) async throws {
        let mail = try Correspondence()
        let sealed = try await mail.seal(json)
        #expect(sealed.notes == notes)
        #expect(throws: Never.self) { try mail.open(sealed) }
        let payload = try Payload(reading: Array(json.utf8))
        #expect(SealingOptions().notes(on: payload) == notes)
        // A call has no texts, and its file's topic is that of calls.
        var options = SealingOptions()
        options.kind = .voip
        let others = notes.filter { ![.noText, .badgeAlone, .call].contains($0) }
        #expect(options.notes(on: payload) == others)
    }

    @Test(arguments: [
        ("com.example.app", []), ("com.example.voip.app", []),
        ("com.example.app.voip", [Payload.Note.call]),
        ("com.example.app.push-type.liveactivity", [.liveActivity]),
    ])
    func `a topic of calls or of Live Activities is noted for either kind`(
        _ text: String,
        _ notes: [Payload.Note]
    ) throws {
        let payload = try Payload(reading: Array(#"{"aps":{"alert":"Hi"}}"#.utf8))
        for kind: Payload.PushKind in [.alert, .voip] {
            var options = SealingOptions()
            options.kind = kind
            #expect(options.notes(on: payload, topic: Topic(text)) == notes)
        }
    }

    @Test func `a message that only removes others needs no text`() async throws {
        let mail = try Correspondence()
        let first = try await mail.seal(#"{"aps":{"alert":"a"}}"#)
        let id = try #require(NotificationName(first.headers.collapseID))
        #expect(try await mail.seal(#"{"aps":{}}"#) { $0.remove = [id] }.notes.isEmpty)
    }

    @Test(.rules("S-9"))
    func `a text that was cut inside a character arrives with U+FFFD`() async throws {
        let mail = try Correspondence()
        let sealed = try await mail.seal(#"{"aps":{"alert":"Dinner \ud83d"}}"#)
        #expect(sealed.notes == [.halfPair])
        #expect(try mail.open(sealed).payload.alert(.body)?.string == "Dinner \u{FFFD}")
    }
}
