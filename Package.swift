// swift-tools-version: 6.2
// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let strict: [SwiftSetting] =
    Context.environment["STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let ourSettings: [SwiftSetting] =
    strict + [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]

/// The packages of others, with the modules of each that are imported here.
///
/// A module that is a trait of ours is linked only if the trait is on.
let packages: [(name: String, from: Version, modules: Set<String>)] = [
    ("swift-crypto", "4.5.2", ["Crypto"]),
    ("swift-argument-parser", "1.8.2", ["ArgumentParser"]),
    ("swift-log", "1.16.2", ["Logging", "InMemoryLogging"]),
    ("swift-metrics", "2.13.0", ["CoreMetrics", "MetricsTestKit"]),
    ("swift-distributed-tracing", "1.7.3", ["Tracing", "InMemoryTracing"]),
    ("swift-nio", "2.101.2", ["NIOCore", "NIOPosix", "NIOTLS", "NIOHTTP1", "NIOEmbedded"]),
    ("swift-nio-extras", "1.35.2", ["NIOExtras", "NIOHTTPTypes"]),
    (
        "swift-service-lifecycle", "2.13.0",
        ["ServiceLifecycle", "ServiceLifecycleTestKit", "UnixSignals"]
    ),
    ("swift-nio-http2", "1.46.0", ["NIOHPACK", "NIOHTTP2"]),
    ("swift-nio-ssl", "2.37.6", ["NIOSSL"]),
    ("GRDB.swift", "7.10.0", ["GRDB"]),
    ("swift-http-types", "1.8.0", ["HTTPTypes"]),
    ("async-http-client", "1.37.0", ["AsyncHTTPClient"]),
    (
        "hummingbird", "2.28.1",
        ["Hummingbird", "HummingbirdCore", "HummingbirdTLS", "HummingbirdTesting"]
    ),
    ("swift-configuration", "1.4.0", ["Configuration"]),
    ("Yams", "6.2.1", ["Yams"]),
]

/// What a program can leave out, by the module that it brings.
let traits: Set = ["ServiceLifecycle"]

/// Imports that go together.
let groups = [
    "@protocol": "SealedPush SealedPushCrypto",
    "@store": "SealedPushStore SealedPush SealedPushCrypto",
    "@receiving": """
    SealedPushReceiver SealedPushSender SealedPushKeys SealedPushContacts SealedPushStore \
    SealedPush SealedPushCrypto
    """,
    "@network": "NIOCore NIOPosix NIOTLS NIOHPACK NIOHTTP2 NIOSSL",
    "@observation": "Logging CoreMetrics Tracing",
]

// Each row of the tables: the kind of a module, its folder, and after the colon its imports. A row
// comes after those that it imports.
//
//     library    a product: other packages can use it
//     framework  a module of Apple's that Linux lacks, compiled without checks of concurrency
//     part       a module for those beside it
//     fast       a part, optimised in every build
//     program    an executable
//     guest      code as apps write it: without our settings, and without what is `package`
//     app        the same, in the language mode of most apps that there are
//     xcode      the same, as a new app of Xcode's is compiled
//     guest-program, tests

// swift-format-ignore
let sources = """
    library Sources/Protocol/SealedPushCoding:
    library Sources/Protocol/SealedPushCrypto: SealedPushCoding CSodium Crypto
    library Sources/Protocol/SealedPush: SealedPushCrypto SealedPushCoding
    library Sources/Storage/SealedPushStore: CLinux SealedPushCrypto
    part Sources/Storage/SealedPushClaims: @store
    library Sources/Identity/SealedPushKeys: SealedPushClaims @store
    library Sources/Identity/SealedPushContacts: @store
    library Sources/Sending/PushTransport: SealedPushCoding
    library Sources/Sending/PushTransportTesting: PushTransport
    library Sources/Sending/SealedPushSender: PushTransport SealedPushKeys @store
    library Sources/Sending/SealedPushOpenSSL: SealedPushCoding COpenSSL
    library Sources/Sending/SealedPushAPNs: PushTransport SealedPushCoding SealedPushOpenSSL \
        @network NIOExtras NIOHTTP1 @observation ServiceLifecycle
    part Sources/Simulation/OfflineStorage:
    library Sources/Simulation/SimulatedAPNs: SealedPushAPNs SealedPushOpenSSL SealedPushCoding \
        OfflineStorage @network
    library Sources/Receiving/SealedPushReceiver: SealedPushKeys SealedPushContacts \
        SealedPushClaims @store
    library Sources/Receiving/SealedPushServiceExtension: SealedPushReceiver SealedPushContacts \
        @store UserNotifications Intents
    part Sources/Relay/SealedPushRelay: PushTransport SealedPush SealedPushCoding SealedPushCrypto \
        GRDB Tracing
    part Sources/Relay/SealedPushRelayPostgreSQL: SealedPushRelay SealedPush CPostgreSQL
    part Sources/Relay/SealedPushRelayAPNs: SealedPushRelay SealedPushAPNs SealedPush
    part Sources/Relay/SealedPushRelayHTTP: SealedPushRelay SealedPushOpenSSL SealedPushCoding \
        HTTPTypes Hummingbird HummingbirdCore @observation NIOCore NIOHTTP1 NIOHTTPTypes @protocol
    part Sources/Relay/SealedPushSidecar: SealedPushRelay SealedPushSender PushTransport \
        SealedPushKeys SealedPushCoding GRDB @protocol
    part Sources/Relay/SealedPushSidecarHTTP: SealedPushSidecar SealedPushRelayHTTP \
        SealedPushRelay SealedPushOpenSSL SealedPushCoding AsyncHTTPClient Hummingbird HTTPTypes \
        Logging NIOCore NIOHTTP1 NIOPosix @protocol
    fast Sources/Relay/SealedPushRelayTesting: SealedPushRelay @protocol
    library Sources/Relay/SealedPushRelayClient: SealedPush SealedPushCoding
    part Sources/Commands/CommandShell: SealedPushStore SealedPushCrypto ArgumentParser
    program Sources/Commands/SealedPushCommand: CommandShell @receiving SealedPushRelayClient \
        CQRencode ArgumentParser SimulatedDevice SealedPushServiceExtension
    program Sources/Commands/SealedPushServerCommand: CommandShell SealedPushAPNs \
        SealedPushOpenSSL PushTransport @protocol ArgumentParser Logging SimulatedAPNs \
        SealedPushRelay SealedPushRelayAPNs SealedPushRelayPostgreSQL SealedPushRelayHTTP \
        SealedPushSidecar SealedPushSidecarHTTP SealedPushSender SealedPushKeys Configuration \
        CoreMetrics NIOCore NIOPosix Hummingbird HummingbirdCore HummingbirdTLS NIOSSL \
        ServiceLifecycle UnixSignals SealedPushStore CLinux
    """

/// On Linux: Apple's frameworks that extensions import, and the device that tests run.
// swift-format-ignore
let simulation = """
    part Sources/Simulation/ValueObjects:
    framework Sources/Simulation/CoreLocation: ValueObjects
    framework Sources/Simulation/Intents: ValueObjects
    framework Sources/Simulation/UserNotifications: CoreLocation Intents ValueObjects
    framework Sources/Simulation/UserNotificationsUI: UserNotifications ValueObjects
    framework Sources/Simulation/CallKit: UserNotifications
    library Sources/Simulation/SimulatedDevice: UserNotificationsUI CallKit UserNotifications \
        CoreLocation Intents ValueObjects OfflineStorage SealedPush CLinux
    library Sources/Simulation/SimulatedDeviceTesting: SimulatedDevice UserNotifications
    library Sources/Simulation/SimulatedDelivery: SimulatedAPNs SealedPushAPNs SimulatedDevice
    """

// swift-format-ignore
let tests = """
    guest-program docs/examples/backend: SealedPush SealedPushAPNs SealedPushKeys SealedPushSender \
        SealedPushStore
    part Tests/Protocol/CryptoTestSupport: TestSupport
    tests Tests/Protocol/SealedPushCryptoTests: SealedPushCrypto TestSupport CryptoTestSupport \
        Crypto
    part Tests/Protocol/MessageTestSupport: @protocol
    tests Tests/Protocol/SealedPushTests: @protocol TestSupport MessageTestSupport
    part Tests/Storage/StoreTestSupport: SealedPushStore
    tests Tests/Storage/SealedPushStoreTests: @store TestSupport SealedPushClaims StoreTestSupport \
        StoreProbe
    program Tests/Storage/StoreProbe: SealedPushClaims @store
    part Tests/Identity/KeysTestSupport: TestSupport SealedPushKeys @store
    tests Tests/Identity/SealedPushKeysTests: SealedPushKeys TestSupport SealedPushClaims \
        KeysTestSupport StoreTestSupport @store
    tests Tests/Identity/SealedPushContactsTests: SealedPushContacts TestSupport KeysTestSupport \
        StoreTestSupport @store
    part Tests/Sending/SenderTestSupport: TestSupport SealedPushSender SealedPush
    tests Tests/Sending/SealedPushSenderTests: SealedPushSender SenderTestSupport \
        MessageTestSupport KeysTestSupport SealedPushKeys @protocol
    tests Tests/Sending/PushTransportTestingTests: PushTransportTesting PushTransport
    tests Tests/Sending/SealedPushOpenSSLTests: SealedPushOpenSSL TestSupport OpenSSLProbe \
        SecretScan COpenSSL CryptoTestSupport
    program Tests/Sending/OpenSSLProbe: CommandShell SealedPushOpenSSL SealedPushCrypto
    tests Tests/Sending/SealedPushAPNsTests: SealedPushAPNs TestSupport PushTransportTesting \
        PushTransport SealedPushCoding SealedPushOpenSSL @network NIOHTTP1 @observation \
        InMemoryLogging MetricsTestKit InMemoryTracing NIOEmbedded ServiceLifecycle \
        ServiceLifecycleTestKit
    tests Tests/Relay/SealedPushRelayTests: SealedPushRelay SealedPushRelayTesting TestSupport \
        PushTransport @protocol GRDB Tracing InMemoryTracing
    part Tests/Relay/PostgreSQLServer: SealedPushRelayPostgreSQL CLinux
    tests Tests/Relay/SealedPushRelayPostgreSQLTests: SealedPushRelayPostgreSQL SealedPushRelay \
        SealedPushRelayTesting PostgreSQLServer TestSupport @protocol
    tests Tests/Relay/RelayExplorationTests: SealedPushRelayTesting SealedPushRelay @protocol
    part Tests/Relay/RawClients:
    tests Tests/Relay/SealedPushRelayHTTPTests: SealedPushRelayHTTP RawClients \
        SealedPushRelayTesting SealedPushRelay SealedPushOpenSSL TestSupport HTTPTypes Hummingbird \
        HummingbirdCore HummingbirdTesting NIOCore @observation InMemoryLogging InMemoryTracing \
        PushTransport SealedPushCoding Yams @protocol
    tests Tests/Relay/SealedPushRelayClientTests: SealedPushRelayClient SealedPushCoding @protocol
    tests Tests/Relay/SealedPushSidecarTests: SealedPushSidecar SealedPushRelay KeysTestSupport \
        SealedPushSender TestSupport GRDB @protocol
    tests Tests/Relay/SealedPushSidecarHTTPTests: SealedPushSidecarHTTP SealedPushSidecar \
        SealedPushRelay SealedPushOpenSSL KeysTestSupport SealedPushKeys SealedPushSender \
        Hummingbird HummingbirdTesting HTTPTypes Logging InMemoryLogging NIOCore SealedPushCoding \
        @protocol
    part Tests/Relay/RelayProofSupport: SealedPushRelay SealedPushRelayPostgreSQL SealedPush
    program Tests/Relay/RelayProbe: RelayProofSupport SealedPushRelay SealedPushRelayAPNs \
        SealedPushAPNs @protocol
    part Tests/Receiving/ReceiverTestSupport: SealedPushReceiver SealedPushSender SealedPushKeys \
        SealedPushContacts SealedPushStore SealedPush
    tests Tests/Receiving/SealedPushReceiverTests: @receiving TestSupport SealedPushClaims \
        ReceiverTestSupport MessageTestSupport StoreTestSupport
    part Tests/Receiving/FaultTestSupport: ReceiverTestSupport SealedPushClaims @receiving \
        StoreTestSupport TestSupport
    program Tests/Receiving/FaultProbe: FaultTestSupport @store StoreTestSupport
    tests Tests/Receiving/FaultTests: FaultProbe FaultTestSupport SecretScan @receiving \
        StoreTestSupport TestSupport
    tests Tests/Receiving/ExplorationTests: ReceiverTestSupport SealedPushClaims @receiving \
        StoreTestSupport TestSupport
    tests Tests/Commands/SealedPushCommandTests: SealedPushCommand TestSupport CommandShell \
        FaultTestSupport StoreTestSupport @receiving ScriptedExtensionHost
    program Tests/Commands/VectorMaker: SenderTestSupport TestSupport SealedPushSender \
        SealedPushKeys @protocol Crypto
    tests Tests/Commands/VectorTests: SealedPushCommand VectorMaker @protocol TestSupport
    part Tests/Support/TestSupport:
    fast Tests/Support/SecretScan:
    """

// swift-format-ignore
let simulationTests = """
    tests Tests/Sending/APNsLoadTests: SimulatedAPNs SealedPushAPNs SealedPushOpenSSL \
        PushTransport SealedPush @network @observation
    part Tests/Receiving/PhoneExtension: SealedPushServiceExtension SealedPushReceiver \
        SealedPushStore SealedPush SimulatedDevice UserNotifications Intents
    program Tests/Receiving/PhoneExtensionHost: PhoneExtension SimulatedDevice
    program Tests/Relay/RelayLoad: SealedPushRelay SealedPushRelayHTTP SealedPushRelayPostgreSQL \
        SealedPushRelayAPNs SealedPushAPNs SealedPushOpenSSL PushTransport PostgreSQLServer \
        SimulatedAPNs SealedPushCoding AsyncHTTPClient Hummingbird Logging NIOCore NIOHTTP1 GRDB \
        @protocol
    tests Tests/Relay/RelayProofTests: RelayProofSupport RelayProbe PostgreSQLServer TestSupport \
        PhoneExtension ReceiverTestSupport SealedPushRelay SealedPushRelayAPNs SealedPushAPNs \
        SealedPushOpenSSL SealedPushSender SealedPushContacts SealedPushCoding PushTransport \
        SimulatedAPNs SimulatedDelivery SimulatedDevice @protocol
    tests Tests/Relay/RelayServerTests: SealedPushServerCommand SealedPushCommand SealedPushRelay \
        SealedPushRelayPostgreSQL SealedPushRelayTesting SealedPushRelayClient SealedPushKeys \
        SealedPushStore SealedPushCoding RawClients SealedPushAPNs SealedPushOpenSSL SimulatedAPNs \
        SimulatedDelivery SimulatedDevice PhoneExtension PostgreSQLServer TestSupport @protocol
    xcode Tests/Receiving/IOSExample: SealedPushServiceExtension SealedPushReceiver SealedPushKeys \
        SealedPushContacts SealedPushStore SealedPush SealedPushRelayClient UserNotifications
    tests Tests/Receiving/SealedPushServiceExtensionTests: SealedPushServiceExtension \
        SealedPushRelayClient TestSupport IOSExample PhoneExtension PhoneExtensionHost \
        SimulatedDevice UserNotifications Intents ReceiverTestSupport MessageTestSupport \
        @receiving
    guest Tests/Simulation/SampleExtensions: UserNotifications UserNotificationsUI Intents
    tests Tests/Simulation/UserNotificationsTests: UserNotifications TestSupport SampleExtensions \
        UserNotificationsUI CoreLocation Intents ValueObjects
    guest Tests/Simulation/ScriptedExtension: SimulatedDevice CallKit UserNotifications Intents \
        CLinux
    guest-program Tests/Simulation/ScriptedExtensionHost: ScriptedExtension SimulatedDevice
    tests Tests/Simulation/SimulatedDeviceTests: SimulatedDevice TestSupport ScriptedExtension \
        ScriptedExtensionHost UserNotificationsUI CallKit UserNotifications CoreLocation Intents \
        SealedPush CLinux
    app Tests/Simulation/Marketing: UserNotifications
    guest-program Tests/Simulation/MarketingHost: Marketing SimulatedDevice
    app Tests/Simulation/MarketingSuite: Marketing SimulatedDevice TestSupport UserNotifications
    tests Tests/Simulation/MarketingTests: Marketing MarketingHost MarketingSuite SimulatedDevice \
        SimulatedDeviceTesting TestSupport UserNotifications SealedPush
    app Tests/Simulation/Calling: CallKit UserNotifications
    guest-program Tests/Simulation/CallingHost: Calling SimulatedDevice
    tests Tests/Simulation/CallingTests: Calling CallingHost SimulatedDevice \
        SimulatedDeviceTesting TestSupport SealedPush
    tests Tests/Simulation/SimulatedDeviceTestingTests: SimulatedDeviceTesting SimulatedDevice \
        UserNotifications
    tests Tests/Simulation/SimulatedAPNsTests: SimulatedAPNs TestSupport SealedPushAPNs \
        PushTransport SealedPushOpenSSL SealedPush SealedPushCoding SimulatedDelivery \
        SimulatedDevice UserNotifications NIOEmbedded @network
    tests Tests/Commands/SealedPushServerCommandTests: SealedPushServerCommand TestSupport \
        CommandShell SimulatedAPNs SealedPushAPNs SealedPushOpenSSL SecretScan COpenSSL \
        PushTransport SealedPush SealedPushRelay SealedPushRelayHTTP ArgumentParser NIOCore \
        NIOPosix
    """

/// What lies in the folder of a module without being one of its sources.
let excluded = [
    "UserNotificationsTests": ["surface.txt"], "SimulatedDeviceTests": ["Programs"],
    "SealedPushOpenSSLTests": ["Samples"],
]

// MARK: - From rows to targets

struct Row {
    let kind: Substring
    let path: String
    let name: String
    let imports: [Substring]

    init(_ line: Substring) {
        let words = line.split(separator: " ")
        kind = words[0]
        path = String(words[1].dropLast())
        name = path.split(separator: "/").last.map(String.init) ?? path
        imports = words.dropFirst(2).flatMap { groups[String($0)]?.split(separator: " ") ?? [$0] }
    }

    /// Its imports that this system can build: elsewhere Apple's frameworks are the system's own.
    func dependencies(among rows: [Row]) -> [Target.Dependency] {
        let own = Set(rows.map(\.name)).union([
            "CSodium", "COpenSSL", "CQRencode", "CPostgreSQL", "CLinux",
        ])
        return imports.map(String.init).compactMap { module in
            if own.contains(module) { return .byName(name: module) }
            let package = packages.first { $0.modules.contains(module) }
            // The programs have it, whatever a library of ours is used without.
            let condition: TargetDependencyCondition? =
                traits.contains(module) && kind != "program" ? .when(traits: [module]) : nil
            return package.map { .product(name: module, package: $0.name, condition: condition) }
        }
    }

    var settings: [SwiftSetting] {
        switch kind {
        case "guest", "guest-program": []
        case "app": [.swiftLanguageMode(.v5)]
        case "xcode":
            strict + [
                .defaultIsolation(MainActor.self),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ]
        case "framework": ourSettings + [.swiftLanguageMode(.v5)]
        // It searches every byte of a process, or millions of states.
        case "fast",
            _ where name.hasSuffix("ExplorationTests"):
            ourSettings + [.unsafeFlags(["-O"])]
        default: ourSettings
        }
    }

    func target(among rows: [Row]) -> Target {
        let make: (String, [Target.Dependency], String, [String], Bool, [SwiftSetting]) -> Target =
            switch kind {
            case "tests":
                {
                    .testTarget(
                        name: $0,
                        dependencies: $1,
                        path: $2,
                        exclude: $3,
                        packageAccess: $4,
                        swiftSettings: $5
                    )
                }
            case "program", "guest-program":
                {
                    .executableTarget(
                        name: $0,
                        dependencies: $1,
                        path: $2,
                        exclude: $3,
                        packageAccess: $4,
                        swiftSettings: $5
                    )
                }
            default:
                {
                    .target(
                        name: $0,
                        dependencies: $1,
                        path: $2,
                        exclude: $3,
                        packageAccess: $4,
                        swiftSettings: $5
                    )
                }
            }
        let isOurs = !["guest", "guest-program", "app", "xcode"].contains(kind)
        return make(name, dependencies(among: rows), path, excluded[name] ?? [], isOurs, settings)
    }
}

func system(_ name: String, _ pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/Libraries/\(name)",
        pkgConfig: pkgConfig,
        providers: [.apt([apt]), .brew([brew])]
    )
}

