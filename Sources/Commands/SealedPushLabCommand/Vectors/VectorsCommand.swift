// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import PublishedVectors
import SealedPushCrypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `sealedpush-lab vectors`.
struct VectorsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vectors",
        abstract: "Check test vectors.",
        discussion: """
            Test vectors are files that show an implementation in any language what it must accept \
            and refuse, and why.

            Example:
              sealedpush-lab vectors check docs/vectors
            """,
        subcommands: [VectorsCheck.self]
    )
}

/// `sealedpush-lab vectors check`.
struct VectorsCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check every test vector of a folder.",
        discussion: """
            Prints one line for each vector that fails, then how many passed and failed. Ends with \
            0 if all passed, else with 1.

            \(StoreEffect.noStore)

            Example:
              sealedpush-lab vectors check docs/vectors
            """
    )

    @Argument(help: ArgumentHelp("The folder of vectors.", valueName: "dir"))
    var folder: NamedPath

    func run() throws {
        let report: VectorReport
        do throws(VectorFault) {
            report = try VectorReport(folder: folder.text)
        } catch {
            throw CommandError.usage(error.reason)
        }
        for line in report.lines { try Console.result(line) }
        guard report.failures.isEmpty else {
            throw CommandError(.failure, name: "vectorsFailed", "not every vector passed")
        }
    }
}

/// What became of the vectors of a folder.
struct VectorReport {
    private(set) var passed = 0
    private(set) var failures: [(name: String, fault: VectorFault)] = []

    /// Checks every `.json` file of `folder`, in the order of their names.
    ///
    /// - Throws: A fault where the folder can't be read or has no vectors.
    init(folder: String) throws(VectorFault) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw VectorFault("the folder can't be read")
        }
        let vectors = names.filter { $0.hasSuffix(".json") }.sorted()
        guard !vectors.isEmpty else { throw VectorFault("the folder has no vectors") }
        for file in vectors {
            let name = String(file.dropLast(".json".utf8.count))
            do throws(VectorFault) {
                try VectorFile.check(Self.read("\(folder)/\(file)"), named: name)
                passed += 1
            } catch {
                failures.append((name, error))
            }
        }
    }

    private static func read(_ path: String) throws(VectorFault) -> [UInt8] {
        do throws(CommandError) {
            return try InputFile(path).read(
                "file",
                upTo: 16 << 20,
                tooLarge: .failure
            )
        } catch {
            throw VectorFault(error.message)
        }
    }

    /// One line for each failure, then how many passed and failed.
    var lines: [String] {
        failures.map { TerminalText.line("\($0.name): \($0.fault.reason)") }
            + ["\(passed) passed, \(failures.count) failed"]
    }
}
