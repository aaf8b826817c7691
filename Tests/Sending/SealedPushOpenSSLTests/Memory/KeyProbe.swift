// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport

/// A running `OpenSSLProbe`, which has done all that it does and waits.
final class KeyProbe {
    /// It ended before it was ready, or not well.
    struct Failure: Error {
        let lines: [String]
    }

    /// What it signs: a provider token.
    static let message =
        "eyJhbGciOiJFUzI1NiIsImtpZCI6IkFCQzEyM0RFRkcifQ.eyJpc3MiOiJERUYxMjNHSElKIn0"

    /// What it wrote before it was ready.
    let lines: [String]
    /// Its number.
    var id: Int32 { process.processIdentifier }
    private let process = Process()
    private let input = Pipe()
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "sealedpush-keys-\(UUID())")

    init(_ mode: String) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let samples = Repository.folder + "Tests/Sending/SealedPushOpenSSLTests/Samples"
        let output = Pipe()
        process.executableURL = BuiltProgram.named("OpenSSLProbe")
        process.arguments = [samples, folder.path(), Self.message, mode]
        // Else the linker saves registers on the stack, with what was copied last, where a function
        // is first called.
        process.environment = ["LD_BIND_NOW": "1"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var bytes: [UInt8] = []
        repeat {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { break }
            bytes += more
        } while !bytes.ends(with: "ready\n")
        let lines = bytes.split(separator: UInt8(ascii: "\n")).map {
            String(decoding: $0, as: UTF8.self)
        }
        self.lines = lines.dropLast()
        guard lines.last == "ready" else { throw Failure(lines: lines) }
    }

    deinit {
        if process.isRunning {
            kill(id, SIGKILL)
            process.waitUntilExit()
        }
        try? FileManager.default.removeItem(at: folder)
    }

    /// What it wrote into its folder.
    func file(_ name: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: folder.appending(path: name)))
    }

    /// Lets it go on, to its end.
    func finish() throws {
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        process.waitUntilExit()
        guard process.terminationReason == .exit, process.terminationStatus == 0 else {
            throw Failure(lines: lines)
        }
    }
}

extension [UInt8] {
    fileprivate func ends(with text: String) -> Bool {
        suffix(text.utf8.count).elementsEqual(text.utf8)
    }
}
