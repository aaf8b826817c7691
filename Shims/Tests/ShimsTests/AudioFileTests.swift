// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import AVFoundation
import Foundation
import Testing

@testable import AVFAudio

/// Sound files, each test in a folder of its own.
@Suite final class AudioFileTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("sounds-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

    private func file(_ name: String, _ data: Data) throws -> URL {
        try data.write(to: file(name))
        return file(name)
    }

    /// The samples of a file, frame by frame.
    private func samples(_ url: URL) throws -> [Float] {
        let file = try AVAudioFile(forReading: url)
        let buffer = try #require(
            AVAudioPCMBuffer(
                pcmFormat: file.processingFormat,
                frameCapacity: AVAudioFrameCount(file.length)
            )
        )
        try file.read(into: buffer)
        guard let data = unsafe buffer.floatChannelData else { return [] }
        return (0..<Int(buffer.frameLength)).flatMap { frame in
            (0..<Int(buffer.format.channelCount)).map { unsafe data[$0][frame] }
        }
    }

    private static let stereo: [Float] = [
        0, -1, 0.5, 32_767 / 32_768, -1 / 32_768, 1 / 32_768, 1 / 128, -1 / 128,
    ]

    private static let muLaw: [Float] = [0, 132, 64, -132, -8, 260, 0, 260]

    /// Files that Python's `wave` and `aifc` wrote.
    private static let files: [(String, [Float])] = [
        (
            "UklGRjQAAABXQVZFZm10IBAAAAABAAIARKwAABCxAgAEABAAZGF0YRAAAAAAAACAAED/f///AQAAAQD/",
            AudioFileTests.stereo
        ),
        (
            "Rk9STQAAAD5BSUZGQ09NTQAAABIAAgAAAAQAEEAOrEQAAAAAAABTU05EAAAAGAAAAAAAAAAAAACAAEAA"
                + "f////wABAQD/AA==",
            AudioFileTests.stereo
        ),
        (
            "Rk9STQAAAExBSUZDRlZFUgAAAASigFFAQ09NTQAAABwAAgAAAAQACEAOrEQAAAAAAAB1bGF3BHVsYXcA"
                + "U1NORAAAABAAAAAAAAAAAP/v929+5//n",
            AudioFileTests.muLaw.map { $0 / 32_768 }
        ),
    ]

    @Test(arguments: files)
    func `files of another library are read`(_ base64: String, _ expected: [Float]) throws {
        let data = try #require(Data(base64Encoded: base64))
        let url = try file("sound", data)
        let sound = try AVAudioFile(forReading: url)
        #expect(sound.length == 4)
        #expect(sound.fileFormat.sampleRate == 44_100)
        #expect(sound.fileFormat.channelCount == 2)
        #expect(sound.processingFormat.isStandard)
        #expect(try samples(url) == expected)
    }

    /// Every 17th byte, and a sum over all 256, by Python's `audioop`.
    @Test(arguments: [
        (
            kAudioFormatULaw,
            [
                -32_124, -15_484, -7420, -3516, -1628, -716, -276, -64, 23_932, 11_388, 5372,
                2492, 1116, 460, 148, 0,
            ], 98_107_392
        ),
        (
            kAudioFormatALaw,
            [
                -5504, -2624, -24_064, -11_520, -280, -8, -1248, -592, 7552, 3648, 32_256,
                15_616, 408, 136, 1760, 848,
            ], 100_139_008
        ),
    ])
    func `each byte of a law is its sample`(
        _ format: AudioFormatID,
        _ some: [Int],
        _ sum: Int
    ) {
        var layout = SoundLayout(sampleRate: 8000, channels: 1, bits: 8)
        layout.format = format
        let coder = SampleCoder(layout)
        let bytes = (0..<256).map { UInt8($0) }
        let all = bytes.indices.map { Int(coder.sample(in: bytes.span, at: $0) * 32_768) }
        #expect(stride(from: 0, to: 256, by: 17).map { all[$0] } == some)
        #expect(all.enumerated().reduce(0) { $0 + $1.element * ($1.offset + 1) } == sum)
    }

    private static func settings(_ bits: Int, isFloat: Bool, isBigEndian: Bool) -> [String: Any] {
        [
            AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 22_050,
            AVNumberOfChannelsKey: 2, AVLinearPCMBitDepthKey: bits,
            AVLinearPCMIsFloatKey: isFloat, AVLinearPCMIsBigEndianKey: isBigEndian,
        ]
    }

    /// Which files take which samples: of each size whole numbers, then floating-point ones.
    @Test(arguments: ["wav", "aiff", "aif", "aifc", "caf"], [false, true])
    func `what is written is read`(_ kind: String, _ isBigEndian: Bool) throws {
        for (bits, isFloat) in [
            (8, false), (16, false), (24, false), (32, false), (32, true), (64, true),
        ] {
            let settings = Self.settings(bits, isFloat: isFloat, isBigEndian: isBigEndian)
            let isPossible =
                switch kind {
                case "wav": !isBigEndian
                case "caf": true
                case "aifc": isBigEndian || !isFloat
                default: !isFloat && (isBigEndian || bits == 8)
                }
            let url = file("\(bits)\(isFloat).\(kind)")
            let samples: [Float] = [0, -1, 0.5, 0.25, -0.75, 0.125]
            do {
                let sound = try AVAudioFile(forWriting: url, settings: settings)
                let buffer = try #require(
                    AVAudioPCMBuffer(pcmFormat: sound.processingFormat, frameCapacity: 3)
                )
                buffer.frameLength = 3
                for (place, sample) in samples.enumerated() {
                    unsafe buffer.floatChannelData?[place % 2][place / 2] = sample
                }
                try sound.write(from: buffer)
                #expect(sound.length == 3 && sound.isOpen)
            } catch {
                #expect(!isPossible, "\(kind) \(bits) \(isFloat)")
                let code = OSStatus((error as NSError).code)
                #expect(code == kAudioFileUnsupportedDataFormatError)
                continue
            }
            #expect(isPossible, "\(kind) \(bits) \(isFloat)")
            #expect(try self.samples(url) == samples)
            let sound = try AVAudioFile(forReading: url)
            #expect(sound.fileFormat.sampleRate == 22_050)
            let depth = sound.fileFormat.settings[AVLinearPCMBitDepthKey] as? Int
            #expect(depth == bits)
        }
    }

    @Test func `a sound is repeated until it is as long as it is to be`() throws {
        let tone = try file("tone.caf", Sounds.caf((0..<300).map { Int16($0) }))
        let long = file("long.caf")
        do {
            let input = try AVAudioFile(forReading: tone)
            let output = try AVAudioFile(
                forWriting: long,
                settings: input.fileFormat.settings
            )
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: input.processingFormat, frameCapacity: 128)
            )
            while output.length < 1000 {
                if input.framePosition == input.length { input.framePosition = 0 }
                try input.read(
                    into: buffer,
                    frameCount: AVAudioFrameCount(min(128, 1000 - output.length))
                )
                try output.write(from: buffer)
            }
            // As on iOS, others see no frames yet.
            #expect(try AVAudioFile(forReading: long).length == 0)
        }
        #expect(try samples(long) == (0..<1000).map { Float($0 % 300) / 32_768 })
    }

    @Test(arguments: [
        (AVAudioCommonFormat.pcmFormatInt16, true), (.pcmFormatInt16, false),
        (.pcmFormatInt32, true), (.pcmFormatFloat64, false), (.pcmFormatFloat32, true),
    ])
    func `buffers of other types are read and written`(
        _ type: AVAudioCommonFormat,
        _ interleaved: Bool
    ) throws {
        let url = file("sound.wav")
        do {
            let sound = try AVAudioFile(
                forWriting: url,
                settings: Self.settings(16, isFloat: false, isBigEndian: false),
                commonFormat: type,
                interleaved: interleaved
            )
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: sound.processingFormat, frameCapacity: 2)
            )
            buffer.frameLength = 2
            (buffer[0, 0], buffer[0, 1], buffer[1, 0], buffer[1, 1]) = (0.5, -1, 2, .nan)
            #expect((unsafe buffer.int16ChannelData != nil) == (type == .pcmFormatInt16))
            #expect((unsafe buffer.int32ChannelData != nil) == (type == .pcmFormatInt32))
            #expect((unsafe buffer.floatChannelData != nil) == (type == .pcmFormatFloat32))
            #expect(buffer.stride == (interleaved ? 2 : 1))
            try sound.write(from: buffer)
            sound.close()
            #expect(throws: NSError.self) { try sound.write(from: buffer) }
        }
        #expect(try samples(url) == [0.5, -1, 32_767 / 32_768, 0])
    }

    @Test func `reading at the end fails as on iOS, and a wrong buffer does`() throws {
        let sound = try AVAudioFile(forReading: file("tone.caf", Sounds.caf([1, 2, 3])))
        let buffer = try #require(
            AVAudioPCMBuffer(pcmFormat: sound.processingFormat, frameCapacity: 9)
        )
        try sound.read(into: buffer)
        #expect(buffer.frameLength == 3 && sound.framePosition == 3)
        #expect { try sound.read(into: buffer) } throws: { ($0 as NSError).code == 0 }
        #expect(buffer.frameLength == 0)
        sound.framePosition = -1
        #expect(throws: NSError.self) { try sound.read(into: buffer) }
        let format = try #require(
            AVAudioFormat(standardFormatWithSampleRate: 8001, channels: 1)
        )
        let other = try #require(AVAudioPCMBuffer(pcmFormat: format, frameCapacity: 9))
        #expect { try sound.read(into: other) } throws: { ($0 as NSError).code == -50 }
        #expect { try sound.write(from: buffer) } throws: { ($0 as NSError).code == -50 }
    }

    @Test func `AAC and IMA4 have a length, and are not read`() throws {
        for format in ["aac ", "ima4"] {
            let data = Sounds.caf([1, 2, 3], format: format, frames: 4321)
            let sound = try AVAudioFile(forReading: file(format, data))
            #expect(sound.length == 4321)
            #expect(sound.fileFormat.settings[AVFormatIDKey] as? UInt32 == code(format))
            let buffer = try #require(
                AVAudioPCMBuffer(pcmFormat: sound.processingFormat, frameCapacity: 9)
            )
            #expect { try sound.read(into: buffer) } throws: {
                OSStatus(($0 as NSError).code) == kAudioFileUnsupportedDataFormatError
            }
            #expect {
                try AVAudioFile(forWriting: self.file("a.caf"), settings: sound.fileFormat.settings)
            } throws: { OSStatus(($0 as NSError).code) == kAudioFileUnsupportedDataFormatError }
        }
    }

    @Test func `a file that is none, absent or unwritable has the code of iOS`() throws {
        let text = try file("text.wav", Data("no sound".utf8))
        func code(_ body: () throws -> AVAudioFile) -> OSStatus {
            do {
                _ = try body()
                return 0
            } catch {
                return OSStatus((error as NSError).code)
            }
        }
        #expect(code { try AVAudioFile(forReading: text) } == kAudioFileUnsupportedFileTypeError)
        #expect(code { try AVAudioFile(forReading: file("none")) } == kAudioFileUnspecifiedError)
        #expect(code { try AVAudioFile(forReading: folder) } == kAudioFileUnspecifiedError)
        let settings = Self.settings(16, isFloat: false, isBigEndian: false)
        let mp3 = file("sound.mp3")
        #expect(
            code { try AVAudioFile(forWriting: mp3, settings: settings) }
                == kAudioFileUnsupportedFileTypeError
        )
        let nowhere = file("no/sound.wav")
        #expect(
            code { try AVAudioFile(forWriting: nowhere, settings: settings) }
                == kAudioFileUnspecifiedError
        )
        #expect(
            code { try AVAudioFile(forWriting: file("a.wav"), settings: [:]) }
                == kAudioFileUnsupportedDataFormatError
        )
    }

    @Test func `a damaged file is read as far as it goes, or refused`() throws {
        let stereo = Self.settings(24, isFloat: false, isBigEndian: true)
        for kind in ["wav", "aifc", "caf"] {
            let url = file("sound.\(kind)")
            var settings = stereo
            settings[AVLinearPCMIsBigEndianKey] = kind != "wav"
            do {
                let sound = try AVAudioFile(forWriting: url, settings: settings)
                let buffer = try #require(
                    AVAudioPCMBuffer(pcmFormat: sound.processingFormat, frameCapacity: 5)
                )
                buffer.frameLength = 5
                try sound.write(from: buffer)
            }
            let data = try Data(contentsOf: url)
            var damaged = stride(from: 0, to: data.count, by: 3).map { Data(data.prefix($0)) }
            for place in stride(from: 0, to: data.count, by: 2) {
                for value in [0xFF, data[place] ^ 1] {
                    var changed = data
                    changed[place] = value
                    damaged.append(changed)
                }
            }
            for data in damaged {
                let changed = try file("damaged", data)
                guard let sound = try? AVAudioFile(forReading: changed) else { continue }
                #expect(sound.fileFormat.channelCount <= 64)
                let isDecoded = sound.fileFormat.layout.bytesPerFrame != nil
                if isDecoded { #expect(sound.length <= data.count) }
                let buffer = AVAudioPCMBuffer(
                    pcmFormat: sound.processingFormat,
                    frameCapacity: 100
                )
                try? sound.read(into: #require(buffer))
            }
        }
    }

    @Test func `a file that grows while it is read has the chunks that it had`() async throws {
        let url = try file("growing", Data("RIFF....WAVEfm".utf8))
        await #expect(processExitsWith: .success) { [path = url.path as String] in
            let url = URL(fileURLWithPath: path)
            let bytes = try SoundBytes(FileHandle(forReadingFrom: url))
            let writer = try FileHandle(forWritingTo: url)
            try writer.seekToEnd()
            try writer.write(contentsOf: Data("t \u{10}\0\0\0".utf8) + Data(count: 16))
            for isLong in [false, true] {
                let chunks = try bytes.chunks(from: 12, isBigEndian: false, isLong: isLong)
                #expect(chunks.isEmpty)
            }
        }
    }

    @Test func `settings and formats are those that there are`() throws {
        let format = try #require(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 2))
        #expect(AVAudioFormat(settings: format.settings) == format)
        #expect(format.commonFormat == .pcmFormatFloat32)
        #expect(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 3) == nil)
        #expect(AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 0) == nil)
        #expect(AVAudioFormat(standardFormatWithSampleRate: .nan, channels: 1) == nil)
        for bits in [-8, 0, 12, 40] {
            let settings = Self.settings(bits, isFloat: false, isBigEndian: false)
            #expect(AVAudioFormat(settings: settings) == nil)
        }
        let none = AVAudioFormat(
            commonFormat: .otherFormat,
            sampleRate: 8000,
            channels: 1,
            interleaved: false
        )
        #expect(none == nil)
    }

    @Test func `a length beyond the capacity ends the program`() async {
        await #expect(processExitsWith: .failure) {
            let format = AVAudioFormat(standardFormatWithSampleRate: 8000, channels: 1)
            let buffer = format.flatMap { AVAudioPCMBuffer(pcmFormat: $0, frameCapacity: 1) }
            buffer?.frameLength = 2
        }
    }
}

