// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
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

/// The surface of a module, one line a declaration: `class A: B, C` and `A | var b: Int { get }`.
struct Surface {
    var lines: Set<String> = []

    /// What surface.txt asks for.
    static func listed() throws -> Surface {
        var surface = Surface()
        var owner = ""
        let path = "Tests/Simulation/UserNotificationsTests/surface.txt"
        for line in try String(decoding: Repository.read(path), as: UTF8.self).split(
            separator: "\n"
        )
        where !line.hasPrefix("#") {
            if line.hasPrefix("    ") {
                surface.lines.insert("\(owner) | \(line.dropFirst(4))")
            } else {
                surface.lines.insert(String(line))
                owner = line.split { " :".contains($0) }.dropFirst().first.map(String.init) ?? ""
            }
        }
        surface.lines.remove("extension NSString")
        return surface
    }

    /// What the module has, without what follows from conformances.
    init(of graph: SymbolGraph) {
        let names = Dictionary(
            graph.symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) },
            uniquingKeysWith: { first, _ in first }
        )
        let defaults = graph.relationships.filter { $0.kind == "defaultImplementationOf" }
        let implementations = Set(defaults.map(\.source))
        let optional = Set(defaults.map(\.target))

        for symbol in graph.symbols where !implementations.contains(symbol.identifier.precise) {
            let name = symbol.pathComponents.joined(separator: ".")
            let declaration = Self.plain(symbol.declarationFragments.map(\.spelling).joined())
            if Self.types.contains(symbol.kind.identifier) {
                let parents = Self.parents(of: symbol, in: graph, names: names)
                let kind = symbol.kind.identifier.dropFirst("swift.".count)
                lines.insert("\(kind) \(name): \(parents.joined(separator: ", "))")
            } else if symbol.pathComponents.count == 1 {
                lines.insert(declaration)
            } else if !Self.following.contains(symbol.pathComponents.last ?? "") {
                let owner = symbol.pathComponents.dropLast().joined(separator: ".")
                let mark = optional.contains(symbol.identifier.precise) ? "optional " : ""
                lines.insert("\(owner) | \(mark)\(declaration)")
            }
        }
        for extended in graph.relationships
        where extended.kind == "conformsTo" && names[extended.source] == nil {
            guard let target = names[extended.target] else { continue }
            let source =
                extended.source.contains("INSendMessageIntent") ? "INSendMessageIntent" : "?"
            lines.insert("extension \(source): \(target)")
        }
    }

    private init() {}

    private static let types: Set = [
        "swift.class", "swift.enum", "swift.protocol", "swift.struct",
    ]

    /// The members of `NSCopying`, `NSMutableCopying`, `NSSecureCoding` and `RawRepresentable`,
    /// which every conforming type has.
    private static let following: Set = [
        "copy(with:)", "mutableCopy(with:)", "init(coder:)", "rawValue",
    ]

    /// The superclass first, then the conformances but those that every type or object has.
    private static func parents(
        of symbol: SymbolGraph.Symbol,
        in graph: SymbolGraph,
        names: [String: String]
    ) -> [String] {
        let own = graph.relationships.filter { $0.source == symbol.identifier.precise }
        func targets(_ kind: String) -> [String] {
            own.filter { $0.kind == kind }.compactMap {
                names[$0.target] ?? $0.targetFallback?.split(separator: ".").last.map(String.init)
            }
        }
        // The base that the house's own classes share stands for NSObject.
        let superclass = targets("inheritsFrom").map { $0 == "ValueObject" ? "NSObject" : $0 }
        var given: Set = ["SendableMetatype"]
        if symbol.kind.identifier == "swift.class" {
            given.formUnion([
                "NSObjectProtocol", "CustomStringConvertible", "CustomDebugStringConvertible",
                "Equatable", "Hashable", "NSCoding",
            ])
        }
        return superclass + targets("conformsTo").filter { !given.contains($0) }.sorted()
    }

    /// A declaration as the list writes it.
    private static func plain(_ declaration: String) -> String {
        var plain = declaration.replacing("override ", with: "").replacing("`", with: "")
        plain.replace(" : Any]", with: ": Any]")
        if plain.hasPrefix("weak var"), !plain.hasSuffix("}") { plain += " { get set }" }
        if plain.hasPrefix("let code:") {
            plain = "var" + plain.dropFirst("let".count) + " { get }"
        }
        return plain
    }
}

/// What `swift symbolgraph-extract` says of a module: the part that a surface is read from.
struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
        struct Identifier: Decodable {
            var precise: String
        }

        struct Kind: Decodable {
            var identifier: String
        }

        struct Fragment: Decodable {
            var spelling: String
        }

        var identifier: Identifier
        var kind: Kind
        var pathComponents: [String]
        var declarationFragments: [Fragment]
        var accessLevel: String
    }

    struct Relationship: Decodable {
        var kind: String
        var source: String
        var target: String
        var targetFallback: String?
    }

    struct Failure: Error {
        var reason: String
    }

    var symbols: [Symbol] = []
    var relationships: [Relationship] = []

    /// The public symbols of a module that stands beside this test's executable, with those that it
    /// adds to other modules.
    init(ofModule module: String) throws {
        let build = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let output = TemporaryFolder()
        defer { output.remove() }

        let extraction = try Tool.run(
            URL(filePath: "/usr/bin/env"),
            [
                "swift", "symbolgraph-extract", "-module-name", module, "-I",
                build.appending(path: "Modules").path, "-target", Self.target, "-output-dir",
                output.path, "-minimum-access-level", "public", "-skip-synthesized-members",
            ]
        )
        guard extraction.status == 0 else {
            throw Failure(reason: "swift symbolgraph-extract failed: \(extraction.errors)")
        }
        let files = try FileManager.default.contentsOfDirectory(
            at: output.url,
            includingPropertiesForKeys: nil
        )
        for file in files {
            let part = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: file))
            symbols += part.symbols
            relationships += part.relationships
        }
    }

    private static var target: String {
        #if arch(arm64)
            "aarch64-unknown-linux-gnu"
        #else
            "x86_64-unknown-linux-gnu"
        #endif
    }
}
