// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

@_exported public import FoundationShims

/// A type of data, as `public.jpeg`: what names it, and which types it is a kind of.
///
/// This module knows the types that notification extensions meet: those that are its static members. iOS
/// knows many more, makes up a type for a filename extension or a MIME type that nobody has declared (here
/// nil), and describes each in the user's language.
public struct UTType: Sendable {
    private let declaration: Declaration

    /// The known type of this name, or nil.
    public init?(_ identifier: String) {
        guard let declaration = Declaration.known[identifier] else { return nil }
        self.declaration = declaration
    }

    /// The known type of files with this extension, or nil.
    ///
    /// - Parameters:
    ///   - filenameExtension: The extension without its dot; upper and lower case are one.
    ///   - supertype: What the type has to be a kind of.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(kindOf: supertype) { $0.extensions.contains(filenameExtension.lowercased()) }
    }

    /// The known type of what comes with this MIME type, or nil.
    ///
    /// - Parameters:
    ///   - mimeType: The MIME type without parameters; upper and lower case are one.
    ///   - supertype: What the type has to be a kind of.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(kindOf: supertype) { $0.mimeTypes.contains(mimeType.lowercased()) }
    }

    /// A type that the app itself declares.
    ///
    /// - Parameters:
    ///   - identifier: Its name.
    ///   - parentType: What it is a kind of; data unless told.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        let parent = parentType?.identifier ?? "public.data"
        declaration =
            Declaration.known[identifier] ?? Declaration(identifier, kindOf: [parent])
    }

    /// A type that another app declares.
    ///
    /// - Parameters:
    ///   - identifier: Its name.
    ///   - parentType: What it is a kind of; data unless told.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(exportedAs: identifier, conformingTo: parentType)
    }

    /// A type that must be known.
    init(known identifier: String) {
        self.init(exportedAs: identifier)
    }

    private init?(kindOf supertype: UTType, where isWanted: (Declaration) -> Bool) {
        let found = Declaration.all.lazy.filter(isWanted).map(UTType.init(declaration:))
        guard let type = found.first(where: { $0.conforms(to: supertype) }) else { return nil }
        self = type
    }

    private init(declaration: Declaration) {
        self.declaration = declaration
    }

    /// The name, as `public.jpeg`.
    public var identifier: String { declaration.identifier }

    /// The extension that files of this type usually have, without its dot.
    public var preferredFilenameExtension: String? { declaration.extensions.first }

    /// The MIME type that it usually comes with.
    public var preferredMIMEType: String? { declaration.mimeTypes.first }

    /// All types that this one is a kind of.
    public var supertypes: Set<UTType> {
        Set(declaration.ancestors.map(UTType.init(declaration:)))
    }

    /// Whether it is `type` or a kind of it.
    public func conforms(to type: UTType) -> Bool {
        self == type || isSubtype(of: type)
    }

    /// Whether it is a kind of `type`, and another.
    public func isSubtype(of type: UTType) -> Bool {
        declaration.ancestors.contains { $0.identifier == type.identifier }
    }

    /// Whether `type` is a kind of it, and another.
    public func isSupertype(of type: UTType) -> Bool {
        type.isSubtype(of: self)
    }
}

extension UTType: Hashable {
    /// Whether both have one name.
    public static func == (left: UTType, right: UTType) -> Bool {
        left.identifier == right.identifier
    }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}

extension UTType: CustomStringConvertible {
    /// The name.
    public var description: String { identifier }
}
