// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPushCrypto

/// `sealedpush-lab prepare`.
struct PrepareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare",
        abstract: "Write a package that tests an extension on Linux.",
        usage: "sealedpush-lab prepare <folder>... --output <dir> [<options>]",
        discussion: """
            Copies the Swift sources of a notification service extension, from its folder and from \
            others whose files belong to its target, and writes a package around them: the \
            extension as a library, a program for a process of its own, and a test. Of the copies \
            it takes away '@objc', which Linux lacks, and adds imports that only Apple's \
            Foundation makes needless; the lines keep their numbers. Prints a line for each file, also for \
            what Linux can't compile and is left to you, and ends with a list of that. The folder \
            stays as it is, and no symbolic link is followed.

            \(StoreEffect.noStore)

            Example:
              sealedpush-lab prepare App/NotificationService --output tests
            """
    )

    @Option(
        help: ArgumentHelp(
            "The folder of the package, which must be empty or not there yet.",
            valueName: "dir"
        )
    )
    var output: NamedPath

    @Option(
        help: ArgumentHelp(
            "Your clone of SealedPush; SealedPush beside the package without the option.",
            valueName: "dir"
        )
    )
    var clone: NamedPath?

    @Option(
        name: .customLong("class"),
        help: ArgumentHelp(
            "The class of the extension; found without the option if it says that it is one.",
            valueName: "name"
        )
    )
    var className: String?

    @Argument(
        help:
            "The folder with the extension's sources, and others whose files belong to its target."
    )
    var folders: [NamedPath]

    func validate() throws {
        if let className, !SwiftText.isIdentifier(className) {
            throw ValidationError("--class is the name of a class")
        }
    }

    func run() throws {
        let folders = try folders.map { path throws(CommandError) in try SourceFolder(path.text) }
        for (number, folder) in folders.enumerated()
        where folders[..<number].contains(where: folder.overlaps) {
            throw CommandError.usage(
                "a folder is named twice, or lies in another",
                hint: "a folder is read with all that is below it"
            )
        }
        let place = PackageFolder(output.text)
        try place.check(outside: folders)
        let sources = PreparedFolders(folders)
        guard let first = folders.first, !sources.sources.isEmpty else {
            throw CommandError.usage("the folder has no Swift sources")
        }
        let service = try service(in: sources)
        let package = PreparedPackage(
            folder: first.name,
            service: service,
            modules: sources.modules,
            clone: place.relative(try checkedClone(of: place)),
            hasInfo: sources.info != nil
        )
        let made = package.files
        let info = sources.info.map { [("Info.plist", $0)] } ?? []
        try place.write(
            made.map { ($0.path, Array($0.text.utf8)) } + info
                + sources.sources.map {
                    ("Sources/\(package.name)/\($0.path)", Array($0.source.text.utf8))
                }
        )
        for (path, line) in sources.lines.sorted(by: { $0.key < $1.key }) {
            try Console.result("\(TerminalText.line(path)): \(TerminalText.line(line))")
        }
        for (path, _) in made { try Console.result("\(path): written") }
        let noBase =
            sources.serviceClasses.contains(service)
            ? [] : ["class \(service): it does not name UNNotificationServiceExtension as its base"]
        tell(left: sources.left + noBase + missingClone(of: place))
    }

    /// The class that the option names, or the first that says that it is an extension.
    private func service(in sources: PreparedFolders) throws(CommandError) -> String {
        if let className {
            guard sources.classes.contains(className) else {
                throw .usage(
                    "the folder has no class \(className)",
                    hint: "--class names a class that a source declares"
                )
            }
            return className
        }
        guard let service = sources.serviceClasses.first else {
            throw .usage(
                "no class in the folder inherits from UNNotificationServiceExtension",
                hint: "name the class of the extension with --class"
            )
        }
        return service
    }

    /// The clone, which has to be one if it is named.
    private func checkedClone(of place: PackageFolder) throws(CommandError) -> String {
        guard let clone else { return place.sibling("SealedPush") }
        guard Self.isClone(clone.text) else {
            throw .usage(
                "--clone is no clone of SealedPush",
                hint: "name the folder that has SealedPush's Package.swift"
            )
        }
        return clone.text
    }

    private func missingClone(of place: PackageFolder) -> [String] {
        clone != nil || Self.isClone(place.sibling("SealedPush"))
            ? [] : ["Package.swift: the clone of SealedPush is not beside the package"]
    }

    private static func isClone(_ path: String) -> Bool {
        let manifest = InputFile("\(path)/Package.swift")
        guard let bytes = try? manifest.read("manifest") else { return false }
        return String(decoding: bytes, as: UTF8.self).contains("name: \"sealedpush\"")
    }

    /// Ends with what is left to do, if anything is.
    private func tell(left: [String]) {
        guard !left.isEmpty else {
            return Console.note(
                "'swift test' in the package runs the extension, in both hosts; the first build takes"
                    + " some minutes"
            )
        }
        Console.note("left to you, before 'swift test' in the package runs the extension:")
        for line in left { Console.note("  \(line)") }
    }
}
