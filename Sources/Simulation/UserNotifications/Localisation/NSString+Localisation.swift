// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension NSString {
    /// The text that the app's string table has for `key`, with the arguments in their places.
    ///
    /// The language is the device's now, not when the notification comes, as on iOS. A key that
    /// the table lacks stands for itself, and so it is where there is no device.
    public class func localizedUserNotificationString(
        forKey key: String,
        arguments: [Any]?
    ) -> String {
        let format = UNUserNotificationCenter.current().backing.localizedFormat(forKey: key)
        return TableText(format ?? key).filled(
            with: (arguments ?? []).map(String.init(describing:))
        )
    }
}
