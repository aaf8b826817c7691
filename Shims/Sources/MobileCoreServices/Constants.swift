// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import FoundationShims

/// Anything.
public var kUTTypeItem: CFString { "public.item" }
/// Data of any kind.
public var kUTTypeData: CFString { "public.data" }
/// Content of any kind.
public var kUTTypeContent: CFString { "public.content" }
/// Text of any kind.
public var kUTTypeText: CFString { "public.text" }
/// Text without markup.
public var kUTTypePlainText: CFString { "public.plain-text" }
/// Text without markup, in UTF-8.
public var kUTTypeUTF8PlainText: CFString { "public.utf8-plain-text" }
/// A URL.
public var kUTTypeURL: CFString { "public.url" }
/// The URL of a file.
public var kUTTypeFileURL: CFString { "public.file-url" }
/// An HTML page.
public var kUTTypeHTML: CFString { "public.html" }
/// JSON.
public var kUTTypeJSON: CFString { "public.json" }
/// A PDF document.
public var kUTTypePDF: CFString { "com.adobe.pdf" }
/// A picture of any format.
public var kUTTypeImage: CFString { "public.image" }
/// A JPEG picture.
public var kUTTypeJPEG: CFString { "public.jpeg" }
/// A PNG picture.
public var kUTTypePNG: CFString { "public.png" }
/// A GIF picture.
public var kUTTypeGIF: CFString { "com.compuserve.gif" }
/// A TIFF picture.
public var kUTTypeTIFF: CFString { "public.tiff" }
/// A BMP picture.
public var kUTTypeBMP: CFString { "com.microsoft.bmp" }
/// Sound or film.
public var kUTTypeAudiovisualContent: CFString { "public.audiovisual-content" }
/// A film, with or without sound.
public var kUTTypeMovie: CFString { "public.movie" }
/// A film without sound.
public var kUTTypeVideo: CFString { "public.video" }
/// Sound of any format.
public var kUTTypeAudio: CFString { "public.audio" }
/// A QuickTime film.
public var kUTTypeQuickTimeMovie: CFString { "com.apple.quicktime-movie" }
/// An MPEG film.
public var kUTTypeMPEG: CFString { "public.mpeg" }
/// An MPEG-2 film.
public var kUTTypeMPEG2Video: CFString { "public.mpeg-2-video" }
/// An MPEG-4 film.
public var kUTTypeMPEG4: CFString { "public.mpeg-4" }
/// MPEG-4 sound.
public var kUTTypeMPEG4Audio: CFString { "public.mpeg-4-audio" }
/// An AVI film.
public var kUTTypeAVIMovie: CFString { "public.avi" }
/// MP3 sound.
public var kUTTypeMP3: CFString { "public.mp3" }
/// WAV sound.
public var kUTTypeWaveformAudio: CFString { "com.microsoft.waveform-audio" }
/// AIFF sound.
public var kUTTypeAudioInterchangeFileFormat: CFString { "public.aiff-audio" }
/// A ZIP archive.
public var kUTTypeZipArchive: CFString { "public.zip-archive" }
/// The class of tags that are filename extensions.
public var kUTTagClassFilenameExtension: CFString { "public.filename-extension" }
/// The class of tags that are MIME types.
public var kUTTagClassMIMEType: CFString { "public.mime-type" }
