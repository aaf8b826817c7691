// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SealedPush
public import SealedPushReceiver
public import SealedPushStore
package import UserNotifications

/// What a service extension works with: where the device's store is, and the app's words and rules.
public struct ServiceSettings: Sendable {
    /// The folder of the store, which the app and its extension share.
    public var storePath: String
    /// Opens the store; called once for each push, on a task of the extension's, and once by each
    /// call of the app's.
    public var openStore: @Sendable () throws(StoreError) -> RecordStore
    /// What happens to messages of senders that are no contact.
    public var unknownSenders = UnknownSenderPolicy.showUnverified
    /// The identities that are never accepted, contact or not.
    public var refusing: @Sendable (_ identity: [UInt8]) -> Bool = { _ in false }
    /// Whether the published test identities are accepted, whose private keys are public; for tests.
    public var acceptsTestIdentities = false
    /// What the app decides about its screen; its words are those of its string table, unless told.
    public var rules = DisplayRules(localize: Self.stringTable)
    /// The folder with the pictures of contacts, whose files the contact book names; without it there are none.
    public var pictureFolder: URL?
    /// The folder that files of messages are fetched to, from which the system takes them; nothing else is to be in it.
    public var attachmentFolder = FileManager.default.temporaryDirectory
        .appendingPathComponent("sealedpush-attachments")
    /// Fetches them.
    public var downloader: any AttachmentDownloader = URLSessionDownloader()
    /// Whether files may come from private, loopback and link-local addresses.
    ///
    /// For apps whose server is in the user's own network. Every contact in full view can then make the
    /// device ask its router.
    public var allowsPrivateAddresses = false
    /// How many bytes of files a message may load over an expensive network, such as mobile data, if its
    /// sender is neither verified nor a service; 1 MiB unless told, and nil sets no limit.
    public var expensiveNetworkLimit: Int? = 1 << 20
    /// Makes of a file what the system shows; throws where the system does not take it.
    ///
    /// The name of the file and the hint both follow from the type that its sender told. What is in
    /// the file does not: the system may refuse it, here or when it takes the notification over.
    package var attach: @Sendable (NotificationAttachment) throws -> UNNotificationAttachment = {
        try UNNotificationAttachment(
            identifier: "",
            url: URL(filePath: $0.path),
            options: [UNNotificationAttachmentOptionsTypeHintKey: $0.type.uniformTypeIdentifier]
        )
    }
    /// Whether messages of contacts in full view are shown as part of a conversation with them, and told to the system as
    /// such; the app needs the entitlement for communication notifications, else they are plain.
    public var isCommunication = true
    /// How long opening may take, of the 30 seconds that the system gives; 25 unless told.
    ///
    /// A fifth of it is what other steps wait for one: for an answer of the system, as to a donation, or for the files of one
    /// message that the app posts.
    public var deadline = Duration.seconds(25)
    /// How long others wait for one step.
    var stepTime: Duration { deadline / 5 }
    /// What the deadline is measured by.
    public var clock: any Clock<Duration> & Sendable = ContinuousClock()
    /// Hears how each push ended, after it was handed over and as long as the system lets the extension run; for logs.
    public var didHandOver: @Sendable (ServiceReport) -> Void = { _ in }
    /// Hears why a file is not shown, before the hand-over where there is time; ``didHandOver`` hears all.
    package var didMiss: @Sendable (AttachmentError) -> Void = { _ in }
    /// What time it is, for the protocol's rules.
    public var now: @Sendable () -> Timestamp = { Timestamp(Date()) }

    /// The usual settings.
    ///
    /// - Parameters:
    ///   - storePath: The folder of the store.
    ///   - openStore: Opens the store, with the key that it was made with.
    public init(
        storeAt storePath: String,
        openStore: @escaping @Sendable () throws(StoreError) -> RecordStore
    ) {
        self.storePath = storePath
        self.openStore = openStore
    }

    /// A receiver of the device whose store this is.
    func openReceiver() throws(ReceiverError) -> NotificationReceiver {
        let store: RecordStore
        do throws(StoreError) {
            store = try openStore()
        } catch {
            throw .store(error)
        }
        return try NotificationReceiver(
            store: store,
            unknownSenders: unknownSenders,
            acceptsTestIdentities: acceptsTestIdentities,
            refusing: refusing,
            rules: rules
        )
    }

    /// Fetches the files of messages.
    var fileReceiver: AttachmentReceiver {
        AttachmentReceiver(
            folder: attachmentFolder.path,
            downloader: downloader,
            allowsPrivateAddresses: allowsPrivateAddresses
        )
    }

    /// Removes what runs left in the clear that were killed; at the end of each run, whatever it is
    /// for.
    ///
    /// The files' ages go by the system's clock, whatever time it is by the settings.
    func removeLeftovers() {
        fileReceiver.removeLeftovers(now: Timestamp(Date()))
    }

    /// What the app's bundle says for a key, nil where it doesn't know it.
    @Sendable
    private static func stringTable(_ key: String) -> String? {
        let text = appBundle.localizedString(forKey: key, value: nil, table: nil)
        return text == key ? nil : text
    }

    /// The bundle of the app, also in its extension, which is `App.app/PlugIns/Extension.appex`.
    private static let appBundle: Bundle = {
        let url = Bundle.main.bundleURL
        guard url.pathExtension == "appex" else { return .main }
        let app = url.deletingLastPathComponent().deletingLastPathComponent()
        return Bundle(url: app) ?? .main
    }()
}

extension Timestamp {
    /// A moment of the system's clock.
    init(_ date: Date) {
        self.init(clamping: UInt64(max(0, date.timeIntervalSince1970 * 1000)))
    }
}
