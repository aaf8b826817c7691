// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import Foundation
import SealedPush
import SealedPushCrypto
import SealedPushStore
import SecretScan
import SimulationSupport
import TestSupport
import Testing

#if canImport(Glibc)
    /// What an attacker finds who reads all memory of a process that has used its keys.
    struct MemoryScanTests {
        /// A process that has used the keys of a scene, and what it should not show.
        private struct Held {
            let scene: RealScene
            let process: ProbeProcess
            var secrets = SceneSecrets()

            init(_ mode: String) async throws {
                scene = try RealScene(try await SharedScene.get().image)
                let key = try POSIXFileSystem().contents(of: scene.root + Scene.key, upTo: 64)
                try secrets.add(scene.view(), key: key)
                process = try ProbeProcess(["hold", scene.root, mode])
                #expect(try process.line() == "ready")
                try secrets.add(scene.view(), key: key)
            }

            func finish() throws {
                process.tell("go on")
                #expect(try process.finish().end == .exitCode(0))
            }
        }

        @Test(.rules("C-24"))
        func
            `the memory of a process that has closed its stores shows no key that guarded memory held`()
            async throws
        {
            let held = try await Held("closed")
            let scan = try ProcessMemory(of: held.process.program.id).scan(for: held.secrets.ofKeys)
            #expect(scan.found.withoutResidue == [:], "\(scan.places)")
            print(
                "faults: \(held.secrets.keys.count) keys not found in \(scan.bytes >> 20) MiB; "
                    + "of \(held.secrets.xwingSeeds.count) X-Wing seeds these runs of 8 bytes: \(scan.found)"
            )
            try held.finish()
        }

        @Test func `X-Wing seeds are expanded as FIPS 202 and the draft say`() async throws {
            let empty = "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"
            #expect(Hex.encode(Shake256.expand([], count: 32).span) == empty)
            let seed = [UInt8](repeating: 5, count: 32)
            let key = try XWingPrivateKey(seed: seed.span)
            // The X25519 half and its public key, computed with Python: hashlib and RFC 7748.
            let half = Shake256.expand(seed, count: 96).suffix(32)
            #expect(
                Hex.encode(Array(half).span)
                    == "730def4e090b60c056e1a9b653f479af7398bea95771054ab4f455c9a86d7e49"
            )
            #expect(
                Hex.encode(Array(key.publicKey.bytes.suffix(32)).span)
                    == "8808f7869e6331a5689dec617d7ce2b8d5e76c307d6b15e1e3cb07c9c51a4f42"
            )
        }

        @Test(.rules("C-24")) func `a key that was kept in an array is found`() async throws {
            let held = try await Held("kept")
            let scan = try ProcessMemory(of: held.process.program.id).scan(for: held.secrets.ofKeys)
            #expect(scan.found["store key"] ?? 0 >= 25)
            try held.finish()
        }

        @Test(.rules("C-24"))
        func
            `while a store is open its keys stand in memory that is locked and left out of core files`()
            async throws
        {
            let held = try await Held("open")
            let memory = ProcessMemory(of: held.process.program.id)
            let all = try memory.scan(for: held.secrets.ofKeys)
            #expect(all.found["store's record key"] ?? 0 >= 25)
            let unguarded = try memory.scan(for: held.secrets.ofKeys, onlyUnguarded: true)
            #expect(unguarded.found.withoutResidue == [:], "\(unguarded.places)")
            try held.finish()
        }

        private static let gcore = "/usr/bin/gcore"

        @Test(
            .enabled(if: LongRun.isOn, "a core file is for make long"),
            arguments: ["open", "closed", "kept"]
        )
        func `a core file shows no key that guarded memory holds`(_ mode: String) async throws {
            try #require(FileManager.default.isExecutableFile(atPath: Self.gcore), "no gcore (gdb)")
            let held = try await Held(mode)
            let core = "\(held.scene.root)/core"
            let arguments = ["-o", core, "\(held.process.program.id)"]
            #expect(try Tool.run(URL(filePath: Self.gcore), arguments).status == 0)
            let file = URL(filePath: "\(core).\(held.process.program.id)")
            let bytes = try [UInt8](Data(contentsOf: file, options: .alwaysMapped))
            let found = held.secrets.ofKeys.find(in: bytes.span)
            if mode == "kept" {
                #expect(found["store key"] ?? 0 >= 25)
            } else {
                #expect(found.withoutResidue == [:])
            }
            print("faults: core file of \(bytes.count >> 20) MiB, \(mode): \(found)")
            try held.finish()
        }
    }

    extension [String: Int] {
        /// Without what swift-crypto's X-Wing keys leave, the named exception.
        fileprivate var withoutResidue: Self { filter { !SceneSecrets.residue.contains($0.key) } }
    }
#endif
