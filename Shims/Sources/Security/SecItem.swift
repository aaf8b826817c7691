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
///   - result: Takes what `kSecReturnData`, `kSecReturnAttributes` and `kSecReturnRef` ask for.
/// - Returns: `errSecSuccess`, or why it failed.
@discardableResult
public func SecItemAdd(
    _ attributes: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    guard let item = Query(attributes, isItem: true) else { return errSecParam }
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
///   - result: Takes data, attributes and the `SecKey`, or one of them; an array if the query asks
///     for several items.
/// - Returns: `errSecSuccess`, or why it failed; `errSecDecode` if a key is asked for, and the item
///   is none.
@discardableResult
public func SecItemCopyMatching(
    _ query: CFDictionary,
    _ result: UnsafeMutablePointer<CFTypeRef?>?
) -> OSStatus {
    guard let query = Query(query) else { return errSecParam }
    let answer = DeviceKeychain.perform(.find(query.values))
    if query.wantsKey, answer.items.contains(where: { SecKey($0) == nil }) { return errSecDecode }
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
    /// Whether the result has the `SecKey` of the item.
    let wantsKey: Bool

    /// Reads a dictionary; nil if a value is of a type that no attribute has.
    ///
    /// - Parameters:
    ///   - dictionary: The dictionary, in which a `SecKey` stands for its attributes.
    ///   - isItem: Whether it is an item, so that the key stands for its data, too.
    init?(_ dictionary: CFDictionary, isItem: Bool = false) {
        var values: [String: DeviceKeychain.Value] = [:]
        var key: SecKey?
        for (name, object) in dictionary {
            guard let name = name as? String else { return nil }
            if name == kSecValueRef as String, let given = object as? SecKey {
                key = given
            } else {
                guard let value = DeviceKeychain.Value(object) else { return nil }
                values[name] = value
            }
        }
        wantsKey = values.removeValue(forKey: kSecReturnRef as String) == .number(1)
        let attributes = isItem ? key?.item : key?.attributes
        self.values = values.merging(attributes ?? [:]) { given, _ in given }
    }

    /// Whether the result is an array.
    var isForMany: Bool {
        switch values["m_Limit"] {
        case .text("m_LimitAll"): true
        case .number(let count): count > 1
        default: false
        }
    }

    /// The result for one item: data, the key, or a dictionary; nil if nothing is asked for.
    func form(of item: [String: DeviceKeychain.Value]) -> CFTypeRef? {
        let wantsAttributes = values["r_Attributes"] == .number(1)
        var form: [String: CFTypeRef] = [:]
        if wantsAttributes { form = item.filter { $0.key != "v_Data" }.mapValues(\.object) }
        if values["r_Data"] == .number(1) { form["v_Data"] = item["v_Data"]?.object }
        if wantsKey { form[kSecValueRef as String] = SecKey(item) }
        return wantsAttributes || form.count > 1
            ? NSDictionary(dictionary: form) : form.values.first
    }
}

// MARK: - Keys

extension SecKey {
    /// The attributes by which the keychain finds the key.
    var attributes: [String: DeviceKeychain.Value] {
        [
            "class": .text("keys"),
            "type": .text((isRSA ? kSecAttrKeyTypeRSA : kSecAttrKeyTypeECSECPrimeRandom) as String),
            "kcls": .text((isPrivate ? kSecAttrKeyClassPrivate : kSecAttrKeyClassPublic) as String),
            "bsiz": .number(bits),
            // As on iOS, the hash of the public half, which both halves share.
            "klbl": .data(publicData.flatMap { SecKey.hash($0, "SHA1") } ?? Data()),
        ]
    }

    fileprivate var item: [String: DeviceKeychain.Value] {
        var item = attributes
        item["v_Data"] = representation.map { .data($0) }
        item["perm"] = .number(1)
        return item
    }

    /// Makes the key of an item; nil if it holds none.
    fileprivate convenience init?(_ item: [String: DeviceKeychain.Value]) {
        guard case .text(let type)? = item["type"], case .text(let keyClass)? = item["kcls"],
            case .data(let data)? = item["v_Data"],
            let kind = KeyKind(type: type, keyClass: keyClass)
        else { return nil }
        self.init(reading: data, isRSA: kind.isRSA, isPrivate: kind.isPrivate)
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

    var object: CFTypeRef {
        switch self {
        case .text(let text): NSString(string: text)
        case .data(let data): NSData(data: data)
        case .number(let number): NSNumber(value: number)
        case .date(let date):
            NSDate(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
        }
    }
}
