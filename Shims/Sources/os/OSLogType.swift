// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// How serious a message is; the numbers are Apple's.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// What stands first: something to know of.
    public static let `default` = OSLogType(rawValue: 0x00)
    /// What helps, and is not needed.
    public static let info = OSLogType(rawValue: 0x01)
    /// What only helps whoever writes the code.
    public static let debug = OSLogType(rawValue: 0x02)
    /// Something has failed.
    public static let error = OSLogType(rawValue: 0x10)
    /// Something has failed that never should.
    public static let fault = OSLogType(rawValue: 0x11)

    /// The number.
    public let rawValue: UInt8

    /// The type of a number, known or not.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The type of a number, known or not.
    public init(_ rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// One word for it, in the line on standard error.
    var word: String {
        switch self {
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "default"
        }
    }
}
