// swift-tools-version: 6.2
// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

/// The packages of others: the lowest version of each, and the modules of it that are imported.
// swift-format-ignore
let packages: [(owner: String, name: String, from: Version, modules: String)] = [
    ("apple", "swift-crypto", "4.5.2", "Crypto"),
    ("apple", "swift-argument-parser", "1.8.2", "ArgumentParser"),
    ("apple", "swift-log", "1.16.2", "Logging InMemoryLogging"),
    ("apple", "swift-metrics", "2.13.0", "CoreMetrics MetricsTestKit"),
    ("apple", "swift-distributed-tracing", "1.7.3", "Tracing InMemoryTracing"),
    ("apple", "swift-nio", "2.101.2", "NIOCore NIOPosix NIOTLS NIOHTTP1 NIOEmbedded"),
    ("apple", "swift-nio-extras", "1.35.2", "NIOExtras NIOHTTPTypes"),
    ("swift-server", "swift-service-lifecycle", "2.13.0", "ServiceLifecycle ServiceLifecycleTestKit UnixSignals"),
    ("apple", "swift-nio-http2", "1.46.0", "NIOHPACK NIOHTTP2"),
    ("apple", "swift-nio-ssl", "2.37.6", "NIOSSL"),
    ("groue", "GRDB.swift", "7.10.0", "GRDB"),
    ("apple", "swift-http-types", "1.8.0", "HTTPTypes"),
    ("swift-server", "async-http-client", "1.37.0", "AsyncHTTPClient"),
    ("hummingbird-project", "hummingbird", "2.28.1", "Hummingbird HummingbirdCore HummingbirdTLS HummingbirdTesting"),
    ("apple", "swift-configuration", "1.4.0", "Configuration"),
    ("jpsim", "Yams", "6.2.1", "Yams"),
]

/// Imports that go together.
// swift-format-ignore
let groups = [
    "@protocol": "SealedPush SealedPushCrypto",
    "@store": "SealedPushStore SealedPush SealedPushCrypto",
    "@receiving": "SealedPushReceiver SealedPushSender SealedPushKeys SealedPushContacts SealedPushStore SealedPush SealedPushCrypto",
    "@network": "NIOCore NIOPosix NIOTLS NIOHPACK NIOHTTP2 NIOSSL",
    "@observation": "Logging CoreMetrics Tracing",
]

// Each row of the tables: the kind of a module, its folder, and after the colon its imports. A row
// comes after those that it imports.
//
//     library    a product: other packages can use it
//     framework  a module of Apple's that Linux lacks, compiled without checks of concurrency
//     part       a module for those beside it
//     program    an executable
//     tests      a module of tests
//     system     a C library: its name for pkg-config, and its packages of apt and Homebrew

