// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import Foundation
@_exported public import FoundationShims
import Synchronization

/// The number by which the system knows a sound.
public typealias SystemSoundID = UInt32

/// The number by which a device vibrates.
public let kSystemSoundID_Vibrate: SystemSoundID = 4095

/// The status of a call that found no sound.
public let kAudioServicesSystemSoundUnspecifiedError: OSStatus = -1500

private let lastSound = Mutex<SystemSoundID>(kSystemSoundID_Vibrate)

/// Numbers the sound in a file, which is not read.
///
/// - Parameters:
///   - inFileURL: The file.
///   - outSystemSoundID: Takes the number.
/// - Returns: 0, or `kAudioServicesSystemSoundUnspecifiedError` if there is no file.
@discardableResult
public func AudioServicesCreateSystemSoundID(
    _ inFileURL: CFURL,
    _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
    guard let path = inFileURL.path, FileManager.default.fileExists(atPath: path) else {
        return kAudioServicesSystemSoundUnspecifiedError
    }
    unsafe outSystemSoundID.pointee = lastSound.withLock { last in
        last += 1
        return last
    }
    return 0
}

/// Accepts that a sound is not used any more.
///
/// - Parameter inSystemSoundID: The sound's number.
/// - Returns: 0.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus { 0 }

/// Plays nothing.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {}

/// Plays nothing.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {}

/// Plays nothing, and calls the block before it returns.
///
/// - Parameters:
///   - inSystemSoundID: The sound's number.
///   - inCompletionBlock: What iOS calls when the sound is over.
public func AudioServicesPlaySystemSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID,
    _ inCompletionBlock: (() -> Void)?
) {
    inCompletionBlock?()
}

/// Plays nothing, and calls the block before it returns.
///
/// - Parameters:
///   - inSystemSoundID: The sound's number.
///   - inCompletionBlock: What iOS calls when the sound is over.
public func AudioServicesPlayAlertSoundWithCompletion(
    _ inSystemSoundID: SystemSoundID,
    _ inCompletionBlock: (() -> Void)?
) {
    inCompletionBlock?()
}
