// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SecretScan
import TestSupport
import Testing

#if canImport(Glibc)
    /// What stays of a key's file in the memory of a command that sends.
    struct SendMemoryTests {
        @Test func `a command that sends keeps no copy of its key beside the one that signs`()
            async throws
        {
            let folder = TemporaryFolder()
            try folder.write(#"{"device":"d1","token":"a1b2c3d4"}"# + "\n", to: "tokens")
            let line =
                #"{"device":"d1","headers":{"apns-topic":"com.example.app"},"payload":{"aps":{}}}"#
            try folder.write(line + "\n", to: "line")
            async let scan = Self.scan(folder)
            let run = try await ServedShell.run(
                """
                prefix=exec
                mkfifo pipe
                { cat line; until [ -e scanned ]; do sleep 0.05; done; } > pipe &
                send --tokens tokens pipe > out 2> errors &
                echo $! > id
                wait $!
                code=$?
                : > ended
                exit $code
                """,
                in: folder,
                tokens: ["a1b2c3d4"]
            )
            let found = try await scan
            let errors = try folder.text("errors")
            #expect(run.status == 0, "\(errors)")
            // 25 runs are one copy: one is OpenSSL's, in words of the machine, one in the order of
            // the file. What OpenSSL frees without wiping is a third.
            #expect(found == ["number": 25, "number, least byte first": 25])
        }

        /// Looks for the key, once a push was accepted.
        private static func scan(_ folder: TemporaryFolder) async throws -> [String: Int] {
            defer { try? folder.write("", to: "scanned") }
            while (try? folder.text("out").contains("accepted")) != true {
                try #require((try? folder.text("ended")) == nil)
                try await Task.sleep(for: .milliseconds(50))
            }
            let lines = try folder.text("key.p8").split(separator: "\n").dropFirst().dropLast()
            let der = try [UInt8](#require(Data(base64Encoded: lines.joined())))
            let number = Array(der[36..<68])
            var secrets = SecretScan()
            secrets.add("number", number)
            secrets.add("number, least byte first", number.reversed())
            // Of its text the characters that stand for these bytes alone.
            secrets.add("text", Array(lines.joined().utf8.dropFirst(48).prefix(42)))
            let id = try Int32(folder.text("id").trimmingCharacters(in: .newlines))
            return try ProcessMemory(of: #require(id)).scan(for: secrets).found
        }
    }
#endif