// swift-format-ignore
let modules = """
    system    Sources/Libraries/CLinux:
    system    Sources/Libraries/CSodium: libsodium libsodium-dev libsodium
    system    Sources/Libraries/COpenSSL: libcrypto libssl-dev openssl@3
    system    Sources/Libraries/CQRencode: libqrencode libqrencode-dev qrencode
    system    Sources/Libraries/CPostgreSQL: libpq libpq-dev libpq
    library   Sources/Protocol/SealedPushCoding:
    library   Sources/Protocol/SealedPushCrypto: SealedPushCoding CSodium Crypto
    library   Sources/Protocol/SealedPush: SealedPushCrypto SealedPushCoding
    library   Sources/Storage/SealedPushStore: CLinux SealedPushCrypto
    part      Sources/Storage/SealedPushClaims: @store
    library   Sources/Identity/SealedPushKeys: SealedPushContacts SealedPushClaims @store
    library   Sources/Identity/SealedPushContacts: @store
    library   Sources/Sending/PushTransport: SealedPushCoding
    library   Sources/Sending/PushTransportTesting: PushTransport
    library   Sources/Sending/SealedPushSender: PushTransport SealedPushKeys @store
    library   Sources/Sending/SealedPushQRCode: SealedPush CQRencode
    library   Sources/Sending/SealedPushOpenSSL: SealedPushCoding COpenSSL
    library   Sources/Sending/SealedPushAPNs: PushTransport SealedPushCoding SealedPushOpenSSL @network NIOExtras NIOHTTP1 @observation ServiceLifecycle
    part      Sources/Simulation/SimulationSupport: CLinux
    library   Sources/Simulation/SimulatedAPNs: SealedPushAPNs SealedPushOpenSSL SealedPushCoding SimulationSupport @network
    library   Sources/Receiving/SealedPushReceiver: SealedPushKeys SealedPushContacts SealedPushClaims @store
    part      Sources/Receiving/SealedPushExplanation: @protocol SealedPushCoding
    library   Sources/Receiving/SealedPushServiceExtension: SealedPushReceiver SealedPushContacts @store UserNotifications Intents
    part      Sources/Relay/ServerStore: SealedPushCoding GRDB CPostgreSQL
    part      Sources/Relay/SealedPushRelay: ServerStore PushTransport SealedPushAPNs SealedPushOpenSSL SealedPushCoding @protocol GRDB HTTPTypes Hummingbird HummingbirdCore @observation NIOCore NIOHTTP1 NIOHTTPTypes
    library   Sources/Relay/SealedPushRelayClient: SealedPushSender SealedPushKeys SealedPushContacts @store SealedPushCoding Crypto
    part      Sources/Relay/SealedPushSidecar: ServerStore SealedPushRelay SealedPushRelayClient SealedPushSender PushTransport SealedPushKeys SealedPushAPNs SealedPushOpenSSL SealedPushCoding AsyncHTTPClient Hummingbird HTTPTypes Logging NIOCore NIOHTTP1 NIOPosix NIOSSL GRDB @protocol SealedPushQRCode
    part      Sources/Commands/CommandShell: SealedPushKeys SealedPushContacts SealedPushStore @protocol SealedPushCoding ArgumentParser
    program   Sources/Commands/SealedPushCommand: CommandShell @receiving SealedPushExplanation SealedPushRelayClient SealedPushQRCode ArgumentParser
    program   Sources/Commands/SealedPushServerCommand: CommandShell SealedPushRelayClient SealedPushAPNs SealedPushOpenSSL PushTransport @protocol ArgumentParser Logging ServerStore SealedPushRelay SealedPushSidecar SealedPushSender SealedPushKeys Configuration CoreMetrics NIOCore NIOPosix Hummingbird HummingbirdCore HummingbirdTLS NIOSSL ServiceLifecycle UnixSignals SealedPushStore CLinux

    program   docs/examples/relay-backend: SealedPush SealedPushKeys SealedPushRelayClient SealedPushSender SealedPushStore
    program   docs/examples/backend: SealedPush SealedPushAPNs SealedPushKeys SealedPushSender SealedPushStore
    part      Tests/Protocol/CryptoTestSupport: TestSupport
    tests     Tests/Protocol/SealedPushCryptoTests: SealedPushCrypto TestSupport CryptoTestSupport Crypto
    part      Tests/Protocol/MessageTestSupport: @protocol
    tests     Tests/Protocol/SealedPushTests: @protocol TestSupport MessageTestSupport
    part      Tests/Storage/StoreTestSupport: @store TestSupport
    tests     Tests/Storage/SealedPushStoreTests: @store TestSupport SimulationSupport SealedPushClaims StoreTestSupport StoreProbe
    program   Tests/Storage/StoreProbe: SealedPushClaims @store
    part      Tests/Identity/KeysTestSupport: TestSupport SealedPushKeys @store
    tests     Tests/Identity/SealedPushKeysTests: SealedPushKeys SealedPushContacts TestSupport SealedPushClaims KeysTestSupport StoreTestSupport @store
    tests     Tests/Identity/SealedPushContactsTests: SealedPushContacts TestSupport StoreTestSupport @store
    part      Tests/Sending/SenderTestSupport: TestSupport SealedPushSender SealedPush
    tests     Tests/Sending/SealedPushSenderTests: SealedPushSender SenderTestSupport TestSupport MessageTestSupport KeysTestSupport SealedPushKeys @protocol
    tests     Tests/Sending/SealedPushQRCodeTests: SealedPushQRCode TestSupport @protocol
    program   Tests/Sending/PairingCodes: SealedPushQRCode TestSupport @protocol
    tests     Tests/Sending/PushTransportTestingTests: PushTransportTesting PushTransport
    tests     Tests/Sending/SealedPushOpenSSLTests: SealedPushOpenSSL TestSupport SimulationSupport OpenSSLProbe SecretScan COpenSSL CryptoTestSupport
    program   Tests/Sending/OpenSSLProbe: CommandShell SealedPushOpenSSL SealedPushCrypto
    tests     Tests/Sending/SealedPushAPNsTests: SealedPushAPNs TestSupport SimulationSupport PushTransportTesting PushTransport SealedPushCoding SealedPushOpenSSL @network NIOHTTP1 @observation InMemoryLogging MetricsTestKit InMemoryTracing NIOEmbedded ServiceLifecycle ServiceLifecycleTestKit
    part      Tests/Relay/SealedPushRelayTesting: ServerStore SealedPushRelay @protocol
    part      Tests/Relay/PostgreSQLServer: ServerStore SimulationSupport
    tests     Tests/Relay/RelayExplorationTests: SealedPushRelayTesting TestSupport SealedPushRelay @protocol
    part      Tests/Relay/RawRequests:
    part      Tests/Relay/OpenAPITestSupport: SealedPushCoding TestSupport HTTPTypes Hummingbird HummingbirdTesting Yams
    tests     Tests/Relay/SealedPushRelayTests: OpenAPITestSupport ServerStore SealedPushRelay SealedPushRelayTesting PostgreSQLServer RawRequests SealedPushOpenSSL TestSupport GRDB HTTPTypes Hummingbird HummingbirdCore HummingbirdTesting NIOCore NIOHTTP1 @observation InMemoryLogging InMemoryTracing PushTransport SealedPushAPNs SealedPushCoding @protocol
    tests     Tests/Relay/SealedPushRelayClientTests: SealedPushRelayClient SealedPushSender KeysTestSupport SealedPushKeys Crypto SealedPushCoding TestSupport StoreTestSupport SealedPushContacts @store
    tests     Tests/Relay/SealedPushSidecarTests: SealedPushSidecar SealedPushRelayClient ServerStore SealedPushRelay KeysTestSupport SealedPushSender TestSupport SealedPushOpenSSL GRDB Hummingbird HummingbirdTesting HTTPTypes Logging InMemoryLogging NIOCore NIOPosix NIOSSL SealedPushCoding @protocol
    part      Tests/Relay/RelayProofSupport: ServerStore SealedPushRelay SealedPush
    program   Tests/Relay/RelayProbe: RelayProofSupport ServerStore SealedPushRelay SealedPushAPNs @protocol
    part      Tests/Receiving/ReceiverTestSupport: TestSupport SealedPushReceiver SealedPushSender SealedPushKeys SealedPushContacts SealedPushStore SealedPush
    tests     Tests/Receiving/SealedPushReceiverTests: @receiving TestSupport SealedPushClaims ReceiverTestSupport MessageTestSupport StoreTestSupport
    tests     Tests/Receiving/SealedPushExplanationTests: SealedPushExplanation @protocol TestSupport
    part      Tests/Receiving/FaultTestSupport: ReceiverTestSupport SealedPushClaims @receiving StoreTestSupport TestSupport
    program   Tests/Receiving/FaultProbe: FaultTestSupport @store StoreTestSupport
    tests     Tests/Receiving/FaultTests: FaultProbe FaultTestSupport SecretScan @receiving StoreTestSupport TestSupport SimulationSupport
    tests     Tests/Receiving/ExplorationTests: ReceiverTestSupport SealedPushClaims @receiving StoreTestSupport TestSupport
    program   Tests/Commands/RandomMessages: SenderTestSupport TestSupport SealedPushSender SealedPushKeys @protocol
    part      Tests/Support/TestSupport: SimulationSupport
    part      Tests/Support/SecretScan:
    """

