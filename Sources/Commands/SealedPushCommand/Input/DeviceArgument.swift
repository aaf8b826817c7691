// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushCrypto

/// A device, as an argument names it: its identity in hex, or a file with that or with its bundle.
struct DeviceArgument: ExpressibleByArgument {
    private let file: InputFile

    init?(argument: String) {
        guard let file = InputFile(argument: argument) else { return nil }
        self.file = file
    }

    /// For the help of an option that takes one.
    static let forms = "its identity in hex, or a file with that or with its bundle"

    /// The device's identity; what is no device's ends the command with 4.
    func read() throws(CommandError) -> DeviceIdentity {
        if let identity = try Self.identity(hex: file.path) { return identity }
        let bytes = try file.read("device")
        let text = String(decoding: bytes, as: UTF8.self)
        let line = text.split(whereSeparator: \.isWhitespace).joined()
        if let identity = try Self.identity(hex: line) { return identity }
        do throws(WireError) {
            return try DeviceBundle(text: text).device
        } catch {
            throw CommandError(error, in: "bundle")
        }
    }

    private static func identity(hex text: String) throws(CommandError) -> DeviceIdentity? {
        guard let bytes = Hex.decode(text), bytes.count == DeviceIdentity.count else { return nil }
        do throws(WireError) {
            return try DeviceIdentity(reading: bytes.span)
        } catch {
            throw CommandError(error, in: "identity")
        }
    }
}

extension InputFile {
    /// The bundle in the file.
    func readBundle() throws(CommandError) -> DeviceBundle {
        try Self.bundle(in: read("bundle"))
    }

    /// The bundle in what a file holds.
    static func bundle(in bytes: [UInt8]) throws(CommandError) -> DeviceBundle {
        do throws(WireError) {
            return try DeviceBundle(text: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw CommandError(error, in: "bundle")
        }
    }
}
