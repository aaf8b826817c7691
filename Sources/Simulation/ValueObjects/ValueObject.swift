// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The whole state of an object: equality, hash, copies and archives follow from it.
package protocol ObjectValues: Hashable, Codable, Sendable {}

/// A class whose objects are made of nothing but `Values`.
///
/// Subclasses share the `Values` of their family, so a value can be held, compared and sent where
/// an object, which is not `Sendable`, can't.
package protocol ValueClass: ValueObject {
    associatedtype Values: ObjectValues

    /// Whether `values` may become an object of this very class.
    static func accepts(_ values: Values) -> Bool
}

extension ValueClass {
    /// Every value makes an object, unless the class says otherwise.
    package static func accepts(_ values: Values) -> Bool { true }

    /// The state of this object.
    package var values: Values {
        get {
            guard let values = storage as? Values else {
                preconditionFailure("\(Self.self) is not made of \(Values.self)")
            }
            return values
        }
        set { storage = newValue }
    }

    fileprivate static func admits(_ values: any ObjectValues) -> Bool {
        (values as? Values).map(accepts) ?? false
    }

    fileprivate static func decode(_ archive: Data) throws -> any ObjectValues {
        try PropertyListDecoder().decode(Values.self, from: archive)
    }
}

/// The base of the classes that stand in for Apple's: one value, seen as an object.
///
/// Two objects of a family are equal when their values are. A copy of what can't change is the
/// object itself. An archive holds the value under one key, as a property list.
open class ValueObject: NSObject, NSCopying, NSSecureCoding {
    fileprivate final var storage: any ObjectValues

    /// An object made of `values`, which must be of the class's own kind.
    package init(values: any ObjectValues) {
        precondition(
            (Self.self as? any ValueClass.Type)?.admits(values) ?? false,
            "\(Self.self) can't be made of \(type(of: values))"
        )
        storage = values
    }

    /// Reads an object from an archive; nil if the archive holds another kind of value.
    public required init?(coder: NSCoder) {
        guard
            let family = Self.self as? any ValueClass.Type,
            let archive = coder.decodeObject(of: NSData.self, forKey: "values"),
            let values = try? family.decode(archive as Data),
            family.admits(values)
        else { return nil }
        storage = values
    }

    /// Writes the value into an archive.
    ///
    /// A value that no archive can hold is left out, and the archive can't be read: Linux would end
    /// the process where iOS raises an exception.
    open func encode(with coder: NSCoder) {
        guard let archive = try? PropertyListEncoder().encode(storage) else { return }
        coder.encode(archive as NSData, forKey: "values")
    }

    /// Always true.
    public static var supportsSecureCoding: Bool { true }

    /// The object itself, as it can't change.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ValueObject else { return false }
        return AnyHashable(storage) == AnyHashable(other.storage)
    }

    /// The class and where the object is; with the members where Apple's says them.
    open override var description: String {
        let place = String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16)
        let members = (storage as? any DescribedValues).map { "; \($0.describedMembers)" } ?? ""
        return "<\(type(of: self)): 0x\(place)\(members)>"
    }

    open override var hash: Int { storage.hashValue }
}

/// A value whose object describes itself by its members, as Apple's does.
package protocol DescribedValues: ObjectValues {
    /// The members in Apple's order and words, each with its value, between commas.
    var describedMembers: String { get }
}

extension Optional {
    /// What Objective-C prints of it.
    package var described: String { map { "\($0)" } ?? "(null)" }
}

/// Lets an enumeration or an option set be part of a value: those that mirror Apple's aren't
/// `Codable` themselves.
@propertyWrapper
package struct ByRawValue<Value: RawRepresentable & Sendable>: Hashable, Codable, Sendable
where Value.RawValue: Hashable & Codable & Sendable {
    package var wrappedValue: Value

    package init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Value(rawValue: try container.decode(Value.RawValue.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "no \(Value.self) has this raw value"
            )
        }
        wrappedValue = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.rawValue)
    }

    package static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.wrappedValue.rawValue == rhs.wrappedValue.rawValue
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(wrappedValue.rawValue)
    }
}