/// On Linux: Apple's frameworks that extensions import, the device that tests run, and the tests
/// with it.
// swift-format-ignore
let simulation = """
    part      Sources/Simulation/ValueObjects:
    framework Sources/Simulation/CoreLocation: ValueObjects
    framework Sources/Simulation/Intents: ValueObjects
    framework Sources/Simulation/UserNotifications: CoreLocation Intents ValueObjects
    framework Sources/Simulation/UserNotificationsUI: UserNotifications ValueObjects
    framework Sources/Simulation/CallKit: UserNotifications
    part      Sources/Simulation/CFoundationHooks:
    library   Sources/Simulation/SimulatedDevice: CFoundationHooks UserNotificationsUI CallKit UserNotifications CoreLocation Intents ValueObjects SimulationSupport SealedPush
    library   Sources/Simulation/SimulatedDeviceTesting: SimulatedDevice UserNotifications
    library   Sources/Simulation/SimulatedDelivery: SimulatedAPNs SealedPushAPNs SimulatedDevice
    part      Sources/Simulation/PublishedVectors: @receiving SealedPushExplanation
    library   Sources/Simulation/PushFindings: SimulatedAPNs SimulatedDevice SealedPushAPNs SealedPush SealedPushCoding
    part      Sources/Simulation/SealedPushLab: SealedPushRelay PushFindings SimulatedDelivery SimulatedDevice SimulatedAPNs UserNotifications SealedPushAPNs SealedPushOpenSSL SealedPushCoding SealedPushCrypto Hummingbird HummingbirdCore HTTPTypes Logging NIOCore ServiceLifecycle UnixSignals
    part      Sources/Simulation/SealedPushLabPage: SealedPushLab SealedPushExplanation
    program   Sources/Commands/SealedPushLabCommand: SealedPushLab SealedPushLabPage PublishedVectors SealedPushExplanation CommandShell @receiving SealedPushServiceExtension SealedPushAPNs SealedPushOpenSSL SimulatedAPNs SimulatedDevice PushFindings ArgumentParser Logging

    tests     Tests/Sending/APNsLoadTests: SimulatedAPNs TestSupport SealedPushAPNs SealedPushOpenSSL PushTransport SealedPush @network @observation
    part      Tests/Receiving/PhoneExtension: SealedPushServiceExtension SealedPushReceiver SealedPushStore SealedPush StoreTestSupport SimulatedDevice UserNotifications Intents
    program   Tests/Receiving/PhoneExtensionHost: PhoneExtension SimulatedDevice
    program   Tests/Relay/RelayLoad: ServerStore SealedPushRelay SealedPushAPNs SealedPushOpenSSL PushTransport PostgreSQLServer SimulatedAPNs SealedPushCoding AsyncHTTPClient Hummingbird Logging NIOCore NIOHTTP1 GRDB @protocol
    tests     Tests/Relay/RelayProofTests: RelayProofSupport RelayProbe PostgreSQLServer TestSupport SimulationSupport PhoneExtension ReceiverTestSupport SealedPushRelay SealedPushAPNs SealedPushOpenSSL SealedPushSender SealedPushContacts SealedPushCoding PushTransport SimulatedAPNs SimulatedDelivery SimulatedDevice @protocol
    tests     Tests/Relay/RelayServerTests: SealedPushServerCommand SealedPushCommand ServerStore SealedPushRelay SealedPushRelayTesting SealedPushRelayClient SealedPushSender SealedPushKeys SealedPushStore SealedPushCoding RawRequests SealedPushAPNs SealedPushOpenSSL SimulatedAPNs SimulatedDelivery SimulatedDevice PhoneExtension PostgreSQLServer TestSupport SimulationSupport @protocol SealedPushContacts StoreTestSupport SealedPushReceiver
    part      Tests/Receiving/IOSExample: SealedPushServiceExtension SealedPushReceiver SealedPushKeys SealedPushContacts SealedPushStore SealedPush SealedPushRelayClient UserNotifications
    tests     Tests/Receiving/SealedPushServiceExtensionTests: SealedPushServiceExtension SealedPushRelayClient TestSupport IOSExample PhoneExtension PhoneExtensionHost SimulatedDevice UserNotifications Intents ReceiverTestSupport MessageTestSupport @receiving
    part      Tests/Simulation/SampleExtensions: UserNotifications UserNotificationsUI Intents
    tests     Tests/Simulation/UserNotificationsTests: UserNotifications TestSupport SampleExtensions UserNotificationsUI CoreLocation Intents ValueObjects
    part      Tests/Simulation/ScriptedExtension: SimulatedDevice CallKit UserNotifications Intents CLinux
    program   Tests/Simulation/ScriptedExtensionHost: ScriptedExtension SimulatedDevice
    tests     Tests/Simulation/SimulatedDeviceTests: SimulatedDevice SimulationSupport TestSupport ScriptedExtension ScriptedExtensionHost UserNotificationsUI CallKit UserNotifications CoreLocation Intents SealedPush CLinux
    part      Tests/Simulation/Marketing: UserNotifications
    program   Tests/Simulation/MarketingHost: Marketing SimulatedDevice
    part      Tests/Simulation/MarketingSuite: Marketing SimulatedDevice TestSupport UserNotifications
    tests     Tests/Simulation/MarketingTests: Marketing MarketingHost MarketingSuite SimulatedDevice SimulatedDeviceTesting TestSupport UserNotifications SealedPush
    part      Tests/Simulation/Calling: CallKit UserNotifications
    program   Tests/Simulation/CallingHost: Calling SimulatedDevice
    tests     Tests/Simulation/CallingTests: Calling CallingHost SimulatedDevice SimulatedDeviceTesting TestSupport SealedPush
    tests     Tests/Simulation/SimulatedDeviceTestingTests: SimulatedDeviceTesting SimulatedDevice UserNotifications
    tests     Tests/Simulation/SimulatedAPNsTests: SimulatedAPNs TestSupport SealedPushAPNs PushTransport SealedPushOpenSSL SealedPush SealedPushCoding SimulatedDelivery SimulatedDevice UserNotifications NIOEmbedded @network
    tests     Tests/Simulation/SealedPushLabTests: SealedPushLab SealedPushExplanation OpenAPITestSupport SimulatedAPNs SealedPushAPNs SealedPushOpenSSL SealedPushCoding TestSupport HTTPTypes Hummingbird HummingbirdTesting NIOCore
    tests     Tests/Simulation/PushFindingsTests: PushFindings SimulatedAPNs SimulatedDevice SealedPushAPNs SealedPushCoding SealedPush TestSupport ScriptedExtensionHost UserNotifications
    tests     Tests/Commands/VectorTests: SealedPushLabCommand PublishedVectors SealedPushExplanation @protocol TestSupport
    tests     Tests/Commands/SealedPushCommandTests: SealedPushCommand SealedPushLabCommand ArgumentParser TestSupport SimulationSupport MessageTestSupport CommandShell FaultTestSupport StoreTestSupport @receiving SealedPushRelayClient ScriptedExtensionHost
    tests     Tests/Commands/SealedPushServerCommandTests: SealedPushServerCommand SealedPushCommand SealedPushLabCommand TestSupport CommandShell PushFindings SimulatedDevice SimulatedAPNs SealedPushAPNs SealedPushOpenSSL SecretScan COpenSSL PushTransport SealedPush SealedPushRelay ArgumentParser NIOCore NIOPosix Logging
    """

