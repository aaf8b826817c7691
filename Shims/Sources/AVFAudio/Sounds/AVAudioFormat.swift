// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The type of the samples in a buffer.
public enum AVAudioCommonFormat: UInt, Sendable {
    /// None of the others.
    case otherFormat = 0
    /// `Float`.
    case pcmFormatFloat32 = 1
    /// `Double`.
    case pcmFormatFloat64 = 2
    /// `Int16`.
    case pcmFormatInt16 = 3
    /// `Int32`.
    case pcmFormatInt32 = 4
}

/// The format of a file or a buffer.
open class AVAudioFormat: NSObject, @unchecked Sendable {
    // It never changes.
    let layout: SoundLayout

    init(_ layout: SoundLayout) {
        self.layout = layout
    }

    /// The format that buffers usually have: `Float`, each channel for itself.
    ///
    /// - Parameters:
    ///   - sampleRate: The number of frames a second.
    ///   - channels: 1 or 2.
    public convenience init?(
        standardFormatWithSampleRate sampleRate: Double,
        channels: AVAudioChannelCount
    ) {
        self.init(
            commonFormat: .pcmFormatFloat32,
            sampleRate: sampleRate,
            channels: channels,
            interleaved: false
        )
    }

    /// A format of samples as they are; nil of `otherFormat`, or more than two channels.
    ///
    /// - Parameters:
    ///   - commonFormat: The type of the samples.
    ///   - sampleRate: The number of frames a second.
    ///   - channels: 1 or 2.
    ///   - interleaved: Whether all channels share one buffer.
    public init?(
        commonFormat: AVAudioCommonFormat,
        sampleRate: Double,
        channels: AVAudioChannelCount,
        interleaved: Bool
    ) {
        guard channels <= 2,
            let layout = SoundLayout(commonFormat, sampleRate, Int(channels), interleaved)
        else { return nil }
        self.layout = layout
    }

    /// A format of settings; nil without a rate and channels, and of samples that do not exist.
    public init?(settings: [String: Any]) {
        guard let layout = SoundLayout(settings) else { return nil }
        self.layout = layout
    }

    /// The type of the samples.
    open var commonFormat: AVAudioCommonFormat { layout.commonFormat }
    /// The number of frames a second.
    open var sampleRate: Double { layout.sampleRate }
    /// The number of channels.
    open var channelCount: AVAudioChannelCount { AVAudioChannelCount(layout.channels) }
    /// Whether all channels share one buffer.
    open var isInterleaved: Bool { layout.isInterleaved }
    /// Whether it is `Float`, each channel for itself.
    open var isStandard: Bool { commonFormat == .pcmFormatFloat32 && !isInterleaved }
    /// The settings by which a file of this format is written.
    open var settings: [String: Any] { layout.settings }

    /// Compares two formats.
    override open func isEqual(_ object: Any?) -> Bool {
        (object as? AVAudioFormat)?.layout == layout
    }

    override open var hash: Int { layout.hashValue }
}
