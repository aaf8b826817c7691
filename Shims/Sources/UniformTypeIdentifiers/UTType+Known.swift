// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

extension UTType {
    /// Anything that has a name in a file system.
    public static var item: UTType { UTType(known: "public.item") }
    /// What a user calls content.
    public static var content: UTType { UTType(known: "public.content") }
    /// Content of several kinds.
    public static var compositeContent: UTType { UTType(known: "public.composite-content") }
    /// Bytes.
    public static var data: UTType { UTType(known: "public.data") }
    /// A directory of any kind.
    public static var directory: UTType { UTType(known: "public.directory") }
    /// A directory that users see.
    public static var folder: UTType { UTType(known: "public.folder") }
    /// The address of something.
    public static var url: UTType { UTType(known: "public.url") }
    /// The address of a file.
    public static var fileURL: UTType { UTType(known: "public.file-url") }
    /// Text, marked up or not.
    public static var text: UTType { UTType(known: "public.text") }
    /// Text without mark-up.
    public static var plainText: UTType { UTType(known: "public.plain-text") }
    /// Text without mark-up, in UTF-8.
    public static var utf8PlainText: UTType { UTType(known: "public.utf8-plain-text") }
    /// HTML.
    public static var html: UTType { UTType(known: "public.html") }
    /// XML.
    public static var xml: UTType { UTType(known: "public.xml") }
    /// JSON.
    public static var json: UTType { UTType(known: "public.json") }
    /// A business card.
    public static var vCard: UTType { UTType(known: "public.vcard") }
    /// A picture.
    public static var image: UTType { UTType(known: "public.image") }
    /// A JPEG picture.
    public static var jpeg: UTType { UTType(known: "public.jpeg") }
    /// A PNG picture.
    public static var png: UTType { UTType(known: "public.png") }
    /// A GIF picture.
    public static var gif: UTType { UTType(known: "com.compuserve.gif") }
    /// A TIFF picture.
    public static var tiff: UTType { UTType(known: "public.tiff") }
    /// A WebP picture.
    public static var webP: UTType { UTType(known: "org.webmproject.webp") }
    /// A Windows bitmap.
    public static var bmp: UTType { UTType(known: "com.microsoft.bmp") }
    /// A HEIF picture.
    public static var heif: UTType { UTType(known: "public.heif") }
    /// A HEIC picture.
    public static var heic: UTType { UTType(known: "public.heic") }
    /// An SVG picture.
    public static var svg: UTType { UTType(known: "public.svg-image") }
    /// Sound or moving pictures.
    public static var audiovisualContent: UTType { UTType(known: "public.audiovisual-content") }
    /// Moving pictures, with sound or without.
    public static var movie: UTType { UTType(known: "public.movie") }
    /// Moving pictures without sound.
    public static var video: UTType { UTType(known: "public.video") }
    /// Sound.
    public static var audio: UTType { UTType(known: "public.audio") }
    /// A QuickTime film.
    public static var quickTimeMovie: UTType { UTType(known: "com.apple.quicktime-movie") }
    /// An MPEG-4 film.
    public static var mpeg4Movie: UTType { UTType(known: "public.mpeg-4") }
    /// An MPEG-1 or MPEG-2 film.
    public static var mpeg: UTType { UTType(known: "public.mpeg") }
    /// An MPEG-2 film without sound.
    public static var mpeg2Video: UTType { UTType(known: "public.mpeg-2-video") }
    /// An AVI film.
    public static var avi: UTType { UTType(known: "public.avi") }
    /// MP3 sound.
    public static var mp3: UTType { UTType(known: "public.mp3") }
    /// WAV sound.
    public static var wav: UTType { UTType(known: "com.microsoft.waveform-audio") }
    /// AIFF sound.
    public static var aiff: UTType { UTType(known: "public.aiff-audio") }
    /// MPEG-4 sound.
    public static var mpeg4Audio: UTType { UTType(known: "public.mpeg-4-audio") }
    /// A PDF document.
    public static var pdf: UTType { UTType(known: "com.adobe.pdf") }
    /// Files packed into one.
    public static var archive: UTType { UTType(known: "public.archive") }
    /// Files packed into one, as ZIP.
    public static var zip: UTType { UTType(known: "public.zip-archive") }
}