/// Files that a module has in its program, as bytes.
let embedded = [
    "SealedPushExplanation": ["page.css"],
    "SealedPushLabPage": ["icon.svg", "page.html", "page.js"],
]

/// What lies in the folder of a module without being one of its sources.
let excluded = [
    "UserNotificationsTests": ["surface.txt"], "SimulatedDeviceTests": ["Programs"],
    "SealedPushOpenSSLTests": ["Samples"],
]

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

/// Modules that search every byte of a process, or millions of states, or copy every byte of a
/// simulated disk: optimised in every build.
let optimised: Set = [
    "SecretScan", "SealedPushRelayTesting", "RelayExplorationTests", "ExplorationTests",
    "StoreTestSupport",
]

/// Modules as others write them, without our settings and without what is `package`: each with
/// settings of its own.
let guests: [String: [SwiftSetting]] = [
    "relay-backend": [], "backend": [], "SampleExtensions": [], "ScriptedExtension": [],
    "ScriptedExtensionHost": [], "MarketingHost": [], "CallingHost": [],
    // In the language mode of most apps that there are.
    "Marketing": [.swiftLanguageMode(.v5)], "MarketingSuite": [.swiftLanguageMode(.v5)],
    "Calling": [.swiftLanguageMode(.v5)],
    // As a new app of Xcode's is compiled.
    "IOSExample": strict + [.defaultIsolation(MainActor.self)] + ourSettings.suffix(2),
]

