// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The center of this process, where a device has one for all.
public func CFNotificationCenterGetDarwinNotifyCenter() -> CFNotificationCenter {
    .darwin
}

/// Has a function called for each notification of a name.
///
/// - Parameters:
///   - center: The center; nil does nothing.
///   - observer: What names the observer when it is removed, and is handed to `callBack`.
///   - callBack: The function; nil does nothing.
///   - name: The name; nil does nothing, as Darwin's center needs one.
///   - object: Ignored, as by Darwin's center.
///   - suspensionBehavior: Ignored, as by Darwin's center.
public func CFNotificationCenterAddObserver(
    _ center: CFNotificationCenter?,
    _ observer: UnsafeRawPointer?,
    _ callBack: CFNotificationCallback?,
    _ name: CFString?,
    _ object: UnsafeRawPointer?,
    _ suspensionBehavior: CFNotificationSuspensionBehavior
) {
    guard let callBack = unsafe callBack, let name else { return }
    unsafe center?.add(observer, CFNotificationName(name), callBack)
}

/// Forgets an observer.
///
/// - Parameters:
///   - center: The center; nil does nothing.
///   - observer: What named it.
///   - name: The name that it no longer hears of; nil for all.
///   - object: Ignored, as by Darwin's center.
public func CFNotificationCenterRemoveObserver(
    _ center: CFNotificationCenter?,
    _ observer: UnsafeRawPointer?,
    _ name: CFNotificationName?,
    _ object: UnsafeRawPointer?
) {
    unsafe center?.remove(observer, name)
}

/// Forgets an observer for all names.
public func CFNotificationCenterRemoveEveryObserver(
    _ center: CFNotificationCenter?,
    _ observer: UnsafeRawPointer?
) {
    unsafe center?.remove(observer, nil)
}

/// Sends a notification to the observers in this process.
///
/// - Parameters:
///   - center: The center; nil does nothing.
///   - name: The name; nil does nothing.
///   - object: Ignored, as by Darwin's center.
///   - userInfo: Ignored, as by Darwin's center.
///   - deliverImmediately: Ignored, as by Darwin's center.
public func CFNotificationCenterPostNotification(
    _ center: CFNotificationCenter?,
    _ name: CFNotificationName?,
    _ object: UnsafeRawPointer?,
    _ userInfo: CFDictionary?,
    _ deliverImmediately: Bool
) {
    guard let name else { return }
    center?.post(name)
}
