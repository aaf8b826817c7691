// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CFoundationHooks
import Foundation
public import UserNotifications

/// The entry point of a program that is the process of a notification service extension.
///
///     import SimulatedDevice
///
///     @main
///     enum Program {
///         static func main() {
///             ExtensionHost.main { NotificationService() }
///         }
///     }
///
/// ``SimulatedDevice/SimulatedDevice`` starts the program. In it,
/// `UNUserNotificationCenter.current()` is the device's center, and the main thread serves the main
/// queue and the main run loop, as in an app.
public enum ExtensionHost {
    /// The variable that names the descriptor of the channel to the device.
    static let channelVariable = "SIMULATED_DEVICE_CHANNEL"

    /// Serves the device that started this program, and exits when the device is gone.
    ///
    /// If no device started it, it prints that to the standard error and exits with code 64.
    ///
    /// - Parameter makeExtension: Makes the extension; called once for each push, on its own
    ///   thread.
    public static func main(
        _ makeExtension: @escaping @Sendable () -> UNNotificationServiceExtension
    ) -> Never {
        guard let channel = inheritedChannel() else {
            let words = """
                extension host: this program is the process of a notification service extension
                hint: give its path to a simulated device, which starts it: SimulatedDevice(profile:executable:)

                """
            FileHandle.standardError.write(Data(words.utf8))
            exit(64)
        }
        let server = ExtensionServer(channel: channel, makeExtension: makeExtension)
        Thread.detachNewThread {
            server.serve()
            // At once: nothing reads the results of an extension that is still running.
            _exit(0)
        }
        while true {
            _ = RunLoop.main.run(mode: .default, before: .distantFuture)
        }
    }

    private static func inheritedChannel() -> FrameChannel? {
        guard let text = ProcessInfo.processInfo.environment[channelVariable],
            let descriptor = Int32(text),
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
        else { return nil }
        // It is of no use to programs that the extension starts.
        unsafe unsetenv(channelVariable)
        return FrameChannel(descriptor: descriptor)
    }
}

/// The folder that extensions find in the place of the user's home folder.
///
/// Test and extension share it, and with it the settings of app groups. A test's process has it
/// from its start; a program that is no test has one for its extensions alone.
enum SimulatedHome {
    /// The variable that names it.
    static let variable = "SIMULATED_DEVICE_HOME"

    static let path: String = {
        if let own = unsafe simulated_home() { return unsafe String(cString: own) }
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("simulated-home-\(UUID().uuidString)", isDirectory: true)
        try? TemporaryFolders.make(folder)
        return folder.path
    }()
}
