// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A sound file: WAV, AIFF or CAF, with samples as they are.
///
/// μ-law and A-law are read as well. Of other formats in AIFF and CAF files (AAC, IMA4, Apple
/// Lossless) the length is known, and reading fails. Errors have Apple's codes.
open class AVAudioFile: NSObject {
    /// The file.
    public let url: URL
    /// The format of the file.
    public let fileFormat: AVAudioFormat
    /// The format of the buffers that are read and written.
    public let processingFormat: AVAudioFormat

    /// The number of frames.
    open private(set) var length: AVAudioFramePosition
    /// Where the next buffer is read from or written to, in frames; only a file that is read can
    /// be told another place.
    open var framePosition: AVAudioFramePosition = 0
    /// Whether the file is open still.
    open var isOpen: Bool { handle != nil }

    private var handle: FileHandle?
    private let start: UInt64
    /// Nil of a file that is read.
    private let container: SoundContainer?
    private let coder: SampleCoder

    /// The frames that are read or written at once.
    private static let step = 4096

    /// Opens a file to read it, with buffers of `Float`, each channel for itself.
    public convenience init(forReading fileURL: URL) throws {
        try self.init(
            forReading: fileURL,
            commonFormat: .pcmFormatFloat32,
            interleaved: false
        )
    }

    /// Opens a file to read it.
    ///
    /// - Parameters:
    ///   - fileURL: The file.
    ///   - format: The type of the samples in buffers.
    ///   - interleaved: Whether all channels of a buffer are together.
    /// - Throws: An error with Apple's code: there is no file, it is damaged or of another type.
    public init(
        forReading fileURL: URL,
        commonFormat format: AVAudioCommonFormat,
        interleaved: Bool
    ) throws {
        guard let handle = try? FileHandle(forReadingFrom: fileURL) else {
            throw SoundFailure(kAudioFileUnspecifiedError, "no file at \(fileURL.path)").error
        }
        let header: SoundHeader
        do {
            header = try SoundHeader(SoundBytes(handle))
        } catch {
            let failure = error as? SoundFailure
            throw (failure ?? SoundFailure(kAudioFileUnspecifiedError, "can't be read")).error
        }
        url = fileURL
        fileFormat = AVAudioFormat(header.layout)
        processingFormat = try Self.processingFormat(header.layout, format, interleaved)
        (start, length, container) = (header.start, header.frames, nil)
        coder = SampleCoder(header.layout)
        self.handle = handle
    }

    /// Makes a file, with buffers of `Float`, each channel for itself.
    public convenience init(forWriting fileURL: URL, settings: [String: Any]) throws {
        try self.init(
            forWriting: fileURL,
            settings: settings,
            commonFormat: .pcmFormatFloat32,
            interleaved: false
        )
    }

    /// Makes a file, in place of one that is there.
    ///
    /// As on iOS, it has no frames for others until it is closed, or the last reference to this
    /// object goes.
    ///
    /// - Parameters:
    ///   - fileURL: The file, whose extension tells its kind.
    ///   - settings: The format, with samples as they are.
    ///   - format: The type of the samples in buffers.
    ///   - interleaved: Whether all channels of a buffer are together.
    /// - Throws: An error with Apple's code: the file can't be made, or not of this kind or format.
    public init(
        forWriting fileURL: URL,
        settings: [String: Any],
        commonFormat format: AVAudioCommonFormat,
        interleaved: Bool
    ) throws {
        guard let container = SoundContainer(fileURL) else {
            throw SoundFailure(kAudioFileUnsupportedFileTypeError, "no .wav, .aiff or .caf").error
        }
        guard let layout = SoundLayout(settings).flatMap(container.layout) else {
            let text = "\(fileURL.lastPathComponent) can't be written in this format"
            throw SoundFailure(kAudioFileUnsupportedDataFormatError, text).error
        }
        processingFormat = try Self.processingFormat(layout, format, interleaved)
        let header = container.header(layout, frames: 0)
        guard FileManager.default.createFile(atPath: fileURL.path, contents: Data(header)),
            let handle = try? FileHandle(forWritingTo: fileURL)
        else {
            let text = "\(fileURL.path) can't be made"
            throw SoundFailure(kAudioFileUnspecifiedError, text).error
        }
        try handle.seekToEnd()
        url = fileURL
        fileFormat = AVAudioFormat(layout)
        (start, length) = (UInt64(header.count), 0)
        self.container = container
        coder = SampleCoder(layout)
        self.handle = handle
    }

