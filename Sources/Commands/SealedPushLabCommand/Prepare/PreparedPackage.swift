// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A package that tests an extension: its manifest, the program of its own process, and a test.
struct PreparedPackage {
    /// The name of the extension's module.
    let name: String

    private let service: String
    private let modules: Set<String>
    private let clone: String
    private let hasInfo: Bool

    /// A package for the extension of a folder.
    ///
    /// - Parameters:
    ///   - folder: What the folder is called.
    ///   - service: The class of the extension.
    ///   - modules: What its sources import.
    ///   - clone: The path of SealedPush, from the package.
    ///   - hasInfo: Whether the package has an Info.plist.
    init(
        folder: String,
        service: String,
        modules: Set<String>,
        clone: String,
        hasInfo: Bool
    ) {
        name = Self.moduleName(folder)
        self.service = service
        self.modules = modules.union(["UserNotifications"])
        self.clone = clone
        self.hasInfo = hasInfo
    }

    /// The paths and the texts of what is written around the sources.
    var files: [(path: String, text: String)] {
        [
            ("Package.swift", manifest), ("Sources/\(name)Host/main.swift", host),
            ("Tests/\(name)Tests/\(name)Tests.swift", test),
        ]
    }

    /// A name that a module may have, and that is no other module's.
    private static func moduleName(_ folder: String) -> String {
        let letters = folder.unicodeScalars.map { scalar in
            let isOfName =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || scalar == "_"
                    || ("0"..."9").contains(scalar))
            return isOfName ? Character(scalar) : "_"
        }
        let word = String(letters)
        let isName = letters.contains { $0.isLetter } && letters.first?.isLetter == true
        let isFree = !AppleModule.isThere(word) && AppleModule.substitutes[word] == nil
        return isName && isFree ? word : "Extension\(word)"
    }

    private var manifest: String {
        let frameworks = modules.intersection(AppleModule.frameworks).sorted()
        let shims = modules.intersection(AppleModule.shims).sorted()
        let dependencies =
            frameworks.map { "sealedPush(\"\($0)\")" } + shims.map { "shim(\"\($0)\")" }
        let shimPackage =
            shims.isEmpty
            ? "" : "\n        .package(name: \"shims\", path: clone + \"/Shims\"),"
        let shimFunction = """


            func shim(_ name: String) -> Target.Dependency {
                .product(name: name, package: "shims")
            }
            """
        return """
            // swift-tools-version: 6.2
            // Tests of a notification service extension, on Linux.

            import PackageDescription

            /// The clone of SealedPush, as seen from here.
            let clone = \(Self.literal(clone))

            func sealedPush(_ name: String) -> Target.Dependency {
                .product(name: name, package: "sealedpush")
            }\(shims.isEmpty ? "" : shimFunction)

            let package = Package(
                name: "\(name)-tests",
                dependencies: [
                    .package(name: "sealedpush", path: clone),\(shimPackage)
                ],
                targets: [
                    .target(
                        name: "\(name)",
                        dependencies: [
                            \(dependencies.joined(separator: ",\n                "))
                        ]
                    ),
                    // The extension in a process of its own.
                    .executableTarget(
                        name: "\(name)Host",
                        dependencies: ["\(name)", sealedPush("SimulatedDevice")]
                    ),
                    .testTarget(
                        name: "\(name)Tests",
                        dependencies: [
                            "\(name)", "\(name)Host", sealedPush("SimulatedDevice"),
                            sealedPush("SimulatedDeviceTesting"),
                        ]
                    ),
                ],
                swiftLanguageModes: [.v5]
            )

            """
    }

    private var host: String {
        """
        import SimulatedDevice

        @testable import \(name)

        let fault = CommandLine.arguments.dropFirst().first.flatMap { PlantedFault(rawValue: $0) }

        ExtensionHost.main { PlantedFault.plant(fault, in: \(service)()) }

        """
    }

    /// The profile of the test's device: the app, with the extension's Info.plist if there is one.
    private var profile: String {
        guard hasInfo else {
            return "        let profile = DeviceProfile(app: \"com.example.app\")\n"
        }
        return """
                    var profile = DeviceProfile(app: "com.example.app")
                    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                    let file = folder.appendingPathComponent("../../Info.plist")
                    profile.info = try InfoPlist(contentsOf: file)

            """
    }

    private var test: String {
        """
        import Foundation
        import SimulatedDevice
        import SimulatedDeviceTesting
        import Testing

        @testable import \(name)

        struct \(name)Tests {
            /// What your server sends.
            private static let payload = #\"""
                {"aps":{"alert":{"title":"Ann","body":"Hello"},"mutable-content":1}}
                \"""#

            private let trial: FaultTrial

            init() throws {
        \(profile)
                trial = FaultTrial(
                    profile: profile,
                    executable: Bundle.main.bundleURL.appendingPathComponent("\(name)Host")
                ) { PlantedFault.plant($0, in: \(service)()) }
            }

            @Test(arguments: FaultTrial.Host.allCases)
            func `the extension hands over once`(_ host: FaultTrial.Host) async {
                let device = trial.device(host, patience: .seconds(10))
                let report = await device.whileInstalled {
                    await expectHandedOverOnce(device.deliver(payload: Self.payload), on: device)
                }
                print(report.text)
            }
        }

        """
    }

    /// A text as Swift writes it.
    private static func literal(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case _ where scalar.value < 0x20: "\\u{\(String(scalar.value, radix: 16))}"
            default: "\(scalar)"
            }
        }
        return "\"\(escaped.joined())\""
    }
}
