// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import StoreTestSupport

/// Something that a store is made to do, which may be stopped, fail or meet others at any of its
/// calls.
package struct StoreOperation: Sendable, CustomStringConvertible {
    /// What it is called, also on the command line of a probe.
    package let name: String
    /// The functions of the product that it goes through, as `Type.function`.
    package let covers: [String]
    /// The kinds of facts, or the stores, in which it makes what is another one each time.
    let makes: Set<String>
    /// The kinds of facts that it changes where nothing is in the way, and leaves undone without a
    /// word otherwise.
    let mayMiss: Set<String>
    /// Whether it erases prekeys because it was told to, not because a message was claimed.
    let erases: Bool
    /// Whether it makes an end of the one-time prekeys that are held.
    let revokes: Bool
    /// Whether it does not stand a second one of its kind beside it.
    let isAlone: Bool
    /// Whether what it makes at random is there.
    let isMade: @Sendable (_ before: WorldView, _ after: WorldView) -> Bool
    private let body: @Sendable (Bench) async throws -> [any Error]

    init(
        _ name: String,
        covers: [String],
        makes: Set<String> = [],
        mayMiss: Set<String> = [],
        erases: Bool = false,
        revokes: Bool = false,
        isAlone: Bool = false,
        isMade: @escaping @Sendable (_ before: WorldView, _ after: WorldView) -> Bool = { _, _ in
            true
        },
        body: @escaping @Sendable (Bench) async throws -> [any Error]
    ) {
        self.name = name
        self.covers = covers
        self.makes = makes
        self.mayMiss = mayMiss
        self.erases = erases
        self.revokes = revokes
        self.isAlone = isAlone
        self.isMade = isMade
        self.body = body
    }

    /// Does it, and returns what it tells to have failed.
    ///
    /// Doing it again where it is done, or was stopped on the way, is as good as doing it once.
    package func run(_ bench: Bench) async -> [any Error] {
        do {
            return try await body(bench)
        } catch {
            return [error]
        }
    }

    /// Does it in a scene on a file system, whose calls count once the scene is open.
    package func run(in root: String = "", on files: FaultyFileSystem) async throws -> [any Error] {
        files.disarm()
        let bench = try Bench(in: root, on: files)
        files.arm()
        return await run(bench)
    }

    /// The operation's name.
    package var description: String { name }

    /// Every operation there is.
    package static let all: [StoreOperation] =
        ofStores + ofKeys + ofLifecycles + ofContacts + ofStatuses + ofSenders + ofRecipients
        + ofPairedRecipients + ofReceivers + ofPairings
        + ofBackups

    /// One after the other, as a process does that is let through while another one is stopped.
    package static let round = StoreOperation(
        "all of them",
        covers: [],
        makes: all.reduce(into: []) { $0.formUnion($1.makes) },
        // Whether an attempt begins depends on how long ago the one before it began.
        mayMiss: all.reduce(into: [WorldView.entry]) { $0.formUnion($1.mayMiss) },
        erases: true,
        revokes: all.contains { $0.revokes },
        isMade: { before, after in
            all.allSatisfy { $0.isAlone || $0.isMade(before, after) }
        },
        body: { bench in
            var told: [any Error] = []
            for operation in all where !operation.isAlone { told += await operation.run(bench) }
            return told
        }
    )

    /// The operation of this name.
    package static func named(_ name: String) -> StoreOperation? { all.first { $0.name == name } }
}
