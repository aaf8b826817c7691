// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Reads and writes the samples of a file, as numbers from -1 to 1.
struct SampleCoder {
    let layout: SoundLayout
    private let size: Int
    /// The number that stands for 1.
    private let scale: Double

    init(_ layout: SoundLayout) {
        self.layout = layout
        size = layout.bits / 8
        scale = Double(UInt64(1) << UInt64(max(layout.bits - 1, 0)))
    }

    /// The sample that begins at a place; the caller knows that its bytes are there.
    func sample(in bytes: Span<UInt8>, at place: Int) -> Double {
        var raw: UInt64 = 0
        for index in 0..<size {
            let byte = bytes[place + (layout.isBigEndian ? index : size - 1 - index)]
            raw = raw << 8 | UInt64(byte)
        }
        switch layout.format {
        case kAudioFormatULaw: return Double(Self.muLaw(UInt8(truncatingIfNeeded: raw))) / 32_768
        case kAudioFormatALaw: return Double(Self.aLaw(UInt8(truncatingIfNeeded: raw))) / 32_768
        default: break
        }
        if layout.isFloat {
            return size == 8
                ? Double(bitPattern: raw)
                : Double(Float(bitPattern: UInt32(truncatingIfNeeded: raw)))
        }
        if layout.isUnsigned { return (Double(raw) - scale) / scale }
        let shift = UInt64(64 - 8 * size)
        return Double(Int64(bitPattern: raw << shift) >> shift) / scale
    }

    /// Appends a sample.
    func append(_ sample: Double, to bytes: inout [UInt8]) {
        let raw: UInt64 =
            if layout.isFloat {
                size == 8 ? sample.bitPattern : UInt64(Float(sample).bitPattern)
            } else {
                UInt64(
                    bitPattern: Self.rounded(sample, scale) + (layout.isUnsigned ? Int64(scale) : 0)
                )
            }
        for index in 0..<size {
            let shift = UInt64(8 * (layout.isBigEndian ? size - 1 - index : index))
            bytes.append(UInt8(truncatingIfNeeded: raw >> shift))
        }
    }

    /// The nearest whole number that there is; what is no number is silence.
    static func rounded(_ sample: Double, _ scale: Double) -> Int64 {
        sample.isNaN ? 0 : Int64(min(max((sample * scale).rounded(), -scale), scale - 1))
    }

    /// G.711, table 2: the sign, three bits of an exponent, four of a mantissa, all inverted.
    private static func muLaw(_ byte: UInt8) -> Int {
        let bits = Int(~byte)
        let size = ((bits & 0xF) << 3 + 0x84) << (bits >> 4 & 7) - 0x84
        return bits & 0x80 == 0 ? size : -size
    }

    /// G.711, table 1: the same with every second bit inverted, and straight near zero.
    private static func aLaw(_ byte: UInt8) -> Int {
        let bits = Int(byte ^ 0x55)
        let (exponent, mantissa) = (bits >> 4 & 7, (bits & 0xF) << 4 + 8)
        let size = exponent == 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
        return bits & 0x80 == 0 ? -size : size
    }
}
