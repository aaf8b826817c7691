// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// The pasteboard of this process, which no other process reads.
open class UIPasteboard: NSObject, @unchecked Sendable {
    // Its items are behind a mutex.
    /// The pasteboard that all apps share on iOS.
    public static let general = UIPasteboard()

    private enum Value: Sendable {
        case text(String)
        case data(Data)
    }

    private static let text = "public.utf8-plain-text"
    private static let link = "public.url"

    private let state = Mutex<(items: [[String: Value]], changes: Int)>(([], 0))

    override private init() {}

    /// The number of changes until now.
    open var changeCount: Int { state.withLock(\.changes) }

    /// The number of items.
    open var numberOfItems: Int { state.withLock(\.items.count) }

    /// The first string; setting it replaces all items.
    open var string: String? {
        get { strings?.first }
        set { strings = newValue.map { [$0] } }
    }

    /// All strings, of which URLs are some; setting them replaces all items.
    open var strings: [String]? {
        get {
            let found = state.withLock(\.items).compactMap { item -> String? in
                if case .text(let text)? = item[Self.text] ?? item[Self.link] { text } else { nil }
            }
            return found.isEmpty ? nil : found
        }
        set { replace(with: (newValue ?? []).map { [Self.text: .text($0)] }) }
    }

    /// Whether there is a string.
    open var hasStrings: Bool { strings != nil }

    /// The first URL; setting it replaces all items.
    open var url: URL? {
        get {
            guard case .text(let text)? = first(Self.link) else { return nil }
            return URL(string: text)
        }
        set { replace(with: newValue.map { [[Self.link: .text($0.absoluteString)]] } ?? []) }
    }

    /// Whether there is a URL.
    open var hasURLs: Bool { url != nil }

    /// Replaces all items by data of a type.
    open func setData(_ data: Data, forPasteboardType pasteboardType: String) {
        replace(with: [[pasteboardType: .data(data)]])
    }

    /// Returns the first data of a type.
    open func data(forPasteboardType pasteboardType: String) -> Data? {
        switch first(pasteboardType) {
        case .data(let data): data
        case .text(let text): Data(text.utf8)
        case nil: nil
        }
    }

    private func first(_ type: String) -> Value? {
        state.withLock(\.items).lazy.compactMap { $0[type] }.first
    }

    private func replace(with items: [[String: Value]]) {
        state.withLock { $0 = (items, $0.changes + 1) }
    }
}
