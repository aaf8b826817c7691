// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite struct SurfaceTests {
    private static let graph = Result { try SymbolGraph(ofModule: "UserNotifications") }

    /// UIKit is absent where this module is not.
    private let absent: Set = ["UNNotificationResponse | var targetScene: UIScene? { get }"]

    @Test func `the module has all that Apple's has, but the scene of a response`() throws {
        let missing = try Surface.listed().lines.subtracting(Surface(of: Self.graph.get()).lines)
        #expect(missing == absent)
    }

    @Test func `the module has nothing that Apple's lacks`() throws {
        let added = try Surface(of: Self.graph.get()).lines.subtracting(Surface.listed().lines)
        #expect(added == [])
    }

    @Test func `classes and what they do are open, as Objective-C's are`() throws {
        let graph = try Self.graph.get()
        let classes = Set(
            graph.symbols.filter { $0.kind.identifier == "swift.class" }.map(\.pathComponents)
        )
        let closed = graph.symbols.filter { symbol in
            let isClass = classes.contains(symbol.pathComponents)
            let isMember = classes.contains(symbol.pathComponents.dropLast())
            let canBeOpen = isMember && symbol.kind.identifier != "swift.init"
            return (isClass || canBeOpen) && symbol.accessLevel != "open"
        }
        #expect(classes.count == 21)
        #expect(closed.map(\.pathComponents) == [])
    }
}
