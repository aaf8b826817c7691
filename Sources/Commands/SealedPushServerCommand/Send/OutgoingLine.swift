// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CommandShell
import SealedPush
import SealedPushAPNs

/// A line that is to be sent: what `sealedpush seal` prints for each device, or what a server
/// writes itself.
///
///     {"device":"69657e83...","headers":{"apns-topic":"com.example.app"},"payload":{"aps":{}}}
///     {"token":"00fc13ad...","id":"123e4567-...","headers":{...},"payload":{...}}
struct OutgoingLine {
    /// Which device it is for, by its identity in hex.
    let device: String?
    /// What the line says of where it goes, and what is sent; or the class with which it was not
    /// sealed.
    let content: Content

    enum Content {
        case push(token: String?, id: String?, HeaderFile, PayloadFile)
        case failed(String)
    }

    init(_ bytes: [UInt8]) throws(LineError) {
        var members = try Members(bytes)
        let (identity, file) = (try members.string("device"), try members.string("file"))
        device = identity ?? file
        if let error = try members.string("error") {
            content = .failed(error)
        } else {
            // What 'seal' says of the message itself.
            for key in ["oneTimeExhausted", "expiryClamped"] {
                _ = try members.take(key) { $0.bool }
            }
            _ = try members.take("statements") { $0.integer }
            let headers = try members.take("headers") { HeaderFile($0) }
            let payload = try members.take("payload") { try? PayloadFile(Array($0.bytes)) }
            content = .push(
                token: try members.string("token"),
                id: try members.string("id"),
                headers ?? HeaderFile(),
                try payload.needed("payload")
            )
        }
        try members.end()
    }
}

/// Which token a device has, by its identity in hex: JSON Lines, one device a line.
///
///     {"device":"69657e83...","token":"00fc13ad..."}
struct TokenFile {
    private var tokens: [String: String] = [:]

    /// No token.
    init() {}

    init(_ file: InputFile) throws(CommandError) {
        // Room for a million devices.
        for line in try file.lines("list of tokens", upTo: 256 << 20) {
            do throws(LineError) {
                var members = try Members(line.bytes)
                let device = try members.string("device").needed("device").lowercased()
                let token = try members.string("token").needed("token")
                try members.end()
                guard tokens.updateValue(token, forKey: device) == nil else {
                    throw .repeated("device")
                }
            } catch {
                throw .usage(
                    "line \(line.number) of the list of tokens: \(error.message)",
                    hint: #"write {"device":"...","token":"..."}, both in hexadecimal"#
                )
            }
        }
    }

    /// The token of a device.
    subscript(device: String) -> String? { tokens[device.lowercased()] }
}
