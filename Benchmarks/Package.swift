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

let package = Package(
    name: "benchmarks",
    platforms: [.macOS("26.0")],
    products: [
        .executable(name: "benchmarks", targets: ["Benchmarks"]),
        .executable(name: "minimal-receiver", targets: ["MinimalReceiver"]),
    ],
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
            ],
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
    ]
)
