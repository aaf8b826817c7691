// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandShell
import SealedPush
import SealedPushSender

/// How `sealedpush seal` seals.
struct SealOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long it may take to arrive: \(TimeText.durationForms). (default: 24h)",
            valueName: "time"
        ),
        transform: Arguments.timeToLive
    )
    var ttl: TimeToLive?

    @Option(
        help: ArgumentHelp(
            "The sender's code, by which the device finds the contact's name.",
            valueName: "code"
        )
    )
    var from: String?

    @Option(
        help: ArgumentHelp(
            "What the sender calls itself: shown as unverified where the device has no name.",
            valueName: "name"
        )
    )
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The alert fields in which {sender} stands for the contact's name: title,body.",
            valueName: "fields"
        ),
        transform: Arguments.alertFields
    )
    var template: [Payload.AlertField]?

    @Option(
        help: ArgumentHelp(
            "The alert fields that may be shortened, in this order, where it does not fit.",
            valueName: "fields"
        ),
        transform: Arguments.alertFields
    )
    var shorten: [Payload.AlertField]?

    @Option(
        help: ArgumentHelp(
            "The reference to a file, as 'attachment seal' prints it; several times for several.",
            valueName: "file"
        )
    )
    var attachment: [InputFile] = []

    // One name in 64 begins with a hyphen.
    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "An earlier message that the device takes away, by the apns-collapse-id that it was sent with; several times for several.",
            valueName: "name"
        ),
        transform: Arguments.notificationName
    )
    var remove: [NotificationName] = []

    @Option(
        help: ArgumentHelp(
            "What everybody may read. (default: New notification)",
            valueName: "text"
        )
    )
    var placeholder: String?

    @Option(
        help: ArgumentHelp(
            "A later message with this key takes the place of an earlier one.",
            valueName: "key"
        )
    )
    var collapseKey: String?

    @Option(
        help: ArgumentHelp(
            "How much of the size to hide: buckets, constant or none. (default: buckets)",
            valueName: "how"
        ),
        transform: Arguments.padding
    )
    var padding: Padding?

    @Option(
        help: ArgumentHelp(
            "What the push is: alert, or voip for a call; it opens as this alone. (default: alert)",
            valueName: "kind"
        ),
        transform: Arguments.pushKind
    )
    var push: Payload.PushKind?

    @Option(
        help: ArgumentHelp(
            "Seal as if it were then: \(TimeText.momentForms).",
            valueName: "time"
        ),
        transform: Arguments.moment
    )
    var at: Timestamp?

    func validate() throws {
        guard !attachment.contains(where: \.isStandardInput) else {
            throw ValidationError("a reference needs a file: standard input is for the payload")
        }
        guard remove.count <= ToolkitFields.removeLimit else {
            throw ValidationError(
                "a message takes at most \(ToolkitFields.removeLimit) others away"
            )
        }
    }

    /// The same for the library, with the references read.
    func sealing() throws(CommandError) -> SealingOptions {
        var options = SealingOptions()
        options.timeToLive = ttl ?? .day
        options.from = from
        options.name = name
        options.template = template ?? []
        options.shortening = shorten ?? []
        options.placeholder = placeholder.map { .text(body: $0) } ?? .generic
        options.collapseKey = collapseKey
        options.padding = padding ?? .buckets
        options.kind = push ?? .alert
        options.remove = remove
        for file in attachment {
            options.attachments.append(try file.readAttachmentReference())
        }
        return options
    }
}
