// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A class of keychain items, and what tells two of its items apart.
enum KeychainItemClass: String {
    case genericPassword = "genp"
    case internetPassword = "inet"
    case key = "keys"

    /// The attributes by which an item is one of its own.
    var primaryKey: [String] {
        switch self {
        case .genericPassword: ["acct", "svce"]
        case .internetPassword: ["acct", "sdmn", "srvr", "ptcl", "atyp", "port", "path"]
        case .key: ["kcls", "klbl", "atag", "type", "bsiz"]
        }
    }
}

/// When an item can be reached, by the letters that Apple's constants stand for.
enum KeychainAccessibility: String {
    case whenUnlocked = "ak"
    case whenUnlockedThisDeviceOnly = "aku"
    case whenPasscodeSetThisDeviceOnly = "akpu"
    case afterFirstUnlock = "ck"
    case afterFirstUnlockThisDeviceOnly = "cku"
    case always = "dk"
    case alwaysThisDeviceOnly = "dku"

    /// Whether the item can be reached.
    func allows(_ lock: DeviceProfile.Lock) -> Bool {
        switch self {
        case .whenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly:
            lock == .unlocked
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: lock != .beforeFirstUnlock
        case .always, .alwaysThisDeviceOnly: true
        }
    }
}