// MARK: - From rows to targets

/// A line of the tables.
struct Row {
    let words: [String]
    var kind: String { words[0] }
    var path: String { String(words[1].dropLast()) }
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    var imports: [String] { words.dropFirst(2).flatMap { groups[$0].map(Row.words) ?? [$0] } }

    static func words(of text: String) -> [String] { text.split(separator: " ").map(String.init) }

    var settings: [SwiftSetting] {
        if let settings = guests[name] { return settings }
        if optimised.contains(name) { return ourSettings + [.unsafeFlags(["-O"])] }
        return kind == "framework" ? ourSettings + [.swiftLanguageMode(.v5)] : ourSettings
    }

    /// What to link for an import, or nil if the system has it: elsewhere Apple's frameworks are
    /// the system's own.
    func dependency(_ module: String) -> Target.Dependency? {
        if rows.contains(where: { $0.name == module }) { return .byName(name: module) }
        let package = packages.first { Row.words(of: $0.modules).contains(module) }
        // The programs have it, whatever a library of ours is used without.
        let condition: TargetDependencyCondition? =
            traits.contains(module) && kind != "program" ? .when(traits: [module]) : nil
        return package.map { .product(name: module, package: $0.name, condition: condition) }
    }

    var target: Target {
        let isOurs = guests[name] == nil
        let target: Target
        switch kind {
        case "system": return system
        case "tests":
            target = .testTarget(name: name, path: path, packageAccess: isOurs)
        case "program":
            target = .executableTarget(name: name, path: path, packageAccess: isOurs)
        default: target = .target(name: name, path: path, packageAccess: isOurs)
        }
        target.dependencies = imports.compactMap(dependency)
        target.exclude = excluded[name] ?? []
        target.resources = embedded[name]?.map { .embedInCode($0) }
        target.swiftSettings = settings
        return target
    }

