// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What a WAV, AIFF or CAF file says of its samples, and where they lie.
struct SoundHeader {
    let layout: SoundLayout
    let start: UInt64
    let frames: Int64

    /// Reads a file from a stranger.
    init(_ bytes: SoundBytes) throws {
        var head = try Fields(bytes.read(12, at: 0), isBigEndian: true)
        let (kind, _, form) = (head.text(4), head.number(4), head.text(4))
        let header: SoundHeader? =
            switch (kind, form) {
            case ("RIFF", "WAVE"): try Self.wave(bytes)
            case ("FORM", "AIFF"), ("FORM", "AIFC"): try Self.aiff(bytes, isAIFC: form == "AIFC")
            case ("caff", _): try Self.caf(bytes)
            default:
                throw SoundFailure(kAudioFileUnsupportedFileTypeError, "no WAV, AIFF or CAF file")
            }
        guard let header, header.layout.isValid else {
            throw SoundFailure(kAudioFileInvalidFileError, "a damaged file")
        }
        let layout = header.layout
        guard layout.format != kAudioFormatLinearPCM || layout.bytesPerFrame != nil else {
            let text = "samples of \(layout.bits) bits"
            throw SoundFailure(kAudioFileUnsupportedDataFormatError, text)
        }
        self = header
    }

    /// What is there of the frames that the file speaks of, if samples are decoded here.
    private init(
        _ layout: SoundLayout,
        _ start: UInt64,
        _ count: UInt64,
        packed frames: Int64? = nil
    ) {
        self.layout = layout
        self.start = start
        guard let size = layout.bytesPerFrame, size > 0 else {
            self.frames = max(frames ?? 0, 0)
            return
        }
        let there = Int64(count / UInt64(size))
        self.frames = min(max(frames ?? there, 0), there)
    }

    private static func wave(_ bytes: SoundBytes) throws -> SoundHeader? {
        let chunks = try bytes.chunks(from: 12, isBigEndian: false, isLong: false)
        guard let format = chunks["fmt "], let data = chunks["data"] else { return nil }
        var fields = try bytes.fields(format, isBigEndian: false)
        guard var tag = fields.integer(2), let channels = fields.integer(2),
            let rate = fields.integer(4), fields.number(4) != nil, let size = fields.integer(2),
            let bits = fields.integer(2)
        else { return nil }
        // An extensible format has the tag of another behind sizes and a mask.
        if tag == 0xFFFE {
            guard fields.number(8) != nil, let other = fields.integer(2) else { return nil }
            tag = other
        }
        var layout = SoundLayout(sampleRate: Double(rate), channels: channels, bits: bits)
        switch tag {
        case 1: layout.isUnsigned = bits == 8
        case 3: layout.isFloat = true
        case 6: layout.format = kAudioFormatALaw
        case 7: layout.format = kAudioFormatULaw
        default: throw SoundFailure(kAudioFileUnsupportedDataFormatError, "WAV format \(tag)")
        }
        try check(layout, size)
        return SoundHeader(layout, data.start, data.count)
    }

    private static func aiff(_ bytes: SoundBytes, isAIFC: Bool) throws -> SoundHeader? {
        let chunks = try bytes.chunks(from: 12, isBigEndian: true, isLong: false)
        guard let common = chunks["COMM"], let sound = chunks["SSND"] else { return nil }
        var fields = try bytes.fields(common, isBigEndian: true)
        var place = try bytes.fields(sound, isBigEndian: true)
        guard let channels = fields.integer(2), var frames = fields.integer(4),
            let bits = fields.integer(2), let rate = fields.extended(),
            let offset = place.number(4), sound.count >= 8 + offset
        else { return nil }
        var layout = SoundLayout(sampleRate: rate, channels: channels, bits: bits)
        layout.isBigEndian = true
        let type = isAIFC ? fields.text(4) : "NONE"
        switch type {
        case "NONE", "twos": break
        case "sowt": layout.isBigEndian = false
        case "raw ": layout.isUnsigned = true
        case "fl32", "FL32", "fl64", "FL64": layout.isFloat = true
        case "ulaw", "ULAW": (layout.format, layout.bits) = (kAudioFormatULaw, 8)
        case "alaw", "ALAW": (layout.format, layout.bits) = (kAudioFormatALaw, 8)
        // Its packets have 64 frames each.
        case "ima4": (layout.format, frames) = (kAudioFormatAppleIMA4, frames * 64)
        default:
            throw SoundFailure(kAudioFileUnsupportedDataFormatError, "AIFF format \(type ?? "")")
        }
        let start = sound.start + 8 + offset
        return SoundHeader(layout, start, sound.count - 8 - offset, packed: Int64(frames))
    }

    private static func caf(_ bytes: SoundBytes) throws -> SoundHeader? {
        let chunks = try bytes.chunks(from: 8, isBigEndian: true, isLong: true)
        guard let description = chunks["desc"], let data = chunks["data"] else { return nil }
        var fields = try bytes.fields(description, isBigEndian: true)
        guard let rate = fields.number(8), let format = fields.number(4),
            let flags = fields.number(4), let packetSize = fields.integer(4),
            let packetFrames = fields.integer(4), let channels = fields.integer(4),
            let bits = fields.integer(4), data.count >= 4
        else { return nil }
        var layout = SoundLayout(
            format: AudioFormatID(truncatingIfNeeded: format),
            sampleRate: Double(bitPattern: rate),
            channels: channels,
            bits: bits
        )
        if layout.format == kAudioFormatLinearPCM {
            layout.isFloat = flags & 1 != 0
            layout.isBigEndian = flags & 2 == 0
        }
        let count = data.count - 4
        if layout.bytesPerFrame != nil {
            try check(layout, packetSize)
            return SoundHeader(layout, data.start + 4, count)
        }
        // The table of packets counts the frames that are heard; with packets of one size it may
        // be absent.
        var frames: Int64?
        if var table = try chunks["pakt"].map({ try bytes.fields($0, isBigEndian: true) }),
            table.number(8) != nil
        {
            frames = table.number(8).map { Int64(truncatingIfNeeded: $0) }
        } else if packetSize > 0 {
            frames = Int64(min(count / UInt64(packetSize), 1 << 31)) * Int64(packetFrames)
        }
        guard let frames else { return nil }
        return SoundHeader(layout, data.start + 4, count, packed: frames)
    }

    /// Checks that samples fill their bytes, as others are not read here.
    private static func check(_ layout: SoundLayout, _ size: Int) throws {
        guard let expected = layout.bytesPerFrame, expected != size else { return }
        throw SoundFailure(kAudioFileUnsupportedDataFormatError, "\(size) bytes for a frame")
    }
}

/// An error of a sound file, with Apple's code.
struct SoundFailure: Error {
    let code: OSStatus
    let text: String

    init(_ code: OSStatus, _ text: String) {
        (self.code, self.text) = (code, text)
    }

    var error: NSError {
        NSError(
            domain: "com.apple.coreaudio.avfaudio",
            code: Int(code),
            userInfo: [NSLocalizedDescriptionKey: text]
        )
    }
}
