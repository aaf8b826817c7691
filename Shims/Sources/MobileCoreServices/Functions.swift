// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation
public import FoundationShims
import UniformTypeIdentifiers

/// Finds the known type that has a tag.
///
/// - Parameters:
///   - inTagClass: `kUTTagClassFilenameExtension` or `kUTTagClassMIMEType`.
///   - inTag: The tag, as `jpg`.
///   - inConformingToUTI: The type that it has to conform to.
/// - Returns: The type's name; nil if no known type has the tag, for which iOS makes one up.
public func UTTypeCreatePreferredIdentifierForTag(
    _ inTagClass: CFString,
    _ inTag: CFString,
    _ inConformingToUTI: CFString?
) -> Unmanaged<CFString>? {
    let supertype = inConformingToUTI.flatMap { UTType($0 as String) } ?? .data
    let type: UTType? =
        switch inTagClass as String {
        case "public.filename-extension":
            UTType(filenameExtension: inTag as String, conformingTo: supertype)
        case "public.mime-type": UTType(mimeType: inTag as String, conformingTo: supertype)
        default: nil
        }
    return unsafe retained(type?.identifier)
}

/// Finds the usual tag of a type.
///
/// - Parameters:
///   - inUTI: The name of the type.
///   - inTagClass: `kUTTagClassFilenameExtension` or `kUTTagClassMIMEType`.
/// - Returns: The tag; nil if the type is unknown or has none.
public func UTTypeCopyPreferredTagWithClass(
    _ inUTI: CFString,
    _ inTagClass: CFString
) -> Unmanaged<CFString>? {
    let type = UTType(inUTI as String)
    return switch inTagClass as String {
    case "public.filename-extension": unsafe retained(type?.preferredFilenameExtension)
    case "public.mime-type": unsafe retained(type?.preferredMIMEType)
    default: nil
    }
}

/// Tells whether a type is the other one, or conforms to it.
public func UTTypeConformsTo(_ inUTI: CFString, _ inConformsToUTI: CFString) -> Bool {
    guard let type = UTType(inUTI as String), let other = UTType(inConformsToUTI as String) else {
        return inUTI as String == inConformsToUTI as String
    }
    return type.conforms(to: other)
}

private func retained(_ text: String?) -> Unmanaged<CFString>? {
    unsafe text.map { unsafe Unmanaged.passRetained(NSString(string: $0)) }
}
