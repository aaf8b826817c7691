// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The server on this machine that is pushed to, and what each push is.
struct PushTarget: Sendable {
    static let host = "127.0.0.1"
    static let topic = "com.example.app"
    static let device = String(repeating: "a1", count: 32)
    static let payload = [UInt8](repeating: UInt8(ascii: "x"), count: 2048)

    let port: Int
    /// The file with the root certificate.
    let root: String
}
