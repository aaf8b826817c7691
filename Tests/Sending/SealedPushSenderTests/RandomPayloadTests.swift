// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import KeysTestSupport
import SealedPush
import SealedPushKeys
import SealedPushSender
import SenderTestSupport
import TestSupport
import Testing

/// 10,000 random payloads with random options, for one device.
struct RandomPayloadTests {
    static let seeds: [UInt64] = [11, 12, 13, 14]
    static let rounds = 2500

    @Test(.rules("M-43 M-44"), arguments: seeds)
    func `random payloads stay within the limit and are opened as they were`(
        seed: UInt64
    ) async throws {
        var random = RandomNotification(seed: seed)
        let mail = try Correspondence()
        let target = SealingTarget(mail.bundle, recipient: .untracked, topic: mail.topic)
        var sealedWhole = 0
        var shortened = 0
        var refused = 0
        for round in 0..<Self.rounds {
            let payload = try random.payload()
            let options = random.options()
            let fields = ToolkitFields(
                from: options.from,
                name: options.name,
                template: options.template
            )
            let whole = try payload.adding(fields).compacted()
            let place: Comment = "seed \(seed), round \(round)"
            do throws(SealingError) {
                let sealed = try await mail.sealer.seal(
                    mail.sealer.prepare(payload, options, now: Correspondence.now),
                    for: target,
                    now: Correspondence.now
                )
                check(sealed, whole, options, mail, place)
                if sealed.shortened.isEmpty { sealedWhole += 1 } else { shortened += 1 }
            } catch {
                check(error, whole, options, place)
                refused += 1
            }
        }
        #expect(sealedWhole > Self.rounds / 3, "seed \(seed)")
        #expect(shortened > Self.rounds / 50, "seed \(seed)")
        #expect(refused > Self.rounds / 50, "seed \(seed)")
    }

    private func check(
        _ sealed: SealedNotification,
        _ whole: Payload,
        _ options: SealingOptions,
        _ mail: Correspondence,
        _ place: Comment
    ) {
        #expect(sealed.payload.count <= (options.kind == .voip ? 5120 : 4096), place)
        #expect(sealed.headers.collapseID.utf8.count <= 64, place)
        let sizes = Padding.bucketCounts(for: options.kind)
        switch options.padding {
        case .buckets: #expect(sizes.contains(sealed.envelope.count), place)
        case .constant: #expect(sizes.last == sealed.envelope.count, place)
        case .none: break
        }
        guard let message = try? mail.open(sealed) else {
            Issue.record("refused by the device: \(place)")
            return
        }
        guard !sealed.shortened.isEmpty else {
            #expect(message.claim.content == whole.bytes, place)
            return
        }
        #expect(options.shortening.filter(sealed.shortened.contains) == sealed.shortened, place)
        for field in Payload.AlertField.allCases {
            let text = message.payload.alert(field)?.string
            if sealed.shortened.contains(field) {
                #expect(text?.hasSuffix("…") == true || text?.unicodeScalars.last == "…", place)
            } else {
                #expect(text == whole.alert(field)?.string, place)
            }
        }
        #expect(message.payload.document.root["aps"]?["badge"] != nil, place)
        #expect(message.payload.fields == whole.fields, place)
    }

    private func check(
        _ error: SealingError,
        _ whole: Payload,
        _ options: SealingOptions,
        _ place: Comment
    ) {
        switch error {
        case .contentTooLarge(let needed, let available):
            #expect(needed == whole.bytes.count && needed > available, place)
        case .placeholderRefused(let needed?):
            #expect(needed == OuterFrame.bytes(options.placeholder).count, place)
            #expect(needed > 256, place)
        default:
            Issue.record("unexpected: \(error), \(place)")
        }
    }
}