enum Sounds {
    /// A CAF file of one channel, 8000 frames a second, as Apple's tools write it.
    static func caf(_ samples: [Int16], format: String = "lpcm", frames: Int? = nil) -> Data {
        func number<Number: FixedWidthInteger>(_ number: Number) -> Data {
            Data(
                (0..<Number.bitWidth / 8).map { place in
                    UInt8(truncatingIfNeeded: number >> Number(Number.bitWidth - 8 - 8 * place))
                }
            )
        }
        let isPCM = format == "lpcm"
        var data = Data("caff".utf8) + number(UInt32(0x10000)) + Data("desc".utf8)
        data += number(UInt64(32)) + number(Double(8000).bitPattern) + Data(format.utf8)
        data += [UInt32(isPCM ? 2 : 0), isPCM ? 2 : 0, 1, 1, isPCM ? 16 : 0]
            .reduce(Data()) { $0 + number($1) }
        if let frames {
            data += Data("pakt".utf8) + number(UInt64(24)) + number(UInt64(5))
            data += number(UInt64(frames)) + number(UInt64(0))
        }
        // The size may be left open.
        data += Data("data".utf8) + number(Int64(-1)) + number(UInt32(0))
        return data + samples.reduce(Data()) { $0 + number($1.byteSwapped) }
    }
}
