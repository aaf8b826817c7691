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

/// For programs that measure what is `package` in the library: they belong to its package, which is
/// named after its folder.
let insider: [SwiftSetting] = {
    let folder = Context.packageDirectory.split(separator: "/").dropLast().last ?? ""
    let name = folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
    return settings + [.unsafeFlags(["-package-name", String(name)])]
}()

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
        .executableTarget(
            name: "PushLoad",
            dependencies: [
                sealedPush("SealedPushAPNs"), sealedPush("SealedPushOpenSSL"),
                sealedPush("PushTransport"), sealedPush("SimulatedAPNs"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: settings
        ),
    ]
    let extensionProducts: [Product] = [
        .executable(name: "extension-host", targets: ["ExtensionHost"]),
        .executable(name: "push-load", targets: ["PushLoad"]),
    ]
    let simulation = [sealedPush("SimulatedDevice"), sealedPush("SealedPushOpenSSL")]
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
        // What the APNs client is measured beside, so that version and no other.
        .package(url: "https://github.com/swift-server/async-http-client", exact: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
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
            packageAccess: false,
            swiftSettings: insider
        ),
        .executableTarget(
            name: "MinimalReceiver",
            dependencies: [
                sealedPush("SealedPush"), sealedPush("SealedPushCrypto"),
                sealedPush("SealedPushStore"), sealedPush("SealedPushKeys"),
                sealedPush("SealedPushReceiver"),
            ],
            packageAccess: false,
            swiftSettings: insider
        ),
    ] + extensionParts
)
