// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What is known of a type.
struct Declaration: Sendable {
    let identifier: String
    /// The types that it is a kind of.
    let parents: [String]
    /// Without the dot and in lower case, the preferred one first.
    let extensions: [String]
    /// In lower case, the preferred one first.
    let mimeTypes: [String]

    init(
        _ identifier: String,
        kindOf parents: [String] = [],
        extensions: [String] = [],
        mimeTypes: [String] = []
    ) {
        self.identifier = identifier
        self.parents = parents
        self.extensions = extensions
        self.mimeTypes = mimeTypes
    }

    /// This type's ancestors, near ones first.
    var ancestors: [Declaration] {
        var found: [Declaration] = []
        for parent in parents.compactMap({ Self.known[$0] }) {
            let line = [parent] + parent.ancestors
            found += line.filter { one in !found.contains { $0.identifier == one.identifier } }
        }
        return found
    }

    /// The types that this module knows, by their names.
    static let known = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })

    /// The same in the order in which a filename extension or a MIME type is looked for.
    static let all = basics + texts + images + recordings + documents

    private static let basics = [
        Declaration("public.item"),
        Declaration("public.content"),
        Declaration("public.composite-content", kindOf: ["public.content"]),
        Declaration("public.data", kindOf: ["public.item"]),
        Declaration("public.directory", kindOf: ["public.item"]),
        Declaration("public.folder", kindOf: ["public.directory"]),
        Declaration("public.url", kindOf: ["public.data"]),
        Declaration("public.file-url", kindOf: ["public.url"]),
    ]

    private static let texts = [
        Declaration("public.text", kindOf: ["public.data", "public.content"]),
        Declaration(
            "public.plain-text",
            kindOf: ["public.text"],
            extensions: ["txt", "text"],
            mimeTypes: ["text/plain"]
        ),
        Declaration("public.utf8-plain-text", kindOf: ["public.plain-text"]),
        Declaration(
            "public.html",
            kindOf: ["public.text"],
            extensions: ["html", "htm"],
            mimeTypes: ["text/html"]
        ),
        Declaration(
            "public.xml",
            kindOf: ["public.text"],
            extensions: ["xml"],
            mimeTypes: ["application/xml", "text/xml"]
        ),
        Declaration(
            "public.json",
            kindOf: ["public.text"],
            extensions: ["json"],
            mimeTypes: ["application/json"]
        ),
        Declaration(
            "public.vcard",
            kindOf: ["public.text"],
            extensions: ["vcf", "vcard"],
            mimeTypes: ["text/vcard", "text/directory", "text/x-vcard"]
        ),
    ]

    private static let images = [
        Declaration("public.image", kindOf: ["public.data", "public.content"]),
        image("public.jpeg", ["jpeg", "jpg", "jpe"], ["image/jpeg", "image/jpg"]),
        image("public.png", ["png"], ["image/png"]),
        image("com.compuserve.gif", ["gif"], ["image/gif"]),
        image("public.tiff", ["tiff", "tif"], ["image/tiff"]),
        image("org.webmproject.webp", ["webp"], ["image/webp"]),
        image("com.microsoft.bmp", ["bmp"], ["image/bmp", "image/x-ms-bmp"]),
        Declaration("public.heif-standard", kindOf: ["public.image"]),
        image("public.heif", ["heif"], ["image/heif"], kindOf: ["public.heif-standard"]),
        image("public.heic", ["heic"], ["image/heic"], kindOf: ["public.heif-standard"]),
        image(
            "public.svg-image",
            ["svg"],
            ["image/svg+xml"],
            kindOf: ["public.image", "public.xml"]
        ),
    ]

    private static let recordings = [
        Declaration("public.audiovisual-content", kindOf: ["public.data", "public.content"]),
        Declaration("public.movie", kindOf: ["public.audiovisual-content"]),
        Declaration("public.video", kindOf: ["public.movie"]),
        Declaration("public.audio", kindOf: ["public.audiovisual-content"]),
        movie("com.apple.quicktime-movie", ["mov", "qt"], ["video/quicktime"]),
        movie("public.mpeg-4", ["mp4", "mpg4"], ["video/mp4"]),
        movie("public.mpeg", ["mpg", "mpeg", "mpe"], ["video/mpeg"]),
        movie("public.mpeg-2-video", ["m2v"], ["video/mpeg2"], kindOf: "public.video"),
        movie("public.avi", ["avi"], ["video/avi", "video/msvideo", "video/x-msvideo"]),
        sound("public.mp3", ["mp3"], ["audio/mpeg", "audio/mp3", "audio/mpeg3"]),
        sound(
            "com.microsoft.waveform-audio",
            ["wav", "wave"],
            ["audio/vnd.wave", "audio/wav", "audio/wave", "audio/x-wav"]
        ),
        sound("public.aiff-audio", ["aiff", "aif"], ["audio/aiff", "audio/x-aiff"]),
        sound("public.mpeg-4-audio", [], ["audio/mp4"]),
        sound("com.apple.m4a-audio", ["m4a"], ["audio/x-m4a", "audio/m4a"]),
    ]

    private static let documents = [
        Declaration(
            "com.adobe.pdf",
            kindOf: ["public.data", "public.composite-content"],
            extensions: ["pdf"],
            mimeTypes: ["application/pdf"]
        ),
        Declaration("public.archive", kindOf: ["public.data"]),
        Declaration(
            "public.zip-archive",
            kindOf: ["public.archive"],
            extensions: ["zip"],
            mimeTypes: ["application/zip"]
        ),
    ]

    private static func image(
        _ identifier: String,
        _ extensions: [String],
        _ mimeTypes: [String],
        kindOf parents: [String] = ["public.image"]
    ) -> Declaration {
        Declaration(identifier, kindOf: parents, extensions: extensions, mimeTypes: mimeTypes)
    }

    private static func movie(
        _ identifier: String,
        _ extensions: [String],
        _ mimeTypes: [String],
        kindOf parent: String = "public.movie"
    ) -> Declaration {
        Declaration(identifier, kindOf: [parent], extensions: extensions, mimeTypes: mimeTypes)
    }

    private static func sound(
        _ identifier: String,
        _ extensions: [String],
        _ mimeTypes: [String]
    ) -> Declaration {
        Declaration(
            identifier,
            kindOf: ["public.audio"],
            extensions: extensions,
            mimeTypes: mimeTypes
        )
    }
}
