// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import UserNotifications

/// Makes a program the process of a notification service extension, for ``SimulatedDevice``.
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
/// What the extension finds at `UNUserNotificationCenter.current()` is the device's. The main
/// thread serves the main queue and the main run loop, as in an app.
public enum ExtensionHost {
    /// The variable that names the descriptor of the channel to the device.
    static let channelVariable = "SIMULATED_DEVICE_CHANNEL"

    /// Serves the device that has started this program, and ends with it.
    ///
    /// Where no device has, it says so on the standard error, and exits with code 64.
    ///
    /// - Parameter makeExtension: Makes the extension; called for each push anew, on a thread of its own.
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
            // At once: what an extension still does is of no interest to anybody.
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
