// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPushOpenSSL
import SecretScan
import TestSupport
import Testing

#if canImport(Glibc)
    /// What an attacker finds who reads all memory of a process that has used keys of servers.
    @Suite(.rules("C-25")) struct KeyMemoryTests {
        @Test
        func `the memory of a process that has let go of its keys shows no piece of them`() throws {
            let probe = try KeyProbe("gone")
            let traces = try KeyTraces(of: probe)
            let scan = try ProcessMemory(of: probe.id).scan(for: traces.scan)
            #expect(scan.found == [:], "\(scan.places)")
            print("keys: \(traces.count) traces not found in \(scan.bytes >> 20) MiB")
            try probe.finish()
        }

        @Test func `a key that is still held is found`() throws {
            let probe = try KeyProbe("kept")
            let scan = try ProcessMemory(of: probe.id).scan(for: KeyTraces(of: probe).scan)
            for order in ["", ", least byte first"] {
                #expect(scan.found["number of the token key\(order)", default: 0] >= 25)
            }
            try probe.finish()
        }

        @Test func `the nonce of a signature is the one that makes it`() throws {
            // The private key whose public half is the generator: then r is the x coordinate of k
            // G.
            var one = [UInt8](repeating: 0, count: 32)
            one[31] = 1
            let key = try P256PrivateKey(scalar: one)
            let signature = try key.signature(for: Array(KeyProbe.message.utf8))
            let nonce = SignatureNonce.of(signature.bytes, over: KeyProbe.message, by: one)
            let point = try P256PrivateKey(scalar: nonce).publicKey.bytes
            #expect(point[1..<33].elementsEqual(signature.bytes.prefix(32)))
        }
    }
#endif
