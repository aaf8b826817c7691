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

func sealedPush(_ name: String) -> Target.Dependency {
    .product(name: name, package: "sealedpush")
}

/// What needs Apple's frameworks as this project has them where the system has none.
#if os(Linux)
    let extensionParts: [Target] = [
        .target(name: "CAllocations"),
        .executableTarget(
            name: "ExtensionHost",
            dependencies: [
                "CAllocations", sealedPush("SimulatedDevice"), sealedPush("UserNotifications"),
                sealedPush("SealedPushServiceExtension"), sealedPush("SealedPushStore"),
            ],
            swiftSettings: settings
        ),
    ]
    let extensionProducts: [Product] = [
        .executable(name: "extension-host", targets: ["ExtensionHost"])
    ]
    let simulation = [sealedPush("SimulatedDevice")]
#else
    let extensionParts: [Target] = []
    let extensionProducts: [Product] = []
    let simulation: [Target.Dependency] = []
#endif

let package = Package(
    name: "benchmarks",
    platforms: [.macOS("26.0")],
    products: [
        .executable(name: "benchmarks", targets: ["Benchmarks"]),
        .executable(name: "minimal-receiver", targets: ["MinimalReceiver"]),
    ] + extensionProducts,
    dependencies: [
        .package(name: "sealedpush", path: ".."),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    ],
    targets: [
        // libsodium as the benchmarks call it themselves, beside the library's own module of it.
        .systemLibrary(
            name: "CRawSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
        ),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CRawSodium",
                .product(name: "Crypto", package: "swift-crypto"),
                sealedPush("SealedPush"), sealedPush("SealedPushCrypto"),
                sealedPush("SealedPushStore"), sealedPush("SealedPushKeys"),
                sealedPush("SealedPushContacts"), sealedPush("SealedPushSender"),
            ] + simulation,
            swiftSettings: settings
        ),
        .executableTarget(
            name: "MinimalReceiver",
            dependencies: [
                sealedPush("SealedPush"), sealedPush("SealedPushCrypto"),
                sealedPush("SealedPushStore"), sealedPush("SealedPushKeys"),
                sealedPush("SealedPushReceiver"),
            ],
            swiftSettings: settings
        ),
    ] + extensionParts
)
