// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CFoundationHooks
import Foundation
import Synchronization
import UserNotifications

/// The main bundle of this process, which an extension asks for its own identifier and values.
enum MainBundle {
    private static let present = Mutex(InfoPlist())

    /// Makes the values of an Info.plist the main bundle's.
    ///
    /// In the test's process it is one bundle for all devices: it has the values of the device
    /// whose extension was started last.
    static func take(_ info: InfoPlist) {
        present.withLock { present in
            guard present != info else { return }
            for key in present.values.keys where info.values[key] == nil {
                remove(NSString(string: key))
            }
            present = info
            for (key, value) in info.values { set(value.cocoaObject, for: NSString(string: key)) }
        }
    }

    /// The dictionary retains both.
    private static func set(_ value: NSObject, for key: NSString) {
        withExtendedLifetime((key, value)) {
            unsafe set_main_bundle_value(
                Unmanaged.passUnretained(key).toOpaque(),
                Unmanaged.passUnretained(value).toOpaque()
            )
        }
    }

    private static func remove(_ key: NSString) {
        withExtendedLifetime(key) {
            unsafe remove_main_bundle_value(Unmanaged.passUnretained(key).toOpaque())
        }
    }
}

extension PropertyList {
    /// An object of Foundation's, also where ``object`` is a Swift value.
    fileprivate var cocoaObject: NSObject {
        switch self {
        case .string(let string): NSString(string: string)
        case .data(let data): NSData(data: data)
        case .date(let date):
            NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        case .array(let array): NSArray(array: array.map(\.cocoaObject))
        case .dictionary(let members): NSDictionary(dictionary: members.mapValues(\.cocoaObject))
        case .boolean(let boolean): NSNumber(value: boolean)
        case .integer(let integer): NSNumber(value: integer)
        case .unsigned(let integer): NSNumber(value: integer)
        case .real(let real): NSNumber(value: real)
        case .null, .foreign: NSNull()
        }
    }
}
