// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import SimulationSupport
import TestSupport

@testable import SealedPushCommand

/// A temporary folder with the built command in reach.
typealias Workplace = TemporaryFolder

extension Workplace {
    /// The folder of the built programs.
    static var programs: String { BuiltProgram.folder.path }

    static var executable: String { programs + "/sealedpush" }

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
        try start(
            program: words(of: arguments),
            input: input,
            output: output,
            environment: environment.mapValues(resolved)
        )
    }

    /// Starts a program with arguments, which has the folder for its own temporary files.
    func start(
        program words: [String],
        input: String = "",
        output: String? = nil,
        environment: [String: String]
    ) throws -> Running {
        let name = UUID().uuidString
        try write(input, to: name + ".in")
        let process = try ChildProcess(
            words[0],
            Array(words.dropFirst()),
            environment: environment.merging(["TMPDIR": path]) { $1 },
            streams: [
                .reading(path(name + ".in")), .writing(output ?? path(name + ".out")),
                .writing(path(name + ".err")),
            ]
        )
        return Running(place: self, name: name, process: process)
    }

    /// Runs a script of bash, which finds the commands, and has the folder for its own files.
    func runBash(
        _ words: [String],
        environment: [String: String] = [:]
    ) throws -> Transcript {
        let own = [
            "PATH": Self.programs + ":/usr/bin:/bin", "HOME": path, "LC_ALL": "C.UTF-8",
        ]
        let environment = own.merging(environment) { $1 }
        return try start(program: ["/bin/bash"] + words, environment: environment).end()
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
    let process: ChildProcess

    /// How the names of its files end.
    static let files = [".in", ".out", ".err"]

    func end() throws -> Transcript {
        let status = process.waitForEnd().status
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
