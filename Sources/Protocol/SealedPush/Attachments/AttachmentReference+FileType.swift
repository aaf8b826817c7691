// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension AttachmentReference {
    /// The type of a file that a notification can show, each with one name.
    ///
    /// The raw value is the media type. Apple's uniform type identifier follows from it. The
    /// content of a file never decides its type.
    public enum FileType: String, CaseIterable, Hashable, Sendable {
        /// AIFF sound.
        case aiff = "audio/aiff"
        /// Wave sound.
        case wave = "audio/wave"
        /// MP3 sound.
        case mp3 = "audio/mpeg"
        /// MPEG-4 sound.
        case m4a = "audio/mp4"
        /// A JPEG picture.
        case jpeg = "image/jpeg"
        /// A GIF picture, moving or not.
        case gif = "image/gif"
        /// A PNG picture.
        case png = "image/png"
        /// An MPEG-1 or MPEG-2 film.
        case mpeg = "video/mpeg"
        /// An MPEG-4 film.
        case mp4 = "video/mp4"
        /// An AVI film.
        case avi = "video/avi"

        /// The type of files with the name extension `filenameExtension`, in upper or lower case;
        /// nil for any other.
        public init?(filenameExtension: String) {
            let name = filenameExtension.lowercased()
            let alias = ["aif": "aiff", "wave": "wav", "jpeg": "jpg", "mpeg": "mpg"][name] ?? name
            guard let type = Self.allCases.first(where: { $0.filenameExtension == alias }) else {
                return nil
            }
            self = type
        }

        /// The type by the extension of a file's name or path; nil for an unknown one.
        public init?(filename: String) {
            let name = filename.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count > 1, let ending = parts.last else { return nil }
            self.init(filenameExtension: String(ending))
        }

        /// The usual extension of such a file's name, without the point.
        public var filenameExtension: String {
            switch self {
            case .aiff: "aiff"
            case .wave: "wav"
            case .mp3: "mp3"
            case .m4a: "m4a"
            case .jpeg: "jpg"
            case .gif: "gif"
            case .png: "png"
            case .mpeg: "mpg"
            case .mp4: "mp4"
            case .avi: "avi"
            }
        }

        /// Apple's uniform type identifier, as the type hint of a `UNNotificationAttachment`.
        public var uniformTypeIdentifier: String {
            switch self {
            case .aiff: "public.aiff-audio"
            case .wave: "com.microsoft.waveform-audio"
            case .mp3: "public.mp3"
            case .m4a: "public.mpeg-4-audio"
            case .jpeg: "public.jpeg"
            case .gif: "com.compuserve.gif"
            case .png: "public.png"
            case .mpeg: "public.mpeg"
            case .mp4: "public.mpeg-4"
            case .avi: "public.avi"
            }
        }

        /// The most bytes of a file: 5 MB of sound, 10 MB of picture, 50 MB of film, of 2^20 bytes
        /// each.
        public var sizeLimit: Int {
            switch self {
            case .aiff, .wave, .mp3, .m4a: 5 << 20
            case .jpeg, .gif, .png: 10 << 20
            case .mpeg, .mp4, .avi: 50 << 20
            }
        }
    }
}
