// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Memory that holds samples.
open class AVAudioBuffer: NSObject {
    /// The format of the samples.
    public let format: AVAudioFormat

    fileprivate init(format: AVAudioFormat) {
        self.format = format
    }
}

/// Samples in memory, as numbers.
@safe
open class AVAudioPCMBuffer: AVAudioBuffer {
    /// The most frames that it holds.
    public let frameCapacity: AVAudioFrameCount
    /// The frames that it holds; as on iOS, more than the capacity ends the program.
    open var frameLength: AVAudioFrameCount = 0 {
        didSet { precondition(frameLength <= frameCapacity, "frameLength <= frameCapacity") }
    }
    /// From one sample of a channel to its next.
    public let stride: Int

    private let memory: UnsafeMutableRawPointer
    /// Where each channel begins.
    private let starts: UnsafeMutablePointer<UnsafeMutableRawPointer>

    /// Makes an empty buffer, in which all samples are silent.
    ///
    /// - Parameters:
    ///   - format: One of a common format, else the result is nil.
    ///   - frameCapacity: The most frames; nil if there is not enough memory.
    public init?(pcmFormat format: AVAudioFormat, frameCapacity: AVAudioFrameCount) {
        let channels = format.layout.channels
        guard format.commonFormat != .otherFormat,
            let memory = unsafe calloc(
                max(Int(frameCapacity), 1) * channels,
                format.layout.bits / 8
            )
        else { return nil }
        unsafe self.memory = memory
        self.frameCapacity = frameCapacity
        stride = format.isInterleaved ? channels : 1
        let step = format.layout.bits / 8 * (format.isInterleaved ? 1 : Int(frameCapacity))
        unsafe starts = .allocate(capacity: channels)
        for channel in 0..<channels { unsafe starts[channel] = unsafe memory + channel * step }
        super.init(format: format)
    }

    deinit {
        unsafe free(memory)
        unsafe starts.deallocate()
    }

    /// The channels as `Float`; nil of another type.
    open var floatChannelData: UnsafePointer<UnsafeMutablePointer<Float>>? {
        unsafe channels(.pcmFormatFloat32)
    }

    /// The channels as `Int16`; nil of another type.
    open var int16ChannelData: UnsafePointer<UnsafeMutablePointer<Int16>>? {
        unsafe channels(.pcmFormatInt16)
    }

    /// The channels as `Int32`; nil of another type.
    open var int32ChannelData: UnsafePointer<UnsafeMutablePointer<Int32>>? {
        unsafe channels(.pcmFormatInt32)
    }

    @unsafe
    private func channels<Sample>(
        _ type: AVAudioCommonFormat
    ) -> UnsafePointer<UnsafeMutablePointer<Sample>>? {
        guard format.commonFormat == type else { return nil }
        return unsafe UnsafeRawPointer(starts)
            .assumingMemoryBound(to: UnsafeMutablePointer<Sample>.self)
    }

    /// A sample within the capacity, as a number from -1 to 1.
    subscript(frame: Int, channel: Int) -> Double {
        get {
            let start = unsafe starts[channel]
            let place = frame * stride
            return switch format.commonFormat {
            case .pcmFormatFloat32: Double(unsafe start.assumingMemoryBound(to: Float.self)[place])
            case .pcmFormatFloat64: unsafe start.assumingMemoryBound(to: Double.self)[place]
            case .pcmFormatInt16:
                Double(unsafe start.assumingMemoryBound(to: Int16.self)[place]) / 0x1p15
            case .pcmFormatInt32:
                Double(unsafe start.assumingMemoryBound(to: Int32.self)[place]) / 0x1p31
            case .otherFormat: 0
            }
        }
        set {
            let start = unsafe starts[channel]
            let place = frame * stride
            switch format.commonFormat {
            case .pcmFormatFloat32:
                unsafe start.assumingMemoryBound(to: Float.self)[place] = Float(newValue)
            case .pcmFormatFloat64:
                unsafe start.assumingMemoryBound(to: Double.self)[place] = newValue
            case .pcmFormatInt16:
                unsafe start.assumingMemoryBound(to: Int16.self)[place] =
                    Int16(SampleCoder.rounded(newValue, 0x1p15))
            case .pcmFormatInt32:
                unsafe start.assumingMemoryBound(to: Int32.self)[place] =
                    Int32(SampleCoder.rounded(newValue, 0x1p31))
            case .otherFormat: break
            }
        }
    }
}
