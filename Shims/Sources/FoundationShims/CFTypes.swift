// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The code that a C function of the system returns; 0 is success.
public typealias OSStatus = Int32

/// The code of success.
public let noErr: OSStatus = 0

/// An object of any Core Foundation type.
public typealias CFTypeRef = AnyObject

/// Bytes, as `data as CFData`.
public typealias CFData = NSData

/// An array, as `types as CFArray`.
public typealias CFArray = NSArray

/// A Boolean, as a value of a dictionary.
public typealias CFBoolean = NSNumber

/// A URL, as `file as CFURL`.
public typealias CFURL = NSURL

/// An error, which functions of C hand over as `Unmanaged<CFError>`.
public typealias CFError = NSError

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the code of an error.
public func CFErrorGetCode(_ err: CFError) -> Int { err.code }

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns the description of an error.
public func CFErrorCopyDescription(_ err: CFError) -> CFString? {
    NSString(string: err.localizedDescription)
}

// Apple declares the two constants so; some apps unwrap them, others do not.

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The Boolean value true.
public let kCFBooleanTrue: CFBoolean! = NSNumber(value: true)

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The Boolean value false.
public let kCFBooleanFalse: CFBoolean! = NSNumber(value: false)
