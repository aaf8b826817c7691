// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import FoundationShims

/// A number of frames; a frame has a sample of each channel.
public typealias AVAudioFrameCount = UInt32
/// A place in a file, in frames.
public typealias AVAudioFramePosition = Int64
/// A number of channels.
public typealias AVAudioChannelCount = UInt32
/// The code of four letters of a format.
public typealias AudioFormatID = UInt32

// MARK: - Formats

/// Samples as they are.
public let kAudioFormatLinearPCM: AudioFormatID = code("lpcm")
/// G.711 in North America, which is read.
public let kAudioFormatULaw: AudioFormatID = code("ulaw")
/// G.711 elsewhere, which is read.
public let kAudioFormatALaw: AudioFormatID = code("alaw")
/// IMA ADPCM, of which the length alone is known here.
public let kAudioFormatAppleIMA4: AudioFormatID = code("ima4")
/// AAC, of which the length alone is known here.
public let kAudioFormatMPEG4AAC: AudioFormatID = code("aac ")
/// Apple Lossless, of which the length alone is known here.
public let kAudioFormatAppleLossless: AudioFormatID = code("alac")

// MARK: - Settings

/// The format, a code of four letters.
public let AVFormatIDKey = "AVFormatIDKey"
/// The number of frames a second.
public let AVSampleRateKey = "AVSampleRateKey"
/// The number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// The size of a sample: 8, 16, which is the default, 24, 32 or 64.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// Whether the first byte of a sample is the highest.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// Whether samples are floating-point numbers.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Whether each channel has a buffer of its own, which no file has.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// The quality of an encoder, of which there is none here.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
/// The bit rate of an encoder, of which there is none here.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"

// MARK: - Errors

/// There is no such file, or it can't be used.
public let kAudioFileUnspecifiedError = OSStatus(code("wht?"))
/// The file is of no known type.
public let kAudioFileUnsupportedFileTypeError = OSStatus(code("typ?"))
/// The file can't have, or has, a format that is not known here.
public let kAudioFileUnsupportedDataFormatError = OSStatus(code("fmt?"))
/// The file is damaged.
public let kAudioFileInvalidFileError = OSStatus(code("dta?"))
/// A parameter is not valid.
public let kAudio_ParamError: OSStatus = -50

/// Reads a code of four letters.
func code(_ letters: String) -> UInt32 {
    letters.utf8.reduce(0) { $0 << 8 | UInt32($1) }
}
