// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush

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