    deinit {
        close()
    }

    private static func processingFormat(
        _ file: SoundLayout,
        _ type: AVAudioCommonFormat,
        _ isInterleaved: Bool
    ) throws -> AVAudioFormat {
        guard let layout = SoundLayout(type, file.sampleRate, file.channels, isInterleaved) else {
            throw SoundFailure(kAudio_ParamError, "buffers have no such format").error
        }
        return AVAudioFormat(layout)
    }

    /// Reads as many frames as the buffer holds, or as are left.
    open func read(into buffer: AVAudioPCMBuffer) throws {
        try read(into: buffer, frameCount: buffer.frameCapacity)
    }

    /// Reads frames, from the position on.
    ///
    /// - Parameters:
    ///   - buffer: A buffer of the processing format.
    ///   - frames: The most frames.
    /// - Throws: An error with Apple's code; at the end of the file the one that iOS gives, which
    ///   says nothing.
    open func read(into buffer: AVAudioPCMBuffer, frameCount frames: AVAudioFrameCount) throws {
        buffer.frameLength = 0
        guard let handle, container == nil, buffer.format == processingFormat else {
            throw SoundFailure(kAudio_ParamError, "not open to be read into this buffer").error
        }
        guard let size = coder.layout.bytesPerFrame else {
            let text = "the samples of this format are not decoded on Linux"
            throw SoundFailure(kAudioFileUnsupportedDataFormatError, text).error
        }
        guard (0..<length).contains(framePosition) else {
            throw NSError(domain: "Foundation._GenericObjCError", code: 0)
        }
        let count = Int(min(Int64(min(frames, buffer.frameCapacity)), length - framePosition))
        try handle.seek(toOffset: start + UInt64(framePosition) * UInt64(size))
        var done = 0
        while done < count {
            let step = min(Self.step, count - done)
            let bytes = [UInt8](try handle.read(upToCount: step * size) ?? Data())
            decode(bytes, into: buffer, from: done)
            done += bytes.count / size
            // The file has become shorter.
            if bytes.count < step * size { break }
        }
        buffer.frameLength = AVAudioFrameCount(done)
        framePosition += Int64(done)
    }

    private func decode(_ bytes: [UInt8], into buffer: AVAudioPCMBuffer, from first: Int) {
        let (size, channels) = (coder.layout.bits / 8, coder.layout.channels)
        let span = bytes.span
        for frame in 0..<bytes.count / (size * channels) {
            for channel in 0..<channels {
                let place = (frame * channels + channel) * size
                buffer[first + frame, channel] = coder.sample(in: span, at: place)
            }
        }
    }

    /// Writes the frames of a buffer to the end of the file.
    ///
    /// - Parameter buffer: A buffer of the processing format.
    /// - Throws: An error with Apple's code, or one of the disk.
    open func write(from buffer: AVAudioPCMBuffer) throws {
        guard let handle, container != nil, buffer.format == processingFormat else {
            throw SoundFailure(kAudio_ParamError, "not open to be written from this buffer").error
        }
        for first in stride(from: 0, to: Int(buffer.frameLength), by: Self.step) {
            let end = min(first + Self.step, Int(buffer.frameLength))
            var bytes: [UInt8] = []
            bytes.reserveCapacity((end - first) * (coder.layout.bytesPerFrame ?? 0))
            for frame in first..<end {
                for channel in 0..<coder.layout.channels {
                    coder.append(buffer[frame, channel], to: &bytes)
                }
            }
            try handle.write(contentsOf: bytes)
            length += Int64(end - first)
            framePosition = length
        }
    }

    /// Closes the file; one that was written gets its length.
    open func close() {
        guard let handle else { return }
        self.handle = nil
        defer { try? handle.close() }
        guard let container else { return }
        let isOdd = length * Int64(coder.layout.bytesPerFrame ?? 0) % 2 == 1
        do {
            // Chunks of WAV and AIFF files end at even places.
            if isOdd, container != .caf { try handle.write(contentsOf: [0]) }
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: container.header(coder.layout, frames: length))
        } catch {
            // As on iOS, no error comes: the file stays without frames.
        }
    }
}
