// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A message of the older form: a text with places such as `%{public}@`, `%d` and `%.2f`.
enum LogFormat {
    /// One place, without its percent sign.
    private struct Place {
        var privacy = OSLogPrivacy.auto
        var flags = ""
        var conversion: Character

        /// Reads it from the front of `text`, and takes it away; nil where the text ends first.
        init?(from text: inout Substring) {
            if text.first == "{" {
                let options = text.prefix { $0 != "}" }
                text = text.dropFirst(options.count + 1)
                privacy = Self.privacy(of: options.dropFirst())
            }
            flags = String(text.prefix { "-+ 0#.123456789".contains($0) })
            text = text.dropFirst(flags.count)
            // The length of a C type says nothing of a value that knows its own.
            text = text.drop { "hlqLztj".contains($0) }
            guard let conversion = text.popFirst() else { return nil }
            self.conversion = conversion
        }

        private static func privacy(of options: Substring) -> OSLogPrivacy {
            let words = options.split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            let mask: OSLogPrivacy.Mask = words.contains("mask.hash") ? .hash : .none
            if words.contains("public") { return .public }
            let isHidden = words.contains("private") || words.contains("sensitive")
            return isHidden ? .private(mask: mask) : .auto(mask: mask)
        }

        func text(of value: Any) -> String {
            switch value {
            case let number as any BinaryInteger where "diuxXoc".contains(conversion):
                whole(number)
            case let number as any BinaryFloatingPoint where "fFeEgGaA".contains(conversion):
                String(format: "%\(flags)\(conversion)", Double(number))
            case let bytes as UnsafePointer<CChar>:
                unsafe String(cString: bytes)
            default: String(describing: value)
            }
        }

        private func whole(_ number: some BinaryInteger) -> String {
            let signed = Int64(truncatingIfNeeded: number)
            guard !"di".contains(conversion) || Int64(exactly: number) == nil else {
                return String(format: "%\(flags)ll\(conversion)", signed)
            }
            if conversion == "c" { return String(UnicodeScalar(UInt8(truncatingIfNeeded: number))) }
            let unused = max(0, 64 - number.bitWidth)
            let bits = (UInt64(truncatingIfNeeded: number) << unused) >> unused
            let unsigned = "di".contains(conversion) ? "u" : String(conversion)
            return String(format: "%\(flags)ll\(unsigned)", bits)
        }
    }

    /// The text with values in its places.
    static func fill(_ format: String, with arguments: [Any]) -> String {
        var result = ""
        var rest = format[...]
        var arguments = arguments[...]
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...].dropFirst()
            guard let place = Place(from: &rest) else { break }
            guard place.conversion != "%" else {
                result += "%"
                continue
            }
            guard let value = arguments.popFirst() else {
                result += "<missing>"
                continue
            }
            result += place.privacy.show(place.text(of: value), isPlain: isPlain(value))
        }
        return result + rest
    }

    private static func isPlain(_ value: Any) -> Bool {
        value is any BinaryInteger || value is any BinaryFloatingPoint || value is Bool
    }
}
