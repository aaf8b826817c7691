// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension SenderIdentity {
    /// A sender's signed statements about its own identities: its successions, and the revocations
    /// that it has published.
    ///
    /// They go with its messages, as many as have room, so that devices learn of them.
    public struct Statements: Hashable, Sendable {
        /// A statement, and when it was signed or published.
        package struct Entry: Hashable, Sendable {
            package let text: String
            package let time: Timestamp

            package init(text: String, time: Timestamp) {
                self.text = text
                self.time = time
            }
        }

        /// The statements, in the order in which they were signed or published.
        package let entries: [Entry]

        /// The number of statements that go with one message, at most.
        package static let limit = 8
        private static let age = Duration.days(400)

        /// The statements of a sender that has signed none.
        public static let none = Statements([])

        package init(_ entries: [Entry]) {
            self.entries = entries
        }

        /// The texts of the statements, in the order in which they were signed or published.
        public var texts: [String] { entries.map(\.text) }

        /// Those that go with a message if there is room: the newest of the last 400 days (S-14).
        package func recent(at now: Timestamp) -> [String] {
            let oldest = now.advanced(by: .zero - Self.age)
            return entries.filter { $0.time >= oldest }.suffix(Self.limit).map(\.text)
        }
    }
}
