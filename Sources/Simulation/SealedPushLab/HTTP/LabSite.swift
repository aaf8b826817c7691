// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What a lab serves that is made elsewhere: its page, and what looks into a sealed push.
package struct LabSite: Sendable {
    /// A file of the page.
    package struct Asset: Sendable {
        /// The path, such as `/page.js`.
        package let path: String
        /// The value of `Content-Type`.
        package let type: String
        /// The content.
        package let bytes: [UInt8]

        /// Creates a file.
        package init(path: String, type: String, bytes: [UInt8]) {
            self.path = path
            self.type = type
            self.bytes = bytes
        }
    }

    /// The reason for which nothing can be said of what was pasted.
    package struct InspectionError: Error, Sendable {
        /// The reason, as half a sentence.
        package let reason: String

        /// Creates an error.
        package init(_ reason: String) { self.reason = reason }
    }

    /// The files of the page, `/` among them.
    package var assets: [Asset]
    /// The Content-Security-Policy of the page.
    package var policy: String
    /// The explanation of a payload that came, an object of JSON; nil if it is no sealed push.
    package var explain: @Sendable (_ payload: [UInt8], _ pushType: String?) -> [UInt8]?
    /// The explanation of what was pasted, with or without the published test identities.
    package var inspect:
        @Sendable (_ pasted: [UInt8], _ testKeys: Bool) throws(InspectionError) -> [UInt8]
    /// The playground; nil if the lab is none.
    package var playground: (any LabPlayground)?

    /// Creates a site.
    package init(
        assets: [Asset],
        policy: String,
        explain: @escaping @Sendable (_ payload: [UInt8], _ pushType: String?) -> [UInt8]?,
        inspect:
            @escaping @Sendable (
                _ pasted: [UInt8], _ testKeys: Bool
            ) throws(InspectionError) -> [UInt8],
        playground: (any LabPlayground)? = nil
    ) {
        self.assets = assets
        self.policy = policy
        self.explain = explain
        self.inspect = inspect
        self.playground = playground
    }
}

/// A relay and a sidecar beside a lab, and phones that are paired with its sender.
package protocol LabPlayground: Sendable {
    /// What the relay has, an object of JSON.
    func relay() async throws -> [UInt8]

    /// Has the sidecar seal and send a message.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - title: The title, if it has one.
    ///   - phone: The id of one phone; nil for all.
    /// - Returns: The name of the message at the sidecar; nil if there is no such phone.
    /// - Throws: Why the sidecar did not take it.
    func send(_ text: String, title: String?, to phone: String?) async throws -> String?
}
