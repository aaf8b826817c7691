// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The kind of a file that is written.
enum SoundContainer {
    case wave
    case aiff
    case aifc
    case caf

    /// The kind that a name's extension tells; nil of another.
    init?(_ url: URL) {
        switch url.pathExtension.lowercased() {
        case "wav", "wave": self = .wave
        case "aif", "aiff": self = .aiff
        case "aifc": self = .aifc
        case "caf": self = .caf
        default: return nil
        }
    }

    /// The layout that the file gets for settings; nil if it can't have such samples.
    func layout(_ wanted: SoundLayout) -> SoundLayout? {
        guard wanted.format == kAudioFormatLinearPCM, wanted.bytesPerFrame != nil else {
            return nil
        }
        var layout = wanted
        layout.isInterleaved = true
        switch self {
        case .wave:
            guard !wanted.isBigEndian else { return nil }
            layout.isUnsigned = wanted.bits == 8
        case .aiff:
            guard !wanted.isFloat, wanted.isBigEndian || wanted.bits == 8 else { return nil }
            layout.isBigEndian = true
        case .aifc:
            guard wanted.isBigEndian || !wanted.isFloat else { return nil }
        case .caf: break
        }
        return layout
    }

    /// What stands before the samples.
    func header(_ layout: SoundLayout, frames: Int64) -> [UInt8] {
        let count = frames * Int64(layout.bytesPerFrame ?? 0)
        return switch self {
        case .wave: Self.wave(layout, count)
        case .aiff, .aifc: Self.aiff(layout, frames, count, isAIFC: self == .aifc)
        case .caf: Self.caf(layout, count)
        }
    }

    private static func wave(_ layout: SoundLayout, _ count: Int64) -> [UInt8] {
        let frame = layout.bytesPerFrame ?? 0
        let rate = UInt32(layout.sampleRate.rounded())
        var bytes = Array("RIFF".utf8)
        bytes.append(UInt32(clamping: 36 + count + count % 2), isBig: false)
        bytes += Array("WAVEfmt ".utf8)
        bytes.append(UInt32(16), isBig: false)
        bytes.append(UInt16(layout.isFloat ? 3 : 1), isBig: false)
        bytes.append(UInt16(layout.channels), isBig: false)
        bytes.append(rate, isBig: false)
        bytes.append(UInt32(clamping: Int(rate) * frame), isBig: false)
        bytes.append(UInt16(frame), isBig: false)
        bytes.append(UInt16(layout.bits), isBig: false)
        bytes += Array("data".utf8)
        bytes.append(UInt32(clamping: count), isBig: false)
        return bytes
    }

    private static func aiff(
        _ layout: SoundLayout,
        _ frames: Int64,
        _ count: Int64,
        isAIFC: Bool
    ) -> [UInt8] {
        let type = layout.isFloat ? "fl\(layout.bits)" : layout.isBigEndian ? "NONE" : "sowt"
        var bytes = Array("FORM".utf8)
        bytes.append(UInt32(clamping: (isAIFC ? 64 : 46) + count + count % 2))
        bytes += Array((isAIFC ? "AIFCFVER" : "AIFF").utf8)
        if isAIFC {
            bytes.append(UInt32(4))
            // The one version that there is.
            bytes.append(UInt32(0xA280_5140))
        }
        bytes += Array("COMM".utf8)
        bytes.append(UInt32(isAIFC ? 24 : 18))
        bytes.append(UInt16(layout.channels))
        bytes.append(UInt32(clamping: frames))
        bytes.append(UInt16(layout.bits))
        bytes.append(UInt16(16_383 + Int(layout.sampleRate.exponent)))
        bytes.append(UInt64(layout.sampleRate.significand * 0x1p63))
        // The type has an empty name.
        if isAIFC { bytes += Array(type.utf8) + [0, 0] }
        bytes += Array("SSND".utf8)
        bytes.append(UInt32(clamping: 8 + count))
        return bytes + [UInt8](repeating: 0, count: 8)
    }

    private static func caf(_ layout: SoundLayout, _ count: Int64) -> [UInt8] {
        var bytes = Array("caff".utf8) + [0, 1, 0, 0] + Array("desc".utf8)
        bytes.append(UInt64(32))
        bytes.append(layout.sampleRate.bitPattern)
        bytes.append(layout.format)
        bytes.append(UInt32((layout.isFloat ? 1 : 0) | (layout.isBigEndian ? 0 : 2)))
        bytes.append(UInt32(layout.bytesPerFrame ?? 0))
        bytes.append(UInt32(1))
        bytes.append(UInt32(layout.channels))
        bytes.append(UInt32(layout.bits))
        bytes += Array("data".utf8)
        // The number of edits stands before the samples.
        bytes.append(UInt64(4 + count))
        bytes.append(UInt32(0))
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append<Number: FixedWidthInteger>(
        _ number: Number,
        isBig: Bool = true
    ) {
        for index in 0..<Number.bitWidth / 8 {
            let shift = 8 * (isBig ? Number.bitWidth / 8 - 1 - index : index)
            append(UInt8(truncatingIfNeeded: number >> Number(shift)))
        }
    }
}
