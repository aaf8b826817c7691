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

extension AttachmentType {
    /// How many bytes of a file tell what it is.
    package static let headLength = 512

    /// What a file of this type is by its first bytes, in words, where it is known to be something
    /// else.
    ///
    /// It is none where it begins as any documented type of the same class does: sound, picture or
    /// film. Pictures, for one, are shown by what they are and not by what they are called. What
    /// begins as nothing that is known passes, though the system may not show it.
    package func mismatch(of head: [UInt8]) -> String? {
        guard !Self.classes(of: head).contains(mediaClass) else { return nil }
        return Self.description(of: head)
    }

    /// A file that may be of several classes is named after the first of these.
    private enum MediaClass: CaseIterable {
        case picture
        case film
        case sound
    }

    private var mediaClass: MediaClass {
        switch self {
        case .aiff, .wav, .mp3, .mpeg4Audio, .appleMPEG4Audio: .sound
        case .jpeg, .gif, .png: .picture
        case .mpeg, .mpeg2, .mpeg4, .avi: .film
        }
    }

    /// The first bytes of the documented types, and where in the file they are.
    private static let beginnings: [(offset: Int, bytes: [UInt8], Set<MediaClass>)] = [
        (0, [0xFF, 0xD8, 0xFF], [.picture]),
        (0, text("GIF8"), [.picture]),
        (0, [0x89] + text("PNG\r\n") + [0x1A, 0x0A], [.picture]),
        (0, text("FORM"), [.sound]),
        (8, text("WAVE"), [.sound]),
        (0, text("ID3"), [.sound]),
        (8, text("AVI "), [.film]),
        (0, [0, 0, 1], [.film]),
        // MPEG-4 and QuickTime hold either.
        (4, text("ftyp"), [.sound, .film]),
        (4, text("moov"), [.sound, .film]),
        (4, text("mdat"), [.sound, .film]),
        (4, text("free"), [.sound, .film]),
        (4, text("wide"), [.sound, .film]),
    ]

    private static func classes(of head: [UInt8]) -> Set<MediaClass> {
        var classes = beginnings.reduce(into: Set<MediaClass>()) { classes, beginning in
            let place = head.dropFirst(beginning.offset).prefix(beginning.bytes.count)
            if place.elementsEqual(beginning.bytes) { classes.formUnion(beginning.2) }
        }
        // A frame of MPEG audio begins with eleven bits that are set.
        if head.count > 1, head[0] == 0xFF, head[1] & 0xE0 == 0xE0 { classes.insert(.sound) }
        return classes
    }

    /// What is often found in the place of a file, by how it begins.
    private static let strangers: [(beginning: String, words: String)] = [
        ("<!doctype html", "an HTML page"), ("<html", "an HTML page"), ("<?xml", "XML"),
        ("<svg", "an SVG picture"), ("{", "JSON"), ("[", "JSON"), ("%pdf", "a PDF document"),
        ("pk\u{3}\u{4}", "a ZIP archive"),
    ]

    private static func description(of head: [UInt8]) -> String? {
        guard !head.isEmpty else { return "an empty file" }
        if let words = words(forBrandOf: head) { return words }
        let classes = classes(of: head)
        switch MediaClass.allCases.first(where: classes.contains) {
        case .sound: return "a sound"
        case .picture: return "a picture"
        case .film: return "a film"
        case nil: break
        }
        if head.dropFirst(8).starts(with: text("WEBP")) { return "a WebP picture" }
        let beginning = String(decoding: head, as: UTF8.self).lowercased()
            .drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if let stranger = strangers.first(where: { beginning.hasPrefix($0.beginning) }) {
            return stranger.words
        }
        let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0) }
        return isText ? "text" : nil
    }

    /// What a file in the container of MPEG-4 is, if its brand says so.
    private static func words(forBrandOf head: [UInt8]) -> String? {
        guard head.dropFirst(4).starts(with: text("ftyp")) else { return nil }
        return switch String(decoding: head.dropFirst(8).prefix(4), as: UTF8.self) {
        case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1": "a HEIC picture"
        case "avif", "avis": "an AVIF picture"
        case "M4A ", "M4B ", "M4P ": "a sound"
        default: nil
        }
    }

    private static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
}
