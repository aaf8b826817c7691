// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension UserDefaults {
    /// As `set(_:forKey:)`; on Apple's systems it comes with every object.
    public func setValue(_ value: Any?, forKey key: String) {
        set(value, forKey: key)
    }

    /// As `object(forKey:)`; on Apple's systems it comes with every object.
    public func value(forKey key: String) -> Any? {
        object(forKey: key)
    }
}
