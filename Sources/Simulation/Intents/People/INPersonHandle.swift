// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import ValueObjects

/// The kind of address that an ``INPersonHandle`` holds.
public enum INPersonHandleType: Int, Sendable, BitwiseCopyable {
    /// An address of the app's own kind.
    case unknown = 0
    /// An address for e-mail.
    case emailAddress = 1
    /// A telephone number.
    case phoneNumber = 2
}

/// The label of one of a person's addresses.
public struct INPersonHandleLabel: RawRepresentable, Hashable, Sendable {
    /// The name of the label.
    public let rawValue: String

    /// A label of this name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A label of this name.
    public init(_ rawValue: String) { self.init(rawValue: rawValue) }

    /// At home.
    public static let home = Self("home")
    /// At work.
    public static let work = Self("work")
    /// On an iPhone.
    public static let iPhone = Self("iPhone")
    /// Anywhere.
    public static let mobile = Self("mobile")
    /// The main one.
    public static let main = Self("main")
    /// The fax at home.
    public static let homeFax = Self("homeFax")
    /// The fax at work.
    public static let workFax = Self("workFax")
    /// A pager.
    public static let pager = Self("pager")
    /// None of the others.
    public static let other = Self("other")
    /// At school.
    public static let school = Self("school")
}

/// An address of a person.
open class INPersonHandle: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        package var value: String?
        var type: Int
        var label: String?
    }

    /// An address with a label.
    public convenience init(
        value: String?,
        type: INPersonHandleType,
        label: INPersonHandleLabel?
    ) {
        self.init(values: Values(value: value, type: type.rawValue, label: label?.rawValue))
    }

    /// An address without a label.
    public convenience init(value: String?, type: INPersonHandleType) {
        self.init(value: value, type: type, label: nil)
    }

    /// The address itself.
    open var value: String? { values.value }
    /// The kind of address.
    open var type: INPersonHandleType { INPersonHandleType(rawValue: values.type) ?? .unknown }
    /// The label of one of a person's addresses.
    open var label: INPersonHandleLabel? { values.label.map(INPersonHandleLabel.init(rawValue:)) }
}