    var system: Target {
        guard words.count == 5 else { return .systemLibrary(name: name, path: path) }
        let providers: [SystemPackageProvider] = [.apt([words[3]]), .brew([words[4]])]
        return .systemLibrary(name: name, path: path, pkgConfig: words[2], providers: providers)
    }
}

#if os(Linux)
    let tables = modules + "\n" + simulation
    let lab: [Product] = [
        .executable(name: "sealedpush-lab", targets: ["SealedPushLabCommand"])
    ]
#else
    let tables = modules
    let lab: [Product] = []
#endif
let rows = tables.split(separator: "\n").map { Row(words: Row.words(of: String($0))) }

/// What a program can leave out, by the module that it brings.
let traits: Set = ["ServiceLifecycle"]

let package = Package(
    name: "sealedpush",
    platforms: [.macOS("26.0"), .iOS("26.0")],
    products: rows.filter { ["library", "framework"].contains($0.kind) }.map {
        .library(name: $0.name, targets: [$0.name])
    } + [
        .executable(name: "sealedpush", targets: ["SealedPushCommand"]),
        .executable(name: "sealedpush-server", targets: ["SealedPushServerCommand"]),
    ] + lab,
    traits: [
        .trait(name: "ServiceLifecycle", description: "Clients conform to its Service"),
        .default(enabledTraits: traits),
    ],
    dependencies: packages.map {
        .package(
            url: "https://github.com/\($0.owner)/\($0.name)",
            from: $0.from,
            // Hummingbird's bring what this package does not use.
            traits: $0.name == "hummingbird" ? [] : [.defaults]
        )
    },
    targets: rows.map(\.target)
)
