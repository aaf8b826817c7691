// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import SealedPush
package import SealedPushSender
import TestSupport

/// Random payloads and options, over all Unicode scripts and emoji.
package struct RandomNotification {
    private var random: SeededGenerator

    private static let clusters = [
        "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F466}", "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}",
        "\u{1F1FA}\u{1F1FE}", "\u{1F44B}\u{1F3FD}", "\u{2764}\u{FE0F}\u{200D}\u{1F525}",
        "1\u{FE0F}\u{20E3}", "e\u{301}\u{323}", "\u{915}\u{94D}\u{937}\u{93F}", "\u{200F}", "\r\n",
        "\"", "\\", "\u{0}", "{sender}", "…",
    ]

    /// Starts the sequence of `seed`.
    package init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Whether something of `percent` in a hundred happens.
    package mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &random) < percent
    }

    /// A text of up to `pieces` characters, of one script as texts mostly are, or of all.
    package mutating func text(pieces: ClosedRange<Int>) -> String {
        var text = ""
        let block = UInt32.random(in: 0...0x32F, using: &random) * 0x100
        for _ in 0..<Int.random(in: pieces, using: &random) {
            if chance(10) {
                text += Self.clusters.randomElement(using: &random) ?? ""
                continue
            }
            let isAny = chance(10)
            let scalar =
                isAny
                ? UInt32.random(in: 0...0x10_FFFF, using: &random)
                : block + UInt32.random(in: 0...0xFF, using: &random)
            text.unicodeScalars.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
        }
        return text
    }

    /// A payload of any size, spaced or not, that may not fit.
    package mutating func payload() throws -> Payload {
        let sizes = [0...10, 0...10, 0...60, 0...60, 0...60, 0...400, 300...1200]
        var random = self
        let bytes = JSONWriter.object(pretty: chance(50)) { payload in
            payload.object("aps") { aps in
                aps.object("alert") { alert in
                    for field in Payload.AlertField.allCases where random.chance(70) {
                        let size = sizes.randomElement(using: &random.random) ?? 0...0
                        alert.add(field.rawValue, random.text(pieces: size))
                    }
                }
                aps.add("badge", Int.random(in: -9...9, using: &random.random))
            }
            for index in 0..<Int.random(in: 0...3, using: &random.random) {
                payload.array("k\(index)" + random.text(pieces: 0...5)) { list in
                    list.add(random.text(pieces: 0...40))
                    list.add(Int.random(in: 0...99, using: &random.random))
                }
            }
        }
        self = random
        return try Payload(reading: bytes)
    }

    /// Options of every kind, which may not go together.
    package mutating func options() -> SealingOptions {
        var options = SealingOptions()
        options.padding = Padding.allCases.randomElement(using: &random) ?? .buckets
        options.kind = Payload.PushKind.allCases.randomElement(using: &random) ?? .alert
        options.priority =
            PushPriority.allCases.randomElement(using: &random) ?? .immediate
        let seconds = UInt32.random(in: 1...2_592_000, using: &random)
        options.timeToLive = TimeToLive(seconds: seconds) ?? .day
        if chance(30) { options.from = text(pieces: 0...20) }
        if chance(30) { options.name = text(pieces: 0...20) }
        if chance(30) { options.collapseKey = text(pieces: 0...90) }
        if chance(50) {
            options.shortening = Payload.AlertField.allCases.shuffled(using: &random)
        }
        options.template = Payload.AlertField.allCases.filter { _ in chance(20) }
        if chance(50) {
            let body = "x" + text(pieces: 0...40)
            let title = chance(50) ? text(pieces: 0...20) : nil
            options.placeholder =
                chance(50)
                ? .text(title: title, body: body)
                : .localized(titleKey: title, bodyKey: body, bodyArguments: [text(pieces: 0...9)])
        }
        return options
    }
}
