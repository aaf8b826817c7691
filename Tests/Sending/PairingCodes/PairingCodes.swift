// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
import SealedPushCoding
import SealedPushCrypto
import SealedPushQRCode
import TestSupport

/// `swift run PairingCodes COUNT SEED` prints random links with their codes, each as a line of
/// JSON, for another reader of codes.
@main
struct PairingCodes {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
        guard arguments.count == 2, let count = arguments[0], let seed = arguments[1] else {
            throw UsageError.countAndSeedExpected
        }
        var random = SeededGenerator(seed: seed)
        for _ in 0..<count {
            let link = try link(&random)
            let path = String(repeating: "p", count: .random(in: 0...40, using: &random))
            let page = "https://app.example/" + path
            print(String(decoding: line(link, nil), as: UTF8.self))
            print(String(decoding: line(link, page), as: UTF8.self))
        }
    }

    private static func link(
        _ random: inout SeededGenerator
    ) throws -> PairingLink {
        let name = String(repeating: "n", count: .random(in: 1...32, using: &random))
        let host = String(repeating: "h", count: .random(in: 1...100, using: &random))
        let end = UInt32.random(in: .min ... .max, using: &random)
        let secrets = (0..<DropSecret.count + SigningKey.seedCount)
            .map { _ in UInt8.random(in: .min ... .max, using: &random) }
        let last = Array(secrets.suffix(SigningKey.seedCount))
        let seed = SecretBytes(copying: last.span)
        var bytes = [1] + secrets.prefix(DropSecret.count)
        bytes += try SigningKey(seed: seed).publicKey.bytes
        bytes.append(bigEndian: end)
        bytes += [UInt8(name.utf8.count)] + Array(name.utf8)
        bytes += [UInt8(host.utf8.count)] + Array(host.utf8)
        return try PairingLink(reading: bytes.span)
    }

    /// A link, or the app link of a page, with all of its codes.
    private static func line(_ link: PairingLink, _ page: String?) -> [UInt8] {
        JSONWriter.object { line in
            line.add("text", page.map { link.text(at: $0) ?? "" } ?? link.text)
            line.add("svg", page.map { link.svg(at: $0) ?? "" } ?? link.svg)
            for (name, isColored) in [("plain", false), ("colored", true)] {
                let text = link.terminal(colored: isColored, columns: .max, at: page)
                line.add(name, text ?? "")
            }
        }
    }
}

/// How the program was called wrongly.
enum UsageError: Error {
    /// How many links to make and a seed are wanted.
    case countAndSeedExpected
}
