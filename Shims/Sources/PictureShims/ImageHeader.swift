// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What the first bytes of a picture say.
package struct ImageHeader: Hashable, Sendable {
    package enum Format: Hashable, Sendable {
        case png
        case jpeg
        case gif
    }

    package let format: Format
    /// In pixels.
    package let width: Int
    /// In pixels.
    package let height: Int

    /// Reads the start of a file; nil if it is no PNG, JPEG or GIF, or has no pixels.
    package init?(reading bytes: Span<UInt8>) {
        if Self.starts(bytes, with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self.init(png: bytes)
        } else if Self.starts(bytes, with: [0xFF, 0xD8, 0xFF]) {
            self.init(jpeg: bytes)
        } else if Self.starts(bytes, with: Array("GIF87a".utf8))
            || Self.starts(bytes, with: Array("GIF89a".utf8))
        {
            self.init(gif: bytes)
        } else {
            return nil
        }
        guard width > 0, height > 0 else { return nil }
    }

    /// The first chunk of a PNG has the size: two numbers of four bytes.
    private init?(png bytes: Span<UInt8>) {
        guard bytes.count >= 24 else { return nil }
        format = .png
        width = Self.number(in: bytes, from: 16, count: 4)
        height = Self.number(in: bytes, from: 20, count: 4)
    }

    /// A GIF has it in two numbers of two bytes, the low byte first.
    private init?(gif bytes: Span<UInt8>) {
        guard bytes.count >= 10 else { return nil }
        format = .gif
        width = Int(bytes[6]) | Int(bytes[7]) << 8
        height = Int(bytes[8]) | Int(bytes[9]) << 8
    }

    /// A JPEG has it in the segment that begins its first frame (ITU T.81, B.2.2).
    private init?(jpeg bytes: Span<UInt8>) {
        var place = 2
        while place + 9 <= bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                format = .jpeg
                height = Self.number(in: bytes, from: place + 5, count: 2)
                width = Self.number(in: bytes, from: place + 7, count: 2)
                return
            }
            // A marker may be filled up with bytes of its own kind, one by one.
            place += marker == 0xFF ? 1 : 2 + Self.number(in: bytes, from: place + 2, count: 2)
        }
        return nil
    }

    private static func starts(_ bytes: Span<UInt8>, with start: [UInt8]) -> Bool {
        bytes.count >= start.count && start.indices.allSatisfy { bytes[$0] == start[$0] }
    }

    private static func number(in bytes: Span<UInt8>, from place: Int, count: Int) -> Int {
        (place..<place + count).reduce(0) { $0 << 8 | Int(bytes[$1]) }
    }
}
