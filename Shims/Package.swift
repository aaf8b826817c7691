// swift-tools-version: 6.2
// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] =
    Context.environment["STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
    strict + [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]

/// A module of Apple's name, where the system has none.
func shim(_ name: String, on dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// For the context of content extensions, which the base of their controllers has.
let userNotificationsUI: Target.Dependency =
    .product(name: "UserNotificationsUI", package: "sealedpush")

/// For the keychain, which is the device's.
let simulatedDevice: Target.Dependency = .product(name: "SimulatedDevice", package: "sealedpush")

let openCombine = ["OpenCombine", "OpenCombineDispatch", "OpenCombineFoundation"]

let shims: [Target] = [
    shim("FoundationShims"),
    shim("os", on: ["COS", "FoundationShims"]),
    shim("OSLog", on: ["os"]),
    shim(
        "CryptoKit",
        on: ["FoundationShims", .product(name: "Crypto", package: "swift-crypto")]
    ),
    shim("UniformTypeIdentifiers", on: ["FoundationShims"]),
    shim("UIKit", on: ["FoundationShims", "PictureShims", "_Testing_UIKit", userNotificationsUI]),
    shim("ImageIO", on: ["FoundationShims", "PictureShims"]),
    shim("MobileCoreServices", on: ["FoundationShims", "UniformTypeIdentifiers"]),
    shim("AVFAudio", on: ["FoundationShims"]),
    shim("AVFoundation", on: ["AVFAudio"]),
    shim("AudioToolbox", on: ["FoundationShims"]),
    shim("Compression", on: ["CCompression", "FoundationShims"]),
    shim(
        "Security",
        on: [
            "CKeys", "FoundationShims", simulatedDevice,
            .product(name: "Crypto", package: "swift-crypto"),
        ]
    ),
    shim(
        "Combine",
        on: ["FoundationShims"] + openCombine.map { .product(name: $0, package: "OpenCombine") }
    ),
]

/// The pixels of PNG and JPEG files; nothing else links these libraries.
let pictures: [Target] = [
    .target(
        name: "CPictures",
        linkerSettings: [.linkedLibrary("png"), .linkedLibrary("jpeg")]
    ),
    shim("PictureShims", on: ["CPictures"]),
]

/// Raw DEFLATE, and the keys of OpenSSL.
let libraries: [Target] = [
    .target(name: "CCompression", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "CKeys", linkerSettings: [.linkedLibrary("crypto")]),
]

let package = Package(
    name: "shims",
    products: shims.map { .library(name: $0.name, targets: [$0.name]) },
    dependencies: [
        .package(name: "sealedpush", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    ],
    targets: [.target(name: "COS"), shim("_Testing_UIKit")] + libraries + pictures + shims + [
        .testTarget(
            name: "ShimsTests",
            dependencies: shims.map { .byName(name: $0.name) } + [simulatedDevice, "PictureShims"],
            swiftSettings: settings
        )
    ]
)
