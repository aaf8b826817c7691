// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// Where a module comes from that an extension imports.
enum AppleModule {
    /// The products of the package `sealedpush` that have the names of Apple's frameworks.
    static let frameworks: Set = [
        "CallKit", "CoreLocation", "Intents", "UserNotifications", "UserNotificationsUI",
    ]

    /// The products of the package `shims`.
    static let shims: Set = [
        "AVFAudio", "AVFoundation", "AudioToolbox", "Combine", "Compression", "CryptoKit",
        "FoundationShims", "ImageIO", "MobileCoreServices", "OSLog", "Security", "UIKit",
        "UniformTypeIdentifiers", "os",
    ]

    /// What a toolchain on Linux has.
    static let toolchain: Set = [
        "Dispatch", "Distributed", "Foundation", "FoundationEssentials", "FoundationNetworking",
        "FoundationXML", "Glibc", "Observation", "RegexBuilder", "Swift", "Synchronization",
    ]

    /// What stands here for modules of which another has what extensions use.
    static let substitutes = [
        "CoreFoundation": "FoundationShims", "CoreGraphics": "Foundation", "Darwin": "Glibc",
    ]

    /// Whether a module is there, by a package or the toolchain.
    static func isThere(_ name: String) -> Bool {
        frameworks.contains(name) || shims.contains(name) || toolchain.contains(name)
    }

    /// The module that a file has to import here for a word, and on Apple's systems need not.
    static func extra(for word: Substring) -> String? {
        if networking.contains(word) || word.hasPrefix("URLSession") {
            "FoundationNetworking"
        } else if shimmed.contains(word) || word.hasPrefix("CFNotification") {
            "FoundationShims"
        } else if security.contains(word)
            || ["SecKey", "kSec", "errSec"].contains(where: word.hasPrefix)
        {
            "Security"
        } else if compression.contains(word) {
            "Compression"
        } else if xml.contains(word) {
            "FoundationXML"
        } else if imaging.contains(where: word.hasPrefix) {
            "ImageIO"
        } else if graphics.contains(word) {
            "UIKit"
        } else {
            nil
        }
    }

    /// The modules that bring along another.
    static func bringers(of module: String) -> Set<String> {
        switch module {
        case "FoundationNetworking": [module, "Combine", "UserNotifications"]
        case "UIKit": [module, "ImageIO"]
        case "Compression", "FoundationXML", "ImageIO", "Security": [module]
        default: shims
        }
    }

    private static let networking: Set<Substring> = [
        "CachedURLResponse", "HTTPCookie", "HTTPCookieStorage", "HTTPURLResponse",
        "NSMutableURLRequest", "NSURLRequest", "URLAuthenticationChallenge", "URLCache",
        "URLCredential", "URLProtectionSpace", "URLProtocol", "URLRequest", "URLResponse",
    ]

    /// What Apple's Foundation brings along of the keychain.
    private static let security: Set<Substring> = [
        "SecCopyErrorMessageString", "SecItemAdd", "SecItemCopyMatching", "SecItemDelete",
        "SecItemUpdate", "SecPadding", "SecRandomCopyBytes",
    ]

    /// What `NSData` has in Apple's Foundation.
    private static let compression: Set<Substring> = [
        "CompressionAlgorithm", "compressed", "decompressed",
    ]

    /// How names begin that Apple's UIKit brings along.
    private static let imaging = ["CGImageDestination", "CGImageSource", "kCGImage"]

    /// What Apple's CoreGraphics has, and what its classes are drawn by here.
    private static let graphics: Set<Substring> = [
        "CGAffineTransform", "CGBlendMode", "CGColor", "CGContext", "CGImage", "CGPath",
    ]

    private static let xml: Set<Substring> = [
        "XMLDTD", "XMLDTDNode", "XMLDocument", "XMLElement", "XMLNode", "XMLParser",
        "XMLParserDelegate",
    ]

    private static let shimmed: Set<Substring> = [
        "CFArray", "CFBoolean", "CFData", "CFDictionary", "CFError", "CFErrorCopyDescription",
        "CFErrorGetCode", "CFString", "CFTypeRef", "CFURL",
        "DispatchSourceMemoryPressure", "LocalizationValue", "OSStatus", "autoreleasepool",
        "containerURL", "kCFBooleanFalse", "kCFBooleanTrue", "localized",
        "makeMemoryPressureSource", "noErr", "startAccessingSecurityScopedResource",
        "stopAccessingSecurityScopedResource",
    ]
}
