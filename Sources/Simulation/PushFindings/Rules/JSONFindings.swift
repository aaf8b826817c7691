// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding
import SimulatedDevice

/// JSON that is none, or that readers take for different things.
struct JSONFindings {
    let push: KnownPush

    var findings: [Finding] {
        var findings = push.jsonError.map { [finding($0)] } ?? []
        // A device may take no such JSON, though others do.
        if push.report?.outcome == .lost(.payloadMalformed), !findings.isEmpty {
            findings[0].effect = .lost
        }
        guard let document = push.document else { return findings }
        if document.root.kind != .object {
            findings.append(
                refused(.notAnObject, by: .notAnObject, "write an object: {\"aps\":{...}}")
            )
        } else if push.arrived == nil {
            let remedy = "write what the system is to do into an object 'aps': {\"aps\":{...}}"
            findings.append(refused(.noAps, by: .noAps, remedy))
        }
        if let root = push.root { findings += numbers(in: root, at: []).prefix(1) }
        return findings
    }

    private func refused(_ rule: Rule, by error: SealingError, _ remedy: String) -> Finding {
        Finding(FindingRule(rule), of: error.message, remedy, in: rule == .noAps ? "aps" : nil)
    }

    private func finding(_ error: JSONError) -> Finding {
        let name = repeatedKey(error)
        return Finding(
            FindingRule(rule(for: error)),
            of: SealingError.json(error).message + (name.map { ": '\($0)'" } ?? ""),
            error.remedy ?? remedy(for: error),
            in: name
        )
    }

    private func rule(for error: JSONError) -> Rule {
        switch error {
        case .byteOrderMark: .byteOrderMark
        case .duplicateKey: .duplicateKey
        case .invalidUTF8: .invalidUTF8
        case .loneSurrogate: .loneSurrogate
        case .tooDeep: .tooDeep
        case .tooLong, .unexpectedEnd, .unexpectedByte, .trailingBytes, .controlCharacter,
            .invalidEscape:
            .notJSON
        }
    }

    private func remedy(for error: JSONError) -> String {
        switch error {
        case .tooDeep: "nest at most \(JSONDocument.depthLimit) objects and arrays"
        default: "write it with a JSON encoder, not by hand or by interpolation"
        }
    }

    /// The key that is there twice, as it is written.
    private func repeatedKey(_ error: JSONError) -> String? {
        guard case .duplicateKey(let offset) = error else { return nil }
        var isEscaped = false
        let rest = push.sent.payload.dropFirst(offset + 1)
        let key = rest.prefix { byte in
            defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
            return byte != UInt8(ascii: "\"") || isEscaped
        }
        return Quoted.path([String(decoding: key, as: UTF8.self)])
    }

    /// The numbers of one's own that common readers round (RFC 8259, section 6).
    private func numbers(in value: JSONValue, at path: [String]) -> [Finding] {
        if let members = value.members {
            return members.flatMap { numbers(in: $0.value, at: path + [$0.key]) }
        }
        if let elements = value.elements {
            return elements.flatMap { numbers(in: $0, at: path) }
        }
        guard let text = value.numberText, !Self.isExact(text, value.integer) else { return [] }
        let member = Quoted.path(path)
        let finding = Finding(
            .numberNotExact,
            "The number \(Quoted.value(text)) of '\(member)' has more digits than many readers"
                + " keep, which round it.",
            "Send it as a text, between quotation marks.",
            in: member
        )
        return [finding]
    }

    /// Whether a number is the same for readers whose numbers are of 64 bits, binary with a point.
    private static func isExact(_ text: String, _ integer: Int?) -> Bool {
        let limit = 1 << 53
        if let integer { return -limit < integer && integer < limit }
        guard let number = Double(text), number.isFinite else { return false }
        let digits = text.prefix { !"eE".contains($0) }.filter(\.isNumber)
        return digits.drop { $0 == "0" }.count <= 17
    }
}
