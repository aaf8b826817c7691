// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import ValueObjects

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

/// The kind of message that is sent.
public enum INOutgoingMessageType: Int, Sendable, BitwiseCopyable {
    /// Nothing was said.
    case unknown = 0
    /// Text, perhaps with attachments.
    case outgoingMessageText = 1
    /// A recording of a voice.
    case outgoingMessageAudio = 2
}

/// A thing that goes with a message.
open class INSendMessageAttachment: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        var audio: INFile.Values
    }

    /// A recording.
    public convenience init(audioMessageFile: INFile) {
        self.init(values: Values(audio: audioMessageFile.values))
    }

    /// The recording.
    open var audioMessageFile: INFile? { INFile(values: values.audio) }
}

/// A file that belongs to an intent.
open class INFile: ValueObject, ValueClass {
    package struct Values: ObjectValues {
        var bytes: Data?
        var url: URL?
        var filename: String
        var typeIdentifier: String?
    }

    /// A file of these bytes.
    public convenience init(data: Data, filename: String, typeIdentifier: String?) {
        let values = Values(bytes: data, filename: filename, typeIdentifier: typeIdentifier)
        self.init(values: values)
    }

    /// A file on the disk; without a name it has the one it has there.
    public convenience init(fileURL: URL, filename: String?, typeIdentifier: String?) {
        let name = filename ?? fileURL.lastPathComponent
        let values = Values(url: fileURL, filename: name, typeIdentifier: typeIdentifier)
        self.init(values: values)
    }

    /// The bytes; empty if the file on the disk can't be read.
    open var data: Data {
        values.bytes ?? values.url.flatMap { try? Data(contentsOf: $0) } ?? Data()
    }
    /// Its name.
    open var filename: String { values.filename }
    /// Its uniform type identifier.
    open var typeIdentifier: String? { values.typeIdentifier }
    /// The place on the disk.
    open var fileURL: URL? { values.url }
}

/// The outcome of sending a message.
public enum INSendMessageIntentResponseCode: Int, Sendable, BitwiseCopyable {
    /// Nothing was said.
    case unspecified = 0
    /// The app can send it.
    case ready = 1
    /// It is on its way.
    case inProgress = 2
    /// It was sent.
    case success = 3
    /// It was not sent.
    case failure = 4
    /// It can be sent only in the app.
    case failureRequiringAppLaunch = 5
    /// The service is out of reach.
    case failureMessageServiceNotAvailable = 6
}

/// The answer to an ``INSendMessageIntent``.
open class INSendMessageIntentResponse: INIntentResponse {
    /// An answer; there are no user activities here, so the second argument is nil.
    public convenience init(code: INSendMessageIntentResponseCode, userActivity: Never?) {
        self.init(values: Values(code: code.rawValue))
    }

    /// The outcome.
    open var code: INSendMessageIntentResponseCode {
        INSendMessageIntentResponseCode(rawValue: values.code) ?? .unspecified
    }
}
