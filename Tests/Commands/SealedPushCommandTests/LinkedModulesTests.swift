// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// What is for tests stays out of the programs that hold keys and tokens.
    struct LinkedModulesTests {
        /// How the names of a module's symbols begin.
        private static let mangled: [String] = {
            let folder = Repository.folder + "Sources/Simulation"
            let modules = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            // The one of C has no such names.
            let swift = modules.filter { !$0.contains(".") && $0 != "CFoundationHooks" }
            return (swift + ["SealedPushServiceExtension"]).map {
                "$s\($0.utf8.count)\($0)"
            }
        }()

        /// Those of them that a program has symbols of.
        private static func found(in program: String) throws -> Set<String> {
            let run = try Tool.run(
                URL(filePath: "/usr/bin/nm"),
                [BuiltProgram.named(program).path]
            )
            let symbols = Data(run.bytes)
            try #require(run.status == 0 && symbols.count > 1_000_000)
            return Set(mangled.filter { symbols.range(of: Data($0.utf8)) != nil })
        }

        @Test(arguments: ["sealedpush", "sealedpush-server"])
        func `no program but the lab's has code that simulates`(_ program: String) throws {
            #expect(try Self.found(in: program) == [])
        }

        @Test func `the lab's has it`() throws {
            let found = try Self.found(in: "sealedpush-lab")
            for module in ["SimulatedAPNs", "SimulatedDevice", "SealedPushServiceExtension"] {
                #expect(found.contains("$s\(module.utf8.count)\(module)"))
            }
        }
    }
#endif
