// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

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
        let output = FileManager.default.temporaryDirectory.appending(path: "surface-\(UUID())")
        try FileManager.default.createDirectory(at: output, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: output) }

        let extraction = Process()
        extraction.executableURL = URL(filePath: "/usr/bin/env")
        extraction.arguments = [
            "swift", "symbolgraph-extract", "-module-name", module, "-I",
            build.appending(path: "Modules").path, "-target", Self.target, "-output-dir",
            output.path, "-minimum-access-level", "public", "-skip-synthesized-members",
        ]
        try extraction.run()
        extraction.waitUntilExit()
        guard extraction.terminationStatus == 0 else {
            throw Failure(reason: "swift symbolgraph-extract failed or is missing")
        }
        let files = try FileManager.default.contentsOfDirectory(
            at: output,
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