let systemLibraries = [
    system("CSodium", "libsodium", apt: "libsodium-dev", brew: "libsodium"),
    system("COpenSSL", "libcrypto", apt: "libssl-dev", brew: "openssl@3"),
    system("CQRencode", "libqrencode", apt: "libqrencode-dev", brew: "qrencode"),
    system("CPostgreSQL", "libpq", apt: "libpq-dev", brew: "libpq"),
    .systemLibrary(name: "CLinux", path: "Sources/Libraries/CLinux"),
]

#if os(Linux)
    let tables = [sources, simulation, tests, simulationTests]
#else
    let tables = [sources, tests]
#endif
let rows = tables.flatMap { $0.split(separator: "\n") }.map(Row.init)

func owner(of package: String) -> String {
    [
        "swift-service-lifecycle": "swift-server", "GRDB.swift": "groue",
        "hummingbird": "hummingbird-project", "async-http-client": "swift-server",
        "Yams": "jpsim",
    ][package] ?? "apple"
}

let package = Package(
    name: "sealedpush",
    platforms: [.macOS("26.0"), .iOS("26.0")],
    products: rows.filter { ["library", "framework"].contains($0.kind) }.map {
        .library(name: $0.name, targets: [$0.name])
    } + [
        .executable(name: "sealedpush", targets: ["SealedPushCommand"]),
        .executable(name: "sealedpush-server", targets: ["SealedPushServerCommand"]),
    ],
    traits: [
        .trait(
            name: "ServiceLifecycle",
            description: "Clients are services of swift-service-lifecycle"
        ),
        .default(enabledTraits: traits),
    ],
    dependencies: packages.map {
        .package(
            url: "https://github.com/\(owner(of: $0.name))/\($0.name)",
            from: $0.from,
            // Hummingbird's bring what this package does not use.
            traits: $0.name == "hummingbird" ? [] : [.defaults]
        )
    },
    targets: systemLibraries + rows.map { $0.target(among: rows) }
)
