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

/// A library of the house: a target, floor by floor, that is also a product.
func library(_ name: String, on dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
    of name: String,
    on dependencies: [Target.Dependency] = [],
    exclude files: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.byName(name: name), "TestSupport"] + dependencies,
        exclude: files,
        swiftSettings: settings
    )
}

let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")

/// HTTP/2 over TLS over sockets.
let network: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "NIOTLS", package: "swift-nio"),
    .product(name: "NIOHPACK", package: "swift-nio-http2"),
    .product(name: "NIOHTTP2", package: "swift-nio-http2"),
    .product(name: "NIOSSL", package: "swift-nio-ssl"),
]

/// What servers are watched by.
let observation: [Target.Dependency] = [
    .product(name: "Logging", package: "swift-log"),
    .product(name: "CoreMetrics", package: "swift-metrics"),
    .product(name: "Tracing", package: "swift-distributed-tracing"),
]

let libraries: [Target] = [
    library("SealedPushCrypto", on: ["CSodium", crypto]),
    library("SealedPushOpenSSL", on: ["COpenSSL"]),
    library("SealedPush", on: ["SealedPushCrypto"]),
    library("SealedPushStore", on: ["CLinux", "SealedPush", "SealedPushCrypto"]),
    library("SealedPushClaims", on: ["SealedPushStore", "SealedPush", "SealedPushCrypto"]),
    library(
        "SealedPushKeys",
        on: ["SealedPushClaims", "SealedPushStore", "SealedPush", "SealedPushCrypto"]
    ),
    library("SealedPushContacts", on: ["SealedPushStore", "SealedPush", "SealedPushCrypto"]),
    library(
        "SealedPushSender",
        on: [
            "SealedPushKeys", "SealedPushContacts", "SealedPushStore", "SealedPush",
            "SealedPushCrypto",
        ]
    ),
    library("PushTransportTesting", on: ["SealedPushSender"]),
    library(
        "SealedPushAPNs",
        on: ["SealedPushSender", "SealedPush", "SealedPushOpenSSL"] + network + observation
    ),
    library(
        "SealedPushReceiver",
        on: [
            "SealedPushKeys", "SealedPushContacts", "SealedPushClaims", "SealedPushStore",
            "SealedPush", "SealedPushCrypto",
        ]
    ),
]

