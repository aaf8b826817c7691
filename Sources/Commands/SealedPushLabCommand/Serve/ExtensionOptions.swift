// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import Foundation
import SealedPushLab

/// The extensions that phones of a lab may have.
///
/// They are named here, where the lab is started, so that no request starts any other program.
struct ExtensionOptions: ParsableArguments {
    @Option(
        name: .customLong("extension"),
        help: ArgumentHelp(
            """
            An extension that phones may have: a program, as 'run --extension' takes one. It is \
            called by its file's name, or as NAME=executable says; repeatable.
            """,
            valueName: "executable"
        )
    )
    var executables: [NamedPath] = []

    @Option(
        name: .customLong("store"),
        help: ArgumentHelp(
            """
            A store of 'sealedpush' that the toolkit's own extension opens sealed pushes with. It \
            is called by its folder's name, or as NAME=dir says; repeatable.
            """,
            valueName: "dir"
        )
    )
    var stores: [NamedPath] = []

    @OptionGroup
    var key: KeyOptions

    @OptionGroup
    var testKeys: TestKeyOptions

    func validate() throws {
        guard key.passphraseFile?.isStandardInput != true else {
            throw ValidationError("the extension can't read the passphrase from standard input")
        }
        let names = (executables + stores).map { Self.parts(of: $0).name }
        guard Set(names).count == names.count else {
            throw ValidationError("two extensions have one name; write NAME=path")
        }
    }

    /// The extensions by name, after a look at each.
    func extensions() throws -> [String: LabExtension] {
        var extensions: [String: LabExtension] = [:]
        for option in executables {
            let (name, path) = Self.parts(of: option)
            guard let program = ProgramFile(argument: path) else { continue }
            try program.check("extension")
            extensions[name] = LabExtension(executable: program.url)
        }
        for option in stores {
            let (name, path) = Self.parts(of: option)
            let explain = try StoreTrace.explain(storeAt: path, key, testKeys)
            extensions[name] = LabExtension(
                executable: RunCommand.thisProgram,
                arguments: ExtensionCommand.arguments(store: path, key, testKeys),
                appFolder: RunCommand.thisProgram,
                explain: explain
            )
        }
        return extensions
    }

    /// The name of an extension, and its path.
    private static func parts(of option: NamedPath) -> (name: String, path: String) {
        let parts = option.text.split(
            separator: "=",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        if parts.count == 2, !parts[0].isEmpty, !parts[0].contains("/"), !parts[1].isEmpty {
            return (String(parts[0]), String(parts[1]))
        }
        return (URL(filePath: option.text).lastPathComponent, option.text)
    }
}
