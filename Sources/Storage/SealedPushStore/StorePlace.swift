// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A file or folder in the folder of a store, such as `claims/0123456789abcdef`.
///
/// Numbers, and no text: with a text in `StoreError` the compiler of Swift 6.3.1 crashes.
public struct StorePlace: Hashable, Sendable {
    private static let names = StoreFolder.all + [StoreHeader.file, StoreFolder.reserve]

    /// The file or folder that stands in the store's folder, by its number among the names.
    private let top: Int
    /// The name of what stands in that folder, which is hexadecimal: 16 digits, 16 digits, and how
    /// many of them count.
    private let first: UInt64
    private let second: UInt64
    private let digits: Int

    /// The place of `name`, relative to the store; of what is deeper, or has another name, the
    /// folder that it is in.
    package init(_ name: String) {
        let parts = name.split(separator: "/")
        top = Self.names.firstIndex { $0 == parts.first.map(String.init) } ?? 0
        let digits = parts.count > 1 && parts[1].utf8.count <= 32 ? String(parts[1]) : ""
        let padded = digits + String(repeating: "0", count: 32 - digits.utf8.count)
        let numbers = (
            UInt64(padded.prefix(16), radix: 16), UInt64(padded.dropFirst(16), radix: 16)
        )
        (first, second) = (numbers.0 ?? 0, numbers.1 ?? 0)
        self.digits = numbers.0 == nil || numbers.1 == nil ? 0 : digits.utf8.count
    }

    /// The path, relative to the store.
    public var text: String {
        guard digits > 0 else { return Self.names[top] }
        return "\(Self.names[top])/\((Self.padded(first) + Self.padded(second)).prefix(digits))"
    }

    private static func padded(_ number: UInt64) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: 16 - text.utf8.count) + text
    }
}

/// Where a file of the store stands: its folder and its name, relative to the store.
package struct StorePath: Hashable, Sendable {
    /// The folder, such as `prekeys` or `claims/0123456789abcdef`.
    package let folder: String
    /// The name in that folder.
    package let name: String

    /// Takes both.
    package init(folder: String, name: String) {
        self.folder = folder
        self.name = name
    }

    /// Both, as they are bound into what is sealed there.
    package var text: String { "\(folder)/\(name)" }
}
