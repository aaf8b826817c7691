// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The payloads that the demo seals: `docs/examples` of the package.
struct DemoExamples {
    /// One payload in the clear.
    struct Example {
        let name: String
        let path: String
        let bytes: [UInt8]
        let payload: Payload
    }

    /// In the order of their names.
    let examples: [Example]

    private static let place = "docs/examples"

    /// Reads the payloads in `folder`, or without one in the folder where the package has them.
    init(in folder: String?) throws(CommandError) {
        guard let folder = folder ?? Self.folderOfPackage() else {
            throw .usage(
                "the example payloads are not to be found",
                hint: "run the demo in a checkout of SealedPush, or name the folder by --examples"
            )
        }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        var examples: [Example] = []
        for name in names.sorted() where name.hasSuffix(".json") || name.hasSuffix(".apns") {
            let path = "\(folder)/\(name)"
            let bytes = try InputFile(path).read("example")
            do throws(SealingError) {
                let payload = try Payload(reading: bytes)
                examples.append(Example(name: name, path: path, bytes: bytes, payload: payload))
            } catch {
                throw CommandError(error)
            }
        }
        guard !examples.isEmpty else {
            throw .usage("the folder of examples is not there, or holds no .json or .apns file")
        }
        self.examples = examples
    }

    /// `docs/examples` below the current folder, else below one that the executable stands in.
    private static func folderOfPackage() -> String? {
        let executable = URL(filePath: DemoStage.thisExecutable)
        var candidates = [URL(filePath: FileManager.default.currentDirectoryPath)]
        var folder = executable.deletingLastPathComponent()
        while folder.path.count > 1 {
            candidates.append(folder)
            let parent = folder.deletingLastPathComponent()
            guard parent.path.count < folder.path.count else { break }
            folder = parent
        }
        return candidates.map { $0.appending(path: place).path }.first { path in
            FileManager.default.fileExists(atPath: path + "/README.md")
        }
    }
}
