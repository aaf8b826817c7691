// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// `sealedpush device`: what a device that receives does, except for receiving.
struct DeviceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "device",
        abstract: "Make a device, hand out its bundle, keep its keys fresh, and retire it.",
        discussion: """
            A device receives. Its bundle holds the public keys that senders seal to.

            Example:
              sealedpush device init --store phone --topic com.example.app
            """,
        subcommands: [
            DeviceInit.self, DeviceBundleCommand.self, DeviceAcknowledge.self, DeviceMaintain.self,
            DeviceUnfinished.self, DeviceShow.self, DeviceRetire.self, DeviceRegister.self,
            DeviceEndpoint.self,
        ]
    )
}
