// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
public import FoundationShims
import SimulatedDevice

/// Adds an item to the keychain of the device that the caller runs on.
///
/// - Parameters:
///   - attributes: The item's class, attributes and secret data.
///   - result: Takes what `kSecReturnData` and `kSecReturnAttributes` ask for.
/// - Returns: `errSecSuccess`, or why it failed.
@discardableResult
public func SecItemAdd(
    _ attributes: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    guard let item = Query(attributes) else { return errSecParam }
    let answer = DeviceKeychain.perform(.add(item.values))
    if let first = answer.items.first, let result = unsafe result {
        unsafe result.pointee = item.form(of: first)
    }
    return OSStatus(answer.status)
}

/// Finds items in the device's keychain.
///
/// - Parameters:
///   - query: The class and attributes of the items, and what the call returns of how many.
///   - result: Takes data, attributes or both; an array if the query asks for several items.
/// - Returns: `errSecSuccess`, or why it failed.
@discardableResult
public func SecItemCopyMatching(
    _ query: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    guard let query = Query(query) else { return errSecParam }
    let answer = DeviceKeychain.perform(.find(query.values))
    if answer.status == errSecSuccess, let result = unsafe result {
        unsafe result.pointee =
            if query.isForMany {
                NSArray(array: answer.items.compactMap(query.form))
            } else {
                answer.items.first.flatMap(query.form)
            }
    }
    return OSStatus(answer.status)
}

/// Changes all items of the device's keychain that match a query.
///
/// - Parameters:
///   - query: The class and attributes of the items.
///   - attributesToUpdate: The new values.
/// - Returns: `errSecSuccess`, or why it failed.
@discardableResult
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    guard let query = Query(query), let changes = Query(attributesToUpdate) else {
        return errSecParam
    }
    return OSStatus(DeviceKeychain.perform(.update(query.values, changes.values)).status)
}

/// Deletes all items of the device's keychain that match a query.
///
/// - Parameter query: The class and attributes of the items.
/// - Returns: `errSecSuccess`, or why it failed.
@discardableResult
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    guard let query = Query(query) else { return errSecParam }
    return OSStatus(DeviceKeychain.perform(.delete(query.values)).status)
}

/// The dictionary that a caller passes.
private struct Query {
    let values: [String: DeviceKeychain.Value]

    /// Reads a dictionary; nil if a value is of a type that no attribute has.
    init?(_ dictionary: CFDictionary) {
        var values: [String: DeviceKeychain.Value] = [:]
        for (key, object) in dictionary {
            guard let name = key as? String, let value = DeviceKeychain.Value(object) else {
                return nil
            }
            values[name] = value
        }
        self.values = values
    }

    /// Whether the result is an array.
    var isForMany: Bool {
        switch values["m_Limit"] {
        case .text("m_LimitAll"): true
        case .number(let count): count > 1
        default: false
        }
    }

    /// The result for one item: data, attributes with or without data, or nil.
    func form(of item: [String: DeviceKeychain.Value]) -> CFTypeRef? {
        let wantsData = values["r_Data"] == .number(1)
        guard values["r_Attributes"] == .number(1) else {
            return wantsData ? item["v_Data"]?.object : nil
        }
        let attributes = item.filter { wantsData || $0.key != "v_Data" }
        return NSDictionary(dictionary: attributes.mapValues(\.object))
    }
}

extension DeviceKeychain.Value {
    fileprivate init?(_ object: Any) {
        switch object {
        case let text as String: self = .text(text)
        case let data as Data: self = .data(data)
        case let number as NSNumber: self = .number(number.intValue)
        case let date as Date: self = .date(date)
        default: return nil
        }
    }

    fileprivate var object: CFTypeRef {
        switch self {
        case .text(let text): NSString(string: text)
        case .data(let data): NSData(data: data)
        case .number(let number): NSNumber(value: number)
        case .date(let date):
            NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        }
    }
}
