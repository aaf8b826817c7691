// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import FaultTestSupport
import Foundation
import SealedPushStore
import SecretScan
import TestSupport
import Testing

/// What a thief finds who has the folder of a store and not its key.
struct FolderScanTests {
    @Test(.rules("C-23"))
    func `the folder of a store shows no run of eight bytes of a key, a name, a code or content`()
        async throws
    {
        let scene = try RealScene(try await SharedScene.get().image)
        var secrets = SceneSecrets()
        let key = try POSIXFileSystem().contents(of: scene.root + Scene.key, upTo: 64)
        try secrets.add(scene.view(), key: key)
        let first = try search(scene, for: secrets.ofAll)
        #expect(await StoreOperation.round.run(try scene.bench()).isEmpty)
        try secrets.add(scene.view(), key: key)
        let second = try search(scene, for: secrets.ofAll)
        #expect(first.found == [:] && second.found == [:])
        #expect(first.files > 50 && second.files > 50)

        // A device keeps links and endpoints, to go on after a kill.
        let names = Set(secrets.texts.map(\.name))
        #expect(names.isSuperset(of: ["link's secret", "endpoint"]))
        // The scan finds what is there: eight bytes inside a file, or a file's name.
        for (name, bytes) in secrets.keys + secrets.texts where bytes.count >= SecretScan.run {
            let planted = Array("before".utf8) + bytes.suffix(SecretScan.run) + [0]
            #expect(secrets.ofAll.find(in: planted.span) != [:], "\(name)")
        }
        let path = "\(scene.root)\(Scene.phone)/tmp/Tambourine"
        let piece = Array(key.suffix(9).dropLast())
        try POSIXFileSystem().create(path, contents: piece.span)
        let planted = try search(scene, for: secrets.ofAll)
        #expect(planted.found == ["text": 3, "store key": 1])
    }

    /// What stands in the folders of the stores, in files and in their names.
    private func search(
        _ scene: RealScene,
        for secrets: SecretScan
    ) throws -> (found: [String: Int], files: Int) {
        var found: [String: Int] = [:]
        var files = 0
        for place in Scene.places + [Scene.vault, Scene.backup] {
            // A backup is a file and no folder.
            let whole = FileManager.default.contents(atPath: scene.root + place) ?? Data()
            found.merge(secrets.find(in: [UInt8](whole).span), uniquingKeysWith: +)
            let paths = FileManager.default.enumerator(atPath: scene.root + place)
            while let path = paths?.nextObject() as? String {
                found.merge(secrets.find(in: Array(path.utf8).span), uniquingKeysWith: +)
                let file = "\(scene.root)\(place)/\(path)"
                guard let bytes = FileManager.default.contents(atPath: file) else { continue }
                files += 1
                found.merge(secrets.find(in: [UInt8](bytes).span), uniquingKeysWith: +)
            }
        }
        return (found, files)
    }
}
