// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The text that the push service sees, and the user if a notification could not be opened.
///
/// It travels in the clear, so it says nothing about the content. It needs a title or a body:
/// without either, the system shows no alert and the device gets no chance to open the envelope.
public enum Placeholder: Hashable, Sendable {
    /// Texts as they are.
    case text(title: String? = nil, body: String)

    /// Keys of the app's `Localizable.strings`, with what fills their `%@` marks: `title-loc-key`,
    /// `title-loc-args`, `loc-key`, `loc-args`.
    case localized(
        titleKey: String? = nil,
        titleArguments: [String] = [],
        bodyKey: String,
        bodyArguments: [String] = []
    )

    /// A placeholder for an app that names none: the body "New notification".
    public static let generic = Placeholder.text(body: "New notification")

    /// Whether there is neither a title nor a body.
    var isEmpty: Bool {
        switch self {
        case .text(let title, let body):
            body.isEmpty && title?.isEmpty != false
        case .localized(let titleKey, _, let bodyKey, _):
            bodyKey.isEmpty && titleKey?.isEmpty != false
        }
    }

    /// Adds the members of `aps.alert`; an empty text is left out.
    package func write(to alert: inout JSONWriter.Object) {
        switch self {
        case .text(let title, let body):
            Self.add("title", title, to: &alert)
            Self.add("body", body, to: &alert)
        case .localized(let titleKey, let titleArguments, let bodyKey, let bodyArguments):
            Self.add("title-loc-key", titleKey, to: &alert)
            Self.add("title-loc-args", titleArguments, to: &alert)
            Self.add("loc-key", bodyKey, to: &alert)
            Self.add("loc-args", bodyArguments, to: &alert)
        }
    }

    private static func add(_ key: String, _ text: String?, to alert: inout JSONWriter.Object) {
        guard let text, !text.isEmpty else { return }
        alert.add(key, text)
    }

    private static func add(_ key: String, _ list: [String], to alert: inout JSONWriter.Object) {
        guard !list.isEmpty else { return }
        alert.array(key) { elements in
            for element in list { elements.add(element) }
        }
    }
}
