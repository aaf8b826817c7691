// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
    import Glibc

    /// The memory of another process of this user, mapping by mapping.
    package struct ProcessMemory {
        /// A stretch of addresses.
        package struct Mapping: Sendable {
            /// Its line in `/proc/PID/smaps`.
            package let name: String
            let start: UInt64
            let end: UInt64
            /// Whether it is locked and left out of core files.
            var isGuarded = false
        }

        /// Why memory could not be read.
        package enum Failure: Error {
            /// The system refused.
            case refused(Int32)
        }

        private let id: Int32

        /// The memory of the process with this number.
        package init(of id: Int32) {
            self.id = id
        }

        /// What of the secrets stands anywhere in readable memory, by secret; also where, and how
        /// much was read.
        ///
        /// On request only in memory that may be swapped out or stands in core files.
        package func scan(
            for secrets: SecretScan,
            onlyUnguarded: Bool = false
        ) throws -> (found: [String: Int], places: Set<String>, bytes: Int) {
            let memory = unsafe open("/proc/\(id)/mem", O_RDONLY | O_CLOEXEC)
            guard memory >= 0 else { throw Failure.refused(errno) }
            defer { close(memory) }
            var found: [String: Int] = [:]
            var places: Set<String> = []
            var total = 0
            for mapping in try mappings() where !(onlyUnguarded && mapping.isGuarded) {
                var chunk = [UInt8](repeating: 0, count: 1 << 20)
                var place = mapping.start
                while place < mapping.end {
                    let size = Int(min(UInt64(chunk.count), mapping.end - place))
                    let count = unsafe pread(memory, &chunk, size, off_t(Int64(bitPattern: place)))
                    guard count > 0 else { break }
                    total += count
                    let here = secrets.find(in: chunk.span.extracting(0..<count))
                    if !here.isEmpty { places.insert(mapping.name) }
                    found.merge(here, uniquingKeysWith: +)
                    guard count == chunk.count else { break }
                    // A run that reaches over the end of the chunk is found in the next one.
                    place += UInt64(count - SecretScan.run + 1)
                }
            }
            return (found, places, total)
        }

        private func mappings() throws -> [Mapping] {
            guard let file = unsafe fopen("/proc/\(id)/smaps", "re") else {
                throw Failure.refused(errno)
            }
            defer { unsafe fclose(file) }
            var mappings: [Mapping] = []
            var line = [CChar](repeating: 0, count: 8192)
            while unsafe fgets(&line, Int32(line.count), file) != nil {
                let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                let text = String(decoding: bytes, as: UTF8.self)
                if text.hasPrefix("VmFlags:") {
                    let flags = text.split(whereSeparator: \.isWhitespace)
                    let isGuarded = flags.contains("lo") && flags.contains("dd")
                    if let last = mappings.indices.last { mappings[last].isGuarded = isGuarded }
                } else if let mapping = Mapping(text) {
                    mappings.append(mapping)
                }
            }
            // What the process itself can read.
            return mappings.filter(\.isReadable)
        }
    }

    extension ProcessMemory.Mapping {
        /// Reads a line such as `7f00-7f10 rw-p 00000000 00:00 0 [stack]`.
        fileprivate init?(_ line: String) {
            let parts = line.split(separator: " ")
            let ends = parts.first?.split(separator: "-") ?? []
            guard parts.count > 1, ends.count == 2, let start = UInt64(ends[0], radix: 16),
                let end = UInt64(ends[1], radix: 16)
            else { return nil }
            self.init(name: String(line.dropLast()), start: start, end: end)
        }

        fileprivate var isReadable: Bool {
            let isSpecial = name.contains("[vvar") || name.contains("[vsyscall")
            return name.split(separator: " ")[1].hasPrefix("r") && !isSpecial
        }
    }
#endif
