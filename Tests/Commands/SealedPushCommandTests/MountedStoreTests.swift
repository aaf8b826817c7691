// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// Stores at mount points, as containers have them.
struct MountedStoreTests {
    /// Runs a script as root of a name space of its own, where `$1` is the command.
    private static func unshared(_ script: String) -> String {
        #"exec unshare -rm sh -ec '\#(script)' sh "$@""#
    }

    private static func canMount() throws -> Bool {
        let script = unshared("mount -t tmpfs none /mnt; exit 0")
        return try Workplace().runInShell(script, []).status == 0
    }

    @Test(
        .enabled("a mount namespace can be made") { try canMount() },
        arguments: [
            ["device", "init", "--topic", "a.b", "--store", "@volume/store"],
            ["sender", "init", "--store", "@volume/store"],
        ]
    )
    func `a store is made at a mount point, though nothing may be made beside it`(
        _ arguments: [String]
    ) throws {
        let place = Workplace()
        let script = Self.unshared(
            """
            cd "$TMPDIR"; mkdir volume; mount -t tmpfs none volume; mkdir volume/store
            mount -t tmpfs -o mode=0755 none volume/store; mkdir volume/store/lost+found
            mount -o remount,ro volume; "$@"; "$@" || echo refused
            stat -c %a volume/store; ls -A volume
            """
        )
        let run = try place.runInShell(script, arguments)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("the store already has an identity of this kind"))
        let lines = run.text.split(separator: "\n")
        #expect(lines.suffix(3) == ["refused", "700", "store"])
    }
}
