// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// The files that can be attached, and how large each may be.
///
/// The list is Apple's documented one. iOS is reported to take more (HEIC, QuickTime).
package enum AttachmentType: String, CaseIterable, Sendable {
    case aiff = "public.aiff-audio"
    case wav = "com.microsoft.waveform-audio"
    case mp3 = "public.mp3"
    case mpeg4Audio = "public.mpeg-4-audio"
    case appleMPEG4Audio = "com.apple.m4a-audio"
    case jpeg = "public.jpeg"
    case gif = "com.compuserve.gif"
    case png = "public.png"
    case mpeg = "public.mpeg"
    case mpeg2 = "public.mpeg-2-video"
    case mpeg4 = "public.mpeg-4"
    case avi = "public.avi"

    /// The type that files of this extension have; upper and lower case are one.
    package init?(filenameExtension: String) {
        let lowercased = filenameExtension.lowercased()
        guard let type = Self.allCases.first(where: { $0.extensions.contains(lowercased) }) else {
            return nil
        }
        self = type
    }

    private var extensions: [String] {
        switch self {
        case .aiff: ["aiff", "aif"]
        case .wav: ["wav", "wave"]
        case .mp3: ["mp3"]
        case .mpeg4Audio: []
        case .appleMPEG4Audio: ["m4a"]
        case .jpeg: ["jpg", "jpeg", "jpe"]
        case .gif: ["gif"]
        case .png: ["png"]
        case .mpeg: ["mpg", "mpeg", "mpe"]
        case .mpeg2: ["m2v", "mp2v"]
        case .mpeg4: ["mp4", "mpg4"]
        case .avi: ["avi"]
        }
    }

    /// The largest file in bytes: 5 MB of sound, 10 MB of picture, 50 MB of film.
    package var sizeLimit: Int {
        switch self {
        case .aiff, .wav, .mp3, .mpeg4Audio, .appleMPEG4Audio: 5 << 20
        case .jpeg, .gif, .png: 10 << 20
        case .mpeg, .mpeg2, .mpeg4, .avi: 50 << 20
        }
    }
}
