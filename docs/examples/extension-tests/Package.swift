// swift-tools-version: 6.2
// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

func sealedPush(_ name: String) -> Target.Dependency {
    .product(name: name, package: "sealedpush")
}

func shim(_ name: String) -> Target.Dependency {
    .product(name: name, package: "shims")
}

let package = Package(
    name: "extension-tests",
    dependencies: [
        .package(name: "sealedpush", path: "../../.."),
        .package(name: "shims", path: "../../../Shims"),
    ],
    targets: [
        // The extensions, as they lie in the app's repository.
        .target(
            name: "Template",
            dependencies: [sealedPush("UserNotifications")],
            path: "Template"
        ),
        // The first of them in a process of its own.
        .executableTarget(
            name: "TemplateHost",
            dependencies: ["Template", sealedPush("SimulatedDevice")],
            path: "TemplateHost"
        ),
        .target(
            name: "Decrypting",
            dependencies: [
                sealedPush("UserNotifications"), shim("CryptoKit"), shim("os"),
                shim("UniformTypeIdentifiers"),
            ],
            path: "Decrypting"
        ),
        .target(
            name: "Ringing",
            dependencies: [
                sealedPush("UserNotifications"), shim("AVFoundation"), shim("Compression"),
                shim("CryptoKit"), shim("Security"),
            ],
            path: "Ringing"
        ),
        .executableTarget(
            name: "RingingHost",
            dependencies: ["Ringing", sealedPush("SimulatedDevice")],
            path: "RingingHost"
        ),
        .target(
            name: "Photo",
            dependencies: [sealedPush("UserNotificationsUI"), shim("UIKit")],
            path: "Photo"
        ),
        .testTarget(
            name: "ExtensionTests",
            dependencies: [
                "Template", "TemplateHost", "Decrypting", "Photo", "Ringing", "RingingHost",
                sealedPush("SimulatedDevice"), sealedPush("SimulatedDeviceTesting"),
                shim("AVFoundation"), shim("Compression"), shim("CryptoKit"), shim("Security"),
                shim("UIKit"),
            ],
            path: "Tests"
        ),
    ],
    swiftLanguageModes: [.v5]
)
