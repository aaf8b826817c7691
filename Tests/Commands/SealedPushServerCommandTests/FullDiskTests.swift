// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import TestSupport
    import Testing

    /// The databases of `serve` and `seal-service` on a disk that is full.
    struct FullDiskTests {
        private let folder = TemporaryFolder()

        private static let keyCommands = [["apikey"], ["seal-service", "apikey"]]

        /// The beginning of a line of a shell that runs `"$@"` on a disk of `size`, in which so
        /// much is free.
        private static func disk(of size: String, free: Int, at path: String) -> String {
            """
            exec unshare -Urm sh -c '
                mount -t tmpfs -o size=\(size),mode=0700 none "$0" || exit 99
                cd "$0" && dd if=/dev/zero of=fill bs=1k 2>/dev/null
                dd if=/dev/zero of=fill bs=1k count=0 seek=$(($(stat -c %s fill) / 1024 - \(free))) \
                    2>/dev/null
                exec "$@"' '\(path)' "$@"
            """
        }

        private static let hasOwnDisks: Bool = {
            let folder = TemporaryFolder()
            let line = disk(of: "64k", free: 0, at: folder.path(""))
            return (try? BuiltCommand.run(["--version"], line))?.status == 0
        }()

        @Test(
            .enabled(if: hasOwnDisks, "NOT RUN: this user may not mount a disk of its own"),
            arguments: keyCommands,
            [0, 8, 40, 100]
        )
        func `a full disk is told, with the folder that is on it`(
            command: [String],
            free: Int
        ) throws {
            let run = try BuiltCommand.run(
                command + ["make", "backend", "--data", "there"],
                Self.disk(of: "600k", free: free, at: folder.path(""))
            )
            #expect(run.status == 1)
            #expect(
                run.errors.contains("the disk of the database in there is full")
                    || run.errors.contains("keys, there/keys, can't be written: the disk is full"),
                "\(run)"
            )
            #expect(run.output.isEmpty)
        }
    }
#endif
