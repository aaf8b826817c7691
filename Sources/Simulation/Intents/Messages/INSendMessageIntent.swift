// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ValueObjects

/// The intent of a message from one person to others, which a communication notification has.
open class INSendMessageIntent: INIntent {
    package struct Message: ObjectValues {
        package var recipients: [INPerson.Values]?
        package var outgoingMessageType = INOutgoingMessageType.unknown.rawValue
        package var content: String?
        package var speakableGroupName: INSpeakableString.Values?
        package var conversationIdentifier: String?
        package var serviceName: String?
        package var sender: INPerson.Values?
        package var attachments: [INSendMessageAttachment.Values]?
    }

    /// A message; of an incoming one, `sender` says who it is from.
    public convenience init(
        recipients: [INPerson]?,
        outgoingMessageType: INOutgoingMessageType,
        content: String?,
        speakableGroupName: INSpeakableString?,
        conversationIdentifier: String?,
        serviceName: String?,
        sender: INPerson?,
        attachments: [INSendMessageAttachment]?
    ) {
        let message = Message(
            recipients: recipients?.map(\.values),
            outgoingMessageType: outgoingMessageType.rawValue,
            content: content,
            speakableGroupName: speakableGroupName?.values,
            conversationIdentifier: conversationIdentifier,
            serviceName: serviceName,
            sender: sender?.values,
            attachments: attachments?.map(\.values)
        )
        self.init(values: Values(message: message))
    }

    /// A message of unknown kind without attachments, as apps made it before iOS 14.
    public convenience init(
        recipients: [INPerson]?,
        content: String?,
        speakableGroupName: INSpeakableString?,
        conversationIdentifier: String?,
        serviceName: String?,
        sender: INPerson?
    ) {
        self.init(
            recipients: recipients,
            outgoingMessageType: .unknown,
            content: content,
            speakableGroupName: speakableGroupName,
            conversationIdentifier: conversationIdentifier,
            serviceName: serviceName,
            sender: sender,
            attachments: nil
        )
    }

    /// The people who receive it, other than the device's owner.
    open var recipients: [INPerson]? { values.message.recipients?.map(INPerson.init(values:)) }
    /// The kind of message.
    open var outgoingMessageType: INOutgoingMessageType {
        INOutgoingMessageType(rawValue: values.message.outgoingMessageType) ?? .unknown
    }
    /// Its text.
    open var content: String? { values.message.content }
    /// The name of the group it goes to.
    open var speakableGroupName: INSpeakableString? {
        values.message.speakableGroupName.map(INSpeakableString.init(values:))
    }
    /// The app's own name of the conversation.
    open var conversationIdentifier: String? { values.message.conversationIdentifier }
    /// The service that carries it.
    open var serviceName: String? { values.message.serviceName }
    /// The person who sends it.
    open var sender: INPerson? { values.message.sender.map(INPerson.init(values:)) }
    /// The things that go with it.
    open var attachments: [INSendMessageAttachment]? {
        values.message.attachments?.map(INSendMessageAttachment.init(values:))
    }

    override class func parameterName(at path: AnyKeyPath) -> String? {
        switch path {
        case \INSendMessageIntent.recipients: "recipients"
        case \INSendMessageIntent.outgoingMessageType: "outgoingMessageType"
        case \INSendMessageIntent.content: "content"
        case \INSendMessageIntent.speakableGroupName: "speakableGroupName"
        case \INSendMessageIntent.conversationIdentifier: "conversationIdentifier"
        case \INSendMessageIntent.serviceName: "serviceName"
        case \INSendMessageIntent.sender: "sender"
        case \INSendMessageIntent.attachments: "attachments"
        default: nil
        }
    }
}
