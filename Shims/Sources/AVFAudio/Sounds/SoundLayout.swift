// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How samples lie in a file or in memory.
struct SoundLayout: Hashable, Sendable {
    var format = kAudioFormatLinearPCM
    var sampleRate: Double
    var channels: Int
    /// The size of a sample; 0 if it has none of its own.
    var bits = 16
    var isFloat = false
    var isBigEndian = false
    /// Whether 128 is silence, as in WAV files of 8 bits.
    var isUnsigned = false
    var isInterleaved = true

    static let rates: ClosedRange<Double> = 1...10_000_000

    /// The bytes of one frame, or nil if samples are not decoded here.
    var bytesPerFrame: Int? { decodes ? bits / 8 * channels : nil }

    /// Whether there are such samples, and they are decoded here.
    private var decodes: Bool {
        switch format {
        case kAudioFormatLinearPCM: (isFloat ? [32, 64] : [8, 16, 24, 32]).contains(bits)
        case kAudioFormatULaw, kAudioFormatALaw: bits == 8
        default: false
        }
    }

    /// Whether the numbers make sense.
    var isValid: Bool { Self.rates.contains(sampleRate) && (1...64).contains(channels) }

    var commonFormat: AVAudioCommonFormat {
        guard format == kAudioFormatLinearPCM, !isBigEndian else { return .otherFormat }
        return switch (bits, isFloat) {
        case (32, true): .pcmFormatFloat32
        case (64, true): .pcmFormatFloat64
        case (16, false): .pcmFormatInt16
        case (32, false): .pcmFormatInt32
        default: .otherFormat
        }
    }

    var settings: [String: Any] {
        var settings: [String: Any] = [
            AVFormatIDKey: format, AVSampleRateKey: sampleRate, AVNumberOfChannelsKey: channels,
        ]
        if format == kAudioFormatLinearPCM {
            settings[AVLinearPCMBitDepthKey] = bits
            settings[AVLinearPCMIsFloatKey] = isFloat
            settings[AVLinearPCMIsBigEndianKey] = isBigEndian
            settings[AVLinearPCMIsNonInterleaved] = !isInterleaved
        }
        return settings
    }
}

extension SoundLayout {
    /// The layout of a buffer; nil of `otherFormat` and senseless numbers.
    init?(_ type: AVAudioCommonFormat, _ rate: Double, _ channels: Int, _ isInterleaved: Bool) {
        self.init(sampleRate: rate, channels: channels, isInterleaved: isInterleaved)
        switch type {
        case .pcmFormatFloat32: (bits, isFloat) = (32, true)
        case .pcmFormatFloat64: (bits, isFloat) = (64, true)
        case .pcmFormatInt16: bits = 16
        case .pcmFormatInt32: bits = 32
        case .otherFormat: return nil
        }
        guard isValid else { return nil }
    }

    /// The layout that settings describe; nil if they describe none.
    init?(_ settings: [String: Any]) {
        func number(_ key: String) -> NSNumber? { settings[key] as? NSNumber }
        guard let rate = number(AVSampleRateKey), let channels = number(AVNumberOfChannelsKey)
        else { return nil }
        self.init(sampleRate: rate.doubleValue, channels: channels.intValue)
        format = number(AVFormatIDKey)?.uint32Value ?? kAudioFormatLinearPCM
        if format == kAudioFormatLinearPCM {
            bits = number(AVLinearPCMBitDepthKey)?.intValue ?? 16
            isFloat = number(AVLinearPCMIsFloatKey)?.boolValue ?? false
            isBigEndian = number(AVLinearPCMIsBigEndianKey)?.boolValue ?? false
            isInterleaved = number(AVLinearPCMIsNonInterleaved)?.boolValue != true
            guard decodes else { return nil }
        } else {
            bits = format == kAudioFormatULaw || format == kAudioFormatALaw ? 8 : 0
        }
        guard isValid else { return nil }
    }
}
