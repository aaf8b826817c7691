// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A terminal of the test's own: a device to offend against without risk to one of the machine's.
public enum OwnTerminal {
    /// The path of its device; it stays open as long as the tests run.
    public static func path() throws -> String {
        var (terminal, device) = (Int32(0), Int32(0))
        var name = [CChar](repeating: 0, count: 128)
        guard unsafe openpty(&terminal, &device, &name, nil, nil) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        let bytes = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
