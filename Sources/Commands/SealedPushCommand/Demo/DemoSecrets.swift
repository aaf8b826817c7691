// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush

/// The words of a content, and where they must not turn up.
struct DemoSecrets {
    /// Words of at least four letters, and whole texts.
    let words: Set<String>

    /// Everything that a person wrote: the strings of `payload`, its own keys, and what is in
    /// `more`.
    init(of payload: Payload, and more: [String]) {
        var texts = more
        for (key, value) in payload.document.root.members ?? [] {
            // The keys that Apple gave to `aps` are no secret, and some stand around every
            // envelope.
            let isOwn = key != "aps"
            if isOwn { texts.append(key) }
            Self.collect(value, withKeys: isOwn, into: &texts)
        }
        words = Set(texts.flatMap(Self.words(in:)))
    }

    /// The words that can be found in what the push service gets; there should be none.
    ///
    /// Around the envelope every word counts. In the envelope's bytes those of at least 5 bytes
    /// count, and in its base64url text those of at least 8: random bytes spell shorter ones by
    /// chance.
    func leaks(in sealed: OuterPayload, headers: [UInt8]) -> Set<String> {
        let text = sealed.encryptedContent
        let around = sealed.bytes.replacing(text, with: []) + [UInt8(ascii: "\n")] + headers
        let visible = Set(Self.words(in: String(decoding: around, as: UTF8.self)))
        let bytes = (try? Envelope(text: text.span))?.bytes ?? []
        return words.filter { word in
            let utf8 = Array(word.utf8)
            return visible.contains(word) || (utf8.count >= 5 && bytes.contains(utf8))
                || (utf8.count >= 8 && text.contains(utf8))
        }
    }

    private static func collect(
        _ value: JSONValue,
        withKeys isOwn: Bool,
        into texts: inout [String]
    ) {
        if let string = value.string { texts.append(string) }
        for element in value.elements ?? [] { collect(element, withKeys: isOwn, into: &texts) }
        for (key, value) in value.members ?? [] {
            if isOwn { texts.append(key) }
            collect(value, withKeys: isOwn, into: &texts)
        }
    }

    private static func words(in text: String) -> [String] {
        text.split { !$0.isLetter }.map(String.init).filter { word in
            word.count >= 4 || word.utf8.count >= 6
        }
    }
}
