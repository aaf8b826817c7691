// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport

@testable import SealedPushCommand

/// A temporary folder with the built command in reach; it goes with its owner.
final class Workplace: Sendable {
    let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "sealedpush-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The folder of the built programs: they stand beside the bundle of the tests.
    static let programs: String = {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
        let folder =
            bundle.bundlePath.hasSuffix(".xctest")
            ? bundle.bundleURL.deletingLastPathComponent() : bundle.bundleURL
        return folder.path
    }()

    static let executable = programs + "/sealedpush"

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    /// Writes a file that only this user may use, as a passphrase has to be kept.
    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: path(name)))
        try setMode(0o600, of: name)
    }

    func setMode(_ mode: Int, of name: String) throws {
        try FileManager.default.setAttributes(
            [.posixPermissions: mode],
            ofItemAtPath: path(name)
        )
    }

    func read(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path(name))))
    }

    func text(_ name: String) throws -> String {
        String(decoding: try read(name), as: UTF8.self)
    }

    /// Runs the command to its end; `@name` in an argument is a file in the folder.
    ///
    /// It is `sealedpush`, unless the arguments begin with `sealedpush-lab`.
    func run(
        _ arguments: String...,
        input: String = "",
        environment: [String: String] = [:]
    ) throws -> Transcript {
        try run(arguments, input: input, environment: environment)
    }

    func run(
        _ arguments: [String],
        input: String = "",
        environment: [String: String] = [:]
    ) throws -> Transcript {
        try start(arguments, input: input, environment: environment).end()
    }

    /// Starts the command.
    func start(
        _ arguments: [String],
        input: String = "",
        output: String? = nil,
        environment: [String: String] = [:]
    ) throws -> Running {
        let name = UUID().uuidString
        try write(input, to: name + ".in")
        let output = output ?? path(name + ".out")
        var environment = environment.mapValues(resolved)
        environment["TMPDIR"] = folder
        let words = words(of: arguments)
        let process = try SpawnedProgram(
            words[0],
            Array(words.dropFirst()),
            environment: environment,
            streams: .init(input: path(name + ".in"), output: output, errors: path(name + ".err"))
        )
        return Running(place: self, name: name, process: process)
    }

    /// The path of the program that arguments are for, and the arguments as it gets them.
    func words(of arguments: [String]) -> [String] {
        let isLab = arguments.first == "sealedpush-lab"
        return [Self.programs + (isLab ? "/sealedpush-lab" : "/sealedpush")]
            + arguments.dropFirst(isLab ? 1 : 0).map(resolved)
    }

    private func resolved(_ argument: String) -> String {
        argument.hasPrefix("@") ? path(String(argument.dropFirst())) : argument
    }
}

/// A run of the command that may be on its way.
struct Running {
    let place: Workplace
    let name: String
    let process: SpawnedProgram

    /// How the names of its files end.
    static let files = [".in", ".out", ".err"]

    func end() throws -> Transcript {
        let status = process.wait()
        return Transcript(
            output: (try? place.read(name + ".out")) ?? [],
            errors: try place.text(name + ".err"),
            status: status
        )
    }
}

/// What a run of the command left behind.
struct Transcript {
    let output: [UInt8]
    let errors: String
    let status: Int32

    var text: String { String(decoding: output, as: UTF8.self) }

    /// The output without white space at its end.
    var line: String { text.trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The output as JSON.
    func json() throws -> JSONValue { try JSONDocument(reading: output).root }

    /// A member of the output that is a string.
    func string(_ keys: String...) throws -> String? {
        var value: JSONValue? = try json()
        for key in keys { value = value?[key] }
        return value?.string
    }
}