/// Apple's frameworks that an extension imports, where the system has none.
#if os(Linux)
    /// Compiled without the checks of concurrency, as Apple's are: with them, code that says
    /// `@preconcurrency import` is warned of what passes in silence there.
    func framework(_ name: String, on dependencies: [Target.Dependency]) -> Target {
        .target(
            name: name,
            dependencies: dependencies + ["ValueObjects"],
            swiftSettings: settings + [.swiftLanguageMode(.v5)]
        )
    }
    let frameworks: [Target] = [
        framework("CoreLocation", on: []),
        framework("Intents", on: []),
        framework("UserNotifications", on: ["CoreLocation", "Intents"]),
        framework("UserNotificationsUI", on: ["UserNotifications"]),
        library(
            "SimulatedDevice",
            on: [
                "UserNotificationsUI", "UserNotifications", "CoreLocation", "Intents",
                "ValueObjects", "SealedPush", "CLinux",
            ]
        ),
        library("SimulatedDeviceTesting", on: ["SimulatedDevice", "UserNotifications"]),
        library(
            "SimulatedAPNs",
            on: ["SealedPushAPNs", "SealedPushOpenSSL", "SealedPush", "SimulatedDevice"] + network
        ),
    ]
    let frameworkParts: [Target] = [
        library("ValueObjects", on: []),
        // Extensions as apps write them, so without the house's settings.
        .target(
            name: "SampleExtensions",
            dependencies: ["UserNotifications", "UserNotificationsUI", "Intents"],
            path: "Tests/SampleExtensions",
            packageAccess: false
        ),
        tests(
            of: "UserNotifications",
            on: [
                "SampleExtensions", "UserNotificationsUI", "CoreLocation", "Intents",
                "ValueObjects",
            ],
            exclude: ["surface.txt"]
        ),
        .target(
            name: "ScriptedExtension",
            dependencies: ["SimulatedDevice", "UserNotifications", "Intents", "CLinux"],
            path: "Tests/Extensions/ScriptedExtension",
            packageAccess: false
        ),
        .executableTarget(
            name: "ScriptedExtensionHost",
            dependencies: ["ScriptedExtension", "SimulatedDevice"],
            path: "Tests/Extensions/ScriptedExtensionHost",
            packageAccess: false
        ),
        tests(
            of: "SimulatedDevice",
            on: [
                "ScriptedExtension", "ScriptedExtensionHost", "UserNotificationsUI",
                "UserNotifications", "CoreLocation", "Intents",
                "SealedPush", "CLinux",
            ],
            exclude: ["Programs"]
        ),
        tests(of: "SimulatedDeviceTesting", on: ["SimulatedDevice", "UserNotifications"]),
        tests(
            of: "SealedPushServerCommand",
            on: [
                "CommandShell", "SimulatedAPNs", "SealedPushAPNs", "SealedPushOpenSSL", "COpenSSL",
                "SealedPushSender", "SealedPush",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        tests(
            of: "SimulatedAPNs",
            on: [
                "SealedPushAPNs", "SealedPushOpenSSL", "SealedPush", "SimulatedDevice",
                "UserNotifications", .product(name: "NIOEmbedded", package: "swift-nio"),
            ] + network
        ),
        .testTarget(
            name: "APNsLoadTests",
            dependencies: [
                "SimulatedAPNs", "SealedPushAPNs", "SealedPushOpenSSL", "SealedPushSender",
                "SealedPush",
            ] + network + observation,
            swiftSettings: settings
        ),
        .target(
            name: "PhoneExtension",
            dependencies: [
                "SealedPushServiceExtension", "SealedPushReceiver", "SealedPushStore", "SealedPush",
                "SimulatedDevice", "UserNotifications", "Intents",
            ],
            path: "Tests/Extensions/PhoneExtension",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "PhoneExtensionHost",
            dependencies: ["PhoneExtension", "SimulatedDevice"],
            path: "Tests/Extensions/PhoneExtensionHost",
            swiftSettings: settings
        ),
        // The sources of docs/examples/ios that need nothing of Apple's alone, by links, as a new app of Xcode's compiles
        // them.
        .target(
            name: "IOSExample",
            dependencies: [
                "SealedPushServiceExtension", "SealedPushReceiver", "SealedPushKeys",
                "SealedPushContacts", "SealedPushStore", "SealedPush",
            ],
            path: "Tests/Extensions/IOSExample",
            packageAccess: false,
            swiftSettings: strict + [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]
        ),
        tests(
            of: "SealedPushServiceExtension",
            on: [
                "IOSExample", "PhoneExtension", "PhoneExtensionHost", "SimulatedDevice",
                "UserNotifications",
                "Intents", "ReceiverTestSupport", "MessageTestSupport", "SealedPushSender",
                "SealedPushReceiver", "SealedPushKeys", "SealedPushContacts", "SealedPushStore",
                "SealedPush", "SealedPushCrypto",
            ]
        ),
    ]
    let userNotifications: [Target.Dependency] = ["UserNotifications", "Intents"]
    let simulation: [Target.Dependency] = ["SimulatedDevice", "SealedPushServiceExtension"]
    let extensionPrograms: [Target.Dependency] = ["ScriptedExtensionHost"]
    let simulatedService: [Target.Dependency] = ["SimulatedAPNs"]
#else
    let userNotifications: [Target.Dependency] = []
    let simulation: [Target.Dependency] = []
    let extensionPrograms: [Target.Dependency] = []
    let simulatedService: [Target.Dependency] = []
    let frameworks: [Target] = []
    let frameworkParts: [Target] = []
#endif

let serviceExtension = library(
    "SealedPushServiceExtension",
    on: [
        "SealedPushReceiver", "SealedPushKeys", "SealedPushContacts", "SealedPushStore",
        "SealedPush",
    ] + userNotifications
)

let package = Package(
    name: "sealedpush",
    platforms: [.macOS("26.0"), .iOS("26.0")],
    products: (libraries + [serviceExtension] + frameworks).map {
        .library(name: $0.name, targets: [$0.name])
    } + [
        .executable(name: "sealedpush", targets: ["SealedPushCommand"]),
        .executable(name: "sealedpush-server", targets: ["SealedPushServerCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    ],
    targets: [
        .systemLibrary(
            name: "CSodium",
            pkgConfig: "libsodium",
            providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]
        ),
        .systemLibrary(
            name: "COpenSSL",
            pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]
        ),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(
            name: "CQRencode",
            pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]
        ),
    ] + libraries + [serviceExtension] + frameworks + frameworkParts + [
        .target(
            name: "CommandShell",
            dependencies: [
                "SealedPushCrypto",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SealedPushCommand",
            dependencies: [
                "CommandShell",
                "SealedPushReceiver", "SealedPushSender", "SealedPushKeys", "SealedPushContacts",
                "SealedPushStore", "SealedPush", "SealedPushCrypto", "CQRencode",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ] + simulation,
            swiftSettings: settings
        ),
        .executableTarget(
            name: "SealedPushServerCommand",
            dependencies: [
                "CommandShell",
                "SealedPushAPNs", "SealedPushOpenSSL", "SealedPushSender", "SealedPush",
                "SealedPushCrypto",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ] + simulatedService,
            swiftSettings: settings
        ),
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: settings),
        .target(
            name: "CryptoTestSupport",
            dependencies: ["TestSupport"],
            path: "Tests/CryptoTestSupport",
            swiftSettings: settings
        ),
        tests(of: "SealedPushCrypto", on: ["CryptoTestSupport", crypto]),
        .executableTarget(
            name: "OpenSSLProbe",
            dependencies: [
                "CommandShell", "SealedPushOpenSSL", "COpenSSL", "SealedPushCrypto",
            ],
            path: "Tests/Probes/OpenSSLProbe",
            swiftSettings: settings
        ),
        tests(
            of: "SealedPushOpenSSL",
            on: ["OpenSSLProbe", "SecretScan", "COpenSSL", "CryptoTestSupport"],
            exclude: ["Samples"]
        ),
        .target(
            name: "MessageTestSupport",
            dependencies: ["SealedPush", "SealedPushCrypto"],
            path: "Tests/MessageTestSupport",
            swiftSettings: settings
        ),
        tests(of: "SealedPush", on: ["MessageTestSupport", "SealedPushCrypto"]),
        .executableTarget(
            name: "StoreProbe",
            dependencies: [
                "SealedPushClaims", "SealedPushStore", "SealedPush", "SealedPushCrypto",
            ],
            path: "Tests/Probes/StoreProbe",
            swiftSettings: settings
        ),
        .target(
            name: "StoreTestSupport",
            dependencies: ["SealedPushStore"],
            path: "Tests/StoreTestSupport",
            swiftSettings: settings
        ),
        tests(
            of: "SealedPushStore",
            on: [
                "SealedPushClaims", "StoreTestSupport", "StoreProbe", "SealedPush",
                "SealedPushCrypto",
            ]
        ),
        .target(
            name: "KeysTestSupport",
            dependencies: [
                "TestSupport", "SealedPushKeys", "SealedPushStore", "SealedPush",
                "SealedPushCrypto",
            ],
            path: "Tests/KeysTestSupport",
            swiftSettings: settings
        ),
        tests(
            of: "SealedPushKeys",
            on: [
                "SealedPushClaims",
                "KeysTestSupport", "StoreTestSupport", "SealedPushStore", "SealedPush",
                "SealedPushCrypto",
            ]
        ),
        tests(
            of: "SealedPushContacts",
            on: ["StoreTestSupport", "SealedPushStore", "SealedPush", "SealedPushCrypto"]
        ),
        .target(
            name: "SenderTestSupport",
            dependencies: ["TestSupport", "SealedPushSender", "SealedPush"],
            path: "Tests/SenderTestSupport",
            swiftSettings: settings
        ),
        tests(
            of: "SealedPushSender",
            on: [
                "SenderTestSupport", "MessageTestSupport", "KeysTestSupport", "SealedPushKeys",
                "SealedPush",
                "SealedPushCrypto",
            ]
        ),
        tests(
            of: "PushTransportTesting",
            on: ["SealedPushSender", "SealedPush"]
        ),
        .target(
            name: "ReceiverTestSupport",
            dependencies: [
                "SealedPushReceiver", "SealedPushSender", "SealedPushKeys", "SealedPushContacts",
                "SealedPushStore", "SealedPush",
            ],
            path: "Tests/ReceiverTestSupport",
            swiftSettings: settings
        ),
        tests(
            of: "SealedPushReceiver",
            on: [
                "SealedPushClaims",
                "ReceiverTestSupport", "MessageTestSupport", "StoreTestSupport", "SealedPushSender",
                "SealedPushKeys",
                "SealedPushContacts",
                "SealedPushStore",
                "SealedPush", "SealedPushCrypto",
            ]
        ),
        tests(
            of: "SealedPushCommand",
            on: [
                "CommandShell", "FaultTestSupport", "StoreTestSupport", "SealedPushReceiver",
                "SealedPushSender", "SealedPushKeys", "SealedPushContacts", "SealedPushStore",
                "SealedPush", "SealedPushCrypto",
            ] + extensionPrograms
        ),
        .target(
            name: "FaultTestSupport",
            dependencies: [
                "SealedPushClaims",
                "SealedPushReceiver", "SealedPushSender", "SealedPushKeys", "SealedPushContacts",
                "SealedPushStore", "SealedPush", "SealedPushCrypto", "StoreTestSupport",
                "TestSupport",
            ],
            path: "Tests/FaultTestSupport",
            swiftSettings: settings
        ),
        .target(
            name: "SecretScan",
            path: "Tests/SecretScan",
            // It looks at every byte of a process.
            swiftSettings: settings + [.unsafeFlags(["-O"])]
        ),
        .executableTarget(
            name: "FaultProbe",
            dependencies: [
                "SealedPushClaims",
                "FaultTestSupport", "SealedPushReceiver", "SealedPushStore", "SealedPush",
                "SealedPushCrypto", "StoreTestSupport", "TestSupport",
            ],
            path: "Tests/Probes/FaultProbe",
            swiftSettings: settings
        ),
        .testTarget(
            name: "FaultTests",
            dependencies: [
                "SealedPushClaims",
                "FaultProbe", "FaultTestSupport", "SecretScan", "SealedPushReceiver",
                "SealedPushSender", "SealedPushKeys", "SealedPushContacts", "SealedPushStore",
                "SealedPush", "SealedPushCrypto", "StoreTestSupport", "TestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ExplorationTests",
            dependencies: [
                "SealedPushClaims",
                "SealedPushReceiver", "SealedPushSender", "SealedPushKeys", "SealedPushContacts",
                "SealedPushStore", "SealedPush", "SealedPushCrypto", "StoreTestSupport",
                "TestSupport",
            ],
            // Millions of states: the search is optimised, the code that it runs is not.
            swiftSettings: settings + [.unsafeFlags(["-O"])]
        ),
        tests(
            of: "SealedPushAPNs",
            on: ["PushTransportTesting", "SealedPushSender", "SealedPush", "SealedPushOpenSSL"]
                + network + observation + [
                    .product(name: "InMemoryLogging", package: "swift-log"),
                    .product(name: "MetricsTestKit", package: "swift-metrics"),
                    .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                    .product(name: "NIOEmbedded", package: "swift-nio"),
                ]
        ),
        .executableTarget(
            name: "VectorMaker",
            dependencies: [
                "SenderTestSupport", "TestSupport", "SealedPushSender", "SealedPushKeys",
                "SealedPush", "SealedPushCrypto", crypto,
            ],
            path: "Tests/Probes/VectorMaker",
            swiftSettings: settings
        ),
        .testTarget(
            name: "VectorTests",
            dependencies: [
                "SealedPushCommand", "VectorMaker", "SealedPush", "SealedPushCrypto", "TestSupport",
            ],
            swiftSettings: settings
        ),
    ]
)
