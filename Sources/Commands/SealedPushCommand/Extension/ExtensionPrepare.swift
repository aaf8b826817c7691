// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushCrypto

/// `sealedpush extension prepare`.
struct ExtensionPrepare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare",
        abstract: "Write a package that tests an extension on Linux.",
        usage: "sealedpush extension prepare <folder> --output <dir> [<options>]",
        discussion: """
            Copies the Swift sources of a notification service extension, and writes a package \
            around them: the extension as a library, a program for a process of its own, and a test. \
            Of the copies it takes away '@objc', which Linux lacks, and adds imports that only Apple's \
            Foundation makes needless; the lines keep their numbers. Prints a line for each file, also \
            for what Linux can't compile and is left to you. The folder stays as it is, and no \
            symbolic link is followed.

            \(StoreEffect.noStore)

            Example:
              sealedpush extension prepare App/NotificationService --output tests
            """
    )

    @Option(
        help: ArgumentHelp(
            "The folder of the package, which must be empty or not there yet.",
            valueName: "dir"
        )
    )
    var output: String

    @Option(
        help: ArgumentHelp(
            "Your clone of SealedPush, as seen from the package.",
            valueName: "dir"
        )
    )
    var clone = "../SealedPush"

    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "The class of the extension; found without the option if it says that it is one.",
            valueName: "name"
        )
    )
    var className: String?

    @Argument(help: "The folder with the extension's sources.")
    var folder: String

    func validate() throws {
        if let className, !SwiftText.isIdentifier(className) {
            throw ValidationError("--class is the name of a class")
        }
    }

    func run() throws {
        let folder = try SourceFolder(folder)
        let place = PackageFolder(output)
        try place.check(outside: folder)
        var sources: [(path: String, source: PreparedSource)] = []
        var lines: [String: String] = [:]
        for file in folder.files {
            switch file.contents {
            case .source(let text):
                let source = PreparedSource(text)
                sources.append((file.path, source))
                lines[file.path] = source.account
            case .leftOut(let reason): lines[file.path] = "left out: \(reason)"
            }
        }
        guard !sources.isEmpty else { throw CommandError.usage("the folder has no Swift sources") }
        let classes = sources.compactMap(\.source.serviceClass)
        guard let service = className ?? classes.first else {
            throw CommandError.usage(
                "no class in the folder inherits from UNNotificationServiceExtension",
                hint: "name the class of the extension with --class"
            )
        }
        let package = PreparedPackage(
            folder: folder.name,
            service: service,
            modules: sources.reduce(into: []) { $0.formUnion($1.source.modules) },
            clone: clone
        )
        let made = package.files
        try place.write(
            made + sources.map { ("Sources/\(package.name)/\($0.path)", $0.source.text) }
        )
        for (path, line) in lines.sorted(by: { $0.key < $1.key }) {
            try Console.result("\(TerminalText.line(path)): \(line)")
        }
        for (path, _) in made { try Console.result("\(path): written") }
        Console.note("'swift test' in the package runs the extension, in both hosts")
    }
}
