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
    name: "chat-extension",
    dependencies: [
        .package(name: "sealedpush", path: "../../.."),
        .package(name: "shims", path: "../../../Shims"),
    ],
    targets: [
        // The extension, as it lies in the app's repository.
        .target(
            name: "Chat",
            dependencies: [
                sealedPush("UserNotifications"), shim("Combine"), shim("CryptoKit"),
                shim("Security"), shim("os"),
            ],
            path: "Chat"
        ),
        .executableTarget(
            name: "ChatHost",
            dependencies: ["Chat", sealedPush("SimulatedDevice")],
            path: "ChatHost"
        ),
        .testTarget(
            name: "ChatTests",
            dependencies: [
                "Chat", "ChatHost", sealedPush("SimulatedDevice"),
                sealedPush("SimulatedDeviceTesting"), shim("CryptoKit"), shim("Security"),
            ],
            path: "Tests"
        ),
    ],
    swiftLanguageModes: [.v5]
)
