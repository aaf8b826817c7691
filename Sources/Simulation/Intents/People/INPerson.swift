// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ValueObjects

/// The others for whom the system may take a person.
public enum INPersonSuggestionType: Int, Sendable, BitwiseCopyable {
    /// No other person.
    case none = 0
    /// An account of a social network.
    case socialProfile = 1
    /// An account of a messenger.
    case instantMessageAddress = 2
}

/// A person who sends or receives messages.
open class INPerson: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        var handle: INPersonHandle.Values
        var nameComponents: PersonNameComponents?
        var givenName: String?
        package var image: INImage.Values?
        package var contactIdentifier: String?
        package var customIdentifier: String?
        var aliases: [INPersonHandle.Values]?
        var suggestionType: Int
        var isMe: Bool
        var isContactSuggestion: Bool

        /// The name the system shows: the one given, else the components, else the address.
        package var displayName: String {
            let parts = [nameComponents?.givenName, nameComponents?.familyName].compactMap(\.self)
            let names = [givenName, parts.joined(separator: " "), handle.value].compactMap(\.self)
            return names.first { !$0.isEmpty } ?? ""
        }
    }

    private convenience init(
        handle: INPersonHandle,
        nameComponents: PersonNameComponents?,
        displayName: String?,
        image: INImage?,
        contactIdentifier: String?,
        customIdentifier: String?,
        aliases: [INPersonHandle]? = nil,
        suggestionType: INPersonSuggestionType = .none,
        isMe: Bool = false,
        isContactSuggestion: Bool = false
    ) {
        let values = Values(
            handle: handle.values,
            nameComponents: nameComponents,
            givenName: displayName,
            image: image?.values,
            contactIdentifier: contactIdentifier,
            customIdentifier: customIdentifier,
            aliases: aliases?.map(\.values),
            suggestionType: suggestionType.rawValue,
            isMe: isMe,
            isContactSuggestion: isContactSuggestion
        )
        self.init(values: values)
    }

    /// A person by address and name.
    public convenience init(
        personHandle: INPersonHandle,
        nameComponents: PersonNameComponents?,
        displayName: String?,
        image: INImage?,
        contactIdentifier: String?,
        customIdentifier: String?
    ) {
        self.init(
            handle: personHandle,
            nameComponents: nameComponents,
            displayName: displayName,
            image: image,
            contactIdentifier: contactIdentifier,
            customIdentifier: customIdentifier
        )
    }

    /// A person with further addresses.
    public convenience init(
        personHandle: INPersonHandle,
        nameComponents: PersonNameComponents?,
        displayName: String?,
        image: INImage?,
        contactIdentifier: String?,
        customIdentifier: String?,
        aliases: [INPersonHandle]?,
        suggestionType: INPersonSuggestionType
    ) {
        self.init(
            handle: personHandle,
            nameComponents: nameComponents,
            displayName: displayName,
            image: image,
            contactIdentifier: contactIdentifier,
            customIdentifier: customIdentifier,
            aliases: aliases,
            suggestionType: suggestionType
        )
    }

    /// A person who may be the device's owner.
    public convenience init(
        personHandle: INPersonHandle,
        nameComponents: PersonNameComponents?,
        displayName: String?,
        image: INImage?,
        contactIdentifier: String?,
        customIdentifier: String?,
        isMe: Bool
    ) {
        self.init(
            handle: personHandle,
            nameComponents: nameComponents,
            displayName: displayName,
            image: image,
            contactIdentifier: contactIdentifier,
            customIdentifier: customIdentifier,
            isMe: isMe
        )
    }

    /// A person who may be the device's owner, and whom else the system may suggest.
    public convenience init(
        personHandle: INPersonHandle,
        nameComponents: PersonNameComponents?,
        displayName: String?,
        image: INImage?,
        contactIdentifier: String?,
        customIdentifier: String?,
        isMe: Bool,
        suggestionType: INPersonSuggestionType
    ) {
        self.init(
            handle: personHandle,
            nameComponents: nameComponents,
            displayName: displayName,
            image: image,
            contactIdentifier: contactIdentifier,
            customIdentifier: customIdentifier,
            suggestionType: suggestionType,
            isMe: isMe
        )
    }

    /// A person whom the system may suggest as a contact.
    public convenience init(
        personHandle: INPersonHandle,
        nameComponents: PersonNameComponents?,
        displayName: String?,
        image: INImage?,
        contactIdentifier: String?,
        customIdentifier: String?,
        isContactSuggestion: Bool,
        suggestionType: INPersonSuggestionType
    ) {
        self.init(
            handle: personHandle,
            nameComponents: nameComponents,
            displayName: displayName,
            image: image,
            contactIdentifier: contactIdentifier,
            customIdentifier: customIdentifier,
            suggestionType: suggestionType,
            isContactSuggestion: isContactSuggestion
        )
    }

    /// The person's address.
    open var personHandle: INPersonHandle? { INPersonHandle(values: values.handle) }
    /// The parts of the name.
    open var nameComponents: PersonNameComponents? { values.nameComponents }
    /// The name to show: the one given, else the one of the parts, else the address.
    open var displayName: String { values.displayName }
    /// The person's picture.
    open var image: INImage? { values.image.map(INImage.init(values:)) }
    /// The person's identifier among the contacts of the device.
    open var contactIdentifier: String? { values.contactIdentifier }
    /// The person's identifier in the app.
    open var customIdentifier: String? { values.customIdentifier }
    /// Further addresses.
    open var aliases: [INPersonHandle]? { values.aliases?.map(INPersonHandle.init(values:)) }
    /// The others for whom the system may take the person.
    open var suggestionType: INPersonSuggestionType {
        INPersonSuggestionType(rawValue: values.suggestionType) ?? .none
    }
    /// True if it is the device's owner.
    open var isMe: Bool { values.isMe }
    /// True if the system may suggest the person as a contact.
    open var isContactSuggestion: Bool { values.isContactSuggestion }
}
