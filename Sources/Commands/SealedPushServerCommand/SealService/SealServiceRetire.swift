// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushSidecar

/// Has a sidecar seal nothing more to a device, because the device says so itself.
struct SealServiceRetire: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retire",
        abstract: "Seal nothing more to lost devices, by their own statements.",
        discussion: """
            Takes what 'sealedpush device retire' prints, one statement a line, beside a sidecar \
            that runs or not. It is for ever, and for all recipients. What was sealed before is \
            still sent.

              sealedpush-server seal-service retire --data sidecar phone.retirement
            """
    )

    @OptionGroup var sidecar: SidecarOptions

    @Argument(help: "The statements, one a line, or - for standard input.")
    var file: InputFile = .standardInput

    func run() async throws {
        let retirements = try Self.retirements(in: file)
        let memory = DatabaseSenderMemory(in: try sidecar.open(making: false))
        for retirement in retirements {
            let isNew: Bool
            do throws(SealingError) {
                isNew = try await memory.retire(retirement)
            } catch {
                throw CommandError(
                    .storeUnusable,
                    name: error.name,
                    error.message,
                    hint: error.hint
                )
            }
            Console.note(isNew ? "the device is retired" : "the device was retired before")
        }
    }

    /// All of a file's statements, or none.
    private static func retirements(in file: InputFile) throws -> [DeviceIdentity.Retirement] {
        let lines = String(decoding: try file.read("statement", tooLarge: .usage), as: UTF8.self)
            .split(whereSeparator: \.isNewline)
            .filter { !$0.allSatisfy(\.isWhitespace) }
        guard !lines.isEmpty else {
            throw CommandError(
                .notAuthentic,
                name: "wrongPrefix",
                "the file holds no statement"
            )
        }
        return try lines.map { line in
            do throws(WireError) {
                return try DeviceIdentity.Retirement(text: String(line))
            } catch {
                throw CommandError(
                    .notAuthentic,
                    name: error.name,
                    "\(error.message(of: "retirement")) (\(error.name))",
                    hint: error.hint
                )
            }
        }
    }
}
