// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A text of a string table with places for arguments.
package struct TableText {
    private let format: String

    package init(_ format: String) {
        self.format = format
    }

    /// The text with the arguments in their places.
    ///
    /// `%@` takes the next argument, `%2$@` the second, `%%` is a per cent sign. A place without
    /// an argument and a sign that means nothing else stay as they are.
    package func filled(with arguments: [String]) -> String {
        var remaining = arguments[...]
        return format.replacing(#/%(?:%|(?:([1-9][0-9]?)\$)?@)/#) { match in
            if match.output.0 == "%%" { return "%" }
            if let digits = match.output.1 {
                let index = (Int(digits) ?? 0) - 1
                return arguments.indices.contains(index) ? arguments[index] : String(match.output.0)
            }
            return remaining.popFirst() ?? String(match.output.0)
        }
    }
}

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
