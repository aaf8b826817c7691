// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A temporary folder in which the demo runs this very command, each time as a process of its own.
struct DemoStage: ~Copyable {
    /// What a run ended with.
    struct Run {
        let arguments: [String]
        let status: Int32
        let output: [UInt8]
        let errors: String

        /// The output without the line feed at its end.
        var line: String {
            String(decoding: output, as: UTF8.self).trimmingSuffix(while: \.isNewline)
        }
    }

    private let folder: String
    private let executable: String
    private let environment: [String: String]

    /// Makes the folder, which goes with its owner.
    init() throws(CommandError) {
        let files = FileManager.default
        folder = files.temporaryDirectory.path + "/sealedpush-demo-\(UUID().uuidString)"
        executable = Self.thisExecutable
        // The demo's stores have keys of their own; nothing of the user's is to be read.
        environment = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("SEALEDPUSH_")
        }
        do {
            try files.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw Self.failed
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The path of a file of the demo.
    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Writes a file of the demo.
    func write(_ bytes: [UInt8], to name: String) throws(CommandError) {
        do {
            try Data(bytes).write(to: URL(filePath: path(name)))
        } catch {
            throw Self.failed
        }
    }

    /// Reads a file of the demo.
    func read(_ name: String) throws(CommandError) -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path(name))))
        } catch {
            throw Self.failed
        }
    }

    /// Runs this command in a second process and waits for it.
    func run(_ arguments: [String]) throws(CommandError) -> Run {
        let process = try ChildProcess(
            executable,
            arguments,
            environment: environment,
            streams: .init(
                input: "/dev/null",
                output: path("output"),
                errors: path("errors")
            )
        )
        return Run(
            arguments: arguments,
            status: process.wait(),
            output: try read("output"),
            errors: String(decoding: try read("errors"), as: UTF8.self)
        )
    }

    /// A command as a reader would type it inside the folder.
    func display(_ arguments: [String]) -> String {
        (["sealedpush"] + arguments)
            .map { $0.replacing(folder + "/", with: "") }
            .map { $0.contains(" ") ? "'\($0)'" : $0 }
            .joined(separator: " ")
    }

    /// Where the file is that runs at this moment.
    static var thisExecutable: String {
        #if os(Linux)
            let link = "/proc/self/exe"
            if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link) {
                return path
            }
        #endif
        return CommandLine.arguments.first ?? "sealedpush"
    }

    private static var failed: CommandError {
        CommandError(
            .failure,
            name: "temporaryFolder",
            "the demo can't use its temporary folder",
            hint: "set TMPDIR to a folder that can be written"
        )
    }
}

extension String {
    fileprivate func trimmingSuffix(while matches: (Character) -> Bool) -> String {
        var rest = self[...]
        while let last = rest.last, matches(last) { rest.removeLast() }
        return String(rest)
    }
}
