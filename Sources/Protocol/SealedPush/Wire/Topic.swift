// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The app that a message is for: its bundle id, without `.voip` or the like, never the extension's
/// (M-6).
public struct Topic: Hashable, Sendable {
    /// The bundle id.
    public let text: String

    /// Takes a bundle id of 1 to 250 bytes of UTF-8 without control characters, or gives nil (M-7).
    ///
    /// The topic becomes a request header, which a line break would split in two.
    public init?(_ text: String) {
        guard (1...250).contains(text.utf8.count) else { return nil }
        for scalar in text.unicodeScalars where scalar.properties.generalCategory == .control {
            return nil
        }
        self.text = text
    }

    /// The topic of a push of a kind, for info and for the push service's header: for a call that
    /// of the app with `.voip` behind it (M-25).
    package func text(for kind: Payload.PushKind) -> String {
        switch kind {
        case .alert: text
        case .voip: text + ".voip"
        }
    }
}

extension Topic: CustomStringConvertible {
    /// The bundle id.
    public var description: String { text }
}
