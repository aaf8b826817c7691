// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The picture of an attachment, told by its first bytes; nothing decodes it here.
struct Picture: Sendable {
    /// A kind of file that browsers show as a picture and run nothing of.
    enum Kind: String, Sendable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case gif = "image/gif"
    }

    /// The most bytes of a picture, as those of attachments on iOS.
    static let byteLimit = 10 << 20
    /// The most pixels: a browser takes 4 bytes for each, whatever the file takes.
    static let pixelLimit = 40_000_000

    let kind: Kind
    let bytes: [UInt8]

    /// Takes a file; nil if it is no picture, or one that takes too much to be shown.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.byteLimit, let kind = Self.kind(of: bytes),
            let size = Self.size(of: bytes, kind), size.width > 0, size.height > 0
        else { return nil }
        let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
        guard !overflow, pixels <= Self.pixelLimit else { return nil }
        self.kind = kind
        self.bytes = bytes
    }

    private static func kind(of bytes: [UInt8]) -> Kind? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return .gif }
        return nil
    }

    /// How wide and high it says that it is.
    private static func size(of bytes: [UInt8], _ kind: Kind) -> (width: Int, height: Int)? {
        switch kind {
        case .png:
            // The first chunk has the size (ISO/IEC 15948, section 11.2.2).
            guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
            return (number(bytes[16..<20]), number(bytes[20..<24]))
        case .gif:
            guard bytes.count >= 10 else { return nil }
            return (number(bytes[6..<8].reversed()), number(bytes[8..<10].reversed()))
        case .jpeg: return frameSize(of: bytes)
        }
    }

    /// The size of the first frame of a JPEG (ITU T.81, annex B).
    private static func frameSize(of bytes: [UInt8]) -> (width: Int, height: Int)? {
        var place = 2
        while place + 4 <= bytes.count {
            guard bytes[place] == 0xFF else { return nil }
            let marker = bytes[place + 1]
            switch marker {
            case 0xFF: place += 1
            // They stand alone.
            case 0x01, 0xD0...0xD7: place += 2
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                guard place + 9 <= bytes.count else { return nil }
                return (
                    number(bytes[place + 7..<place + 9]), number(bytes[place + 5..<place + 7])
                )
            case 0xD8, 0xD9, 0xDA: return nil
            default:
                let count = number(bytes[place + 2..<place + 4])
                guard count >= 2 else { return nil }
                place += 2 + count
            }
        }
        return nil
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
