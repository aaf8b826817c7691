// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPush
import TestSupport
import Testing

/// `seal-service retire`, as an operator has it.
struct SidecarRetireTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func run(_ program: String, _ arguments: String...) throws -> (Int32, String) {
        try Tool.run(BuiltProgram.named(program), arguments, in: folder)
    }

    private func retire(_ file: String) throws -> Int32 {
        try run("sealedpush-server", "seal-service", "retire", file).0
    }

    private func write(_ text: String, to file: String) throws {
        try Data(text.utf8).write(to: URL(filePath: folder).appending(path: file))
    }

    /// What the files of the database hold.
    private func content() throws -> Data {
        let place = URL(filePath: folder).appending(path: "sidecar")
        let files = try FileManager.default.contentsOfDirectory(atPath: place.path)
        return try files.filter { $0.hasPrefix("sidecar.sqlite") }
            .map { try Data(contentsOf: place.appending(path: $0)) }
            .reduce(Data(), +)
    }

    @Test func `an operator gives a lost phone's retirement to a sidecar`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let topic = "com.example.app"
        _ = try run("sealedpush", "device", "init", "--store", "phone", "--topic", topic)
        let (status, text) = try run("sealedpush", "device", "retire", "--store", "phone")
        #expect(status == 0)
        let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let retirement = try DeviceIdentity.Retirement(text: line)
        try write(text, to: "phone.retirement")
        #expect(try retire("phone.retirement") == 64, "no sidecar is there, and none is made")

        _ = try run("sealedpush-server", "seal-service", "apikey", "make", "backend")
        try write(text + "none\n", to: "wrong")
        try write(" \n", to: "empty")
        for file in ["wrong", "empty"] { #expect(try retire(file) == 4) }
        #expect(try content().range(of: Data(retirement.bytes)) == nil, "all or none")

        #expect(try retire("phone.retirement") == 0)
        #expect(try content().range(of: Data(retirement.bytes)) != nil)
        #expect(try retire("phone.retirement") == 0)
    }
}
