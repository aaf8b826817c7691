// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
public import SealedPushCoding
import SealedPushSender

/// A text for people, as `Sender.notify` sends it to recipients that were paired.
public struct TextMessage: Hashable, Sendable {
    /// The text.
    public var body: String
    /// The title; the app may show the contact's name in its place.
    public var title: String?
    /// A link for the app, as the payload's member `url`.
    public var url: String?
    /// The name of a sound, or `default`; nil for none.
    public var sound: String?
    /// Messages of one key replace each other on the device.
    public var collapseKey: String?
    /// The treatment of a text that is too long for a push.
    public var length: Length = .shortened

    /// The treatments of a text that is too long.
    public enum Length: Hashable, Sendable {
        /// The end of the text is left out.
        case shortened
        /// The message is refused (`SealingError.contentTooLarge`).
        case exact
    }

    /// A message of a text.
    public init(_ body: String) { self.body = body }

    /// The payload as APNs would have it.
    package var json: [UInt8] {
        JSONWriter.object { payload in
            payload.object("aps") { aps in
                aps.object("alert") { alert in
                    if let title { alert.add("title", title) }
                    alert.add("body", body)
                }
                if let sound { aps.add("sound", sound) }
            }
            if let url { payload.add("url", url) }
        }
    }

    /// What the payload does not say.
    var options: SealingOptions {
        var options = SealingOptions()
        options.collapseKey = collapseKey
        if length == .shortened { options.shortening = [.body] }
        return options
    }
}

extension TextMessage: Redacted {}
