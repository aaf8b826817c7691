// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import SealedPush
public import SealedPushReceiver
public import SealedPushStore
package import UserNotifications

/// The settings of a service extension: the place of the store, and the app's words and rules.
public struct ServiceSettings: Sendable {
    /// The folder of the store, which the app and its extension share.
    public var storePath: String
    /// Opens the store.
    ///
    /// The extension calls it once for each push, in a task of its own; each call of the app calls
    /// it once.
    public var openStore: @Sendable () throws(StoreError) -> RecordStore
    /// The policy for messages of senders that are no contact.
    public var unknownSenders = ContactStatus.UnknownSenderPolicy.showUnverified
    /// The identities that are never accepted, contact or not.
    public var refusing: @Sendable (_ identity: [UInt8]) -> Bool = { _ in false }
    /// True if the published test identities are accepted, whose private keys are public; for
    /// tests.
    public var acceptsTestIdentities = false
    /// The app's decisions about the screen.
    ///
    /// Unless set, its words come from its string table.
    public var rules = DisplayRules(localize: Self.stringTable)
    /// The folder with the pictures of contacts; nil if there are none.
    ///
    /// The contact book names its files.
    public var pictureFolder: URL?
    /// The folder that files of messages are downloaded to.
    ///
    /// Keep nothing else in it: the system moves files out of it.
    public var attachmentFolder = FileManager.default.temporaryDirectory
        .appendingPathComponent("sealedpush-attachments")
    /// Downloads files of messages.
    public var downloader: any AttachmentDownloader = URLSessionDownloader()
    /// True if files may come from private, loopback and link-local addresses.
    ///
    /// Set it if the app's server is in the user's own network. Every contact that is shown in full
    /// can then make the device send a request to its router.
    public var allowsPrivateAddresses = false
    /// The limit in bytes for the files of one message over an expensive network, such as mobile
    /// data.
    ///
    /// It holds for senders that are neither verified nor a service. 1 MiB unless set; nil sets no
    /// limit.
    public var expensiveNetworkLimit: Int? = 1 << 20
    /// Makes of a file what the system shows; throws if the system does not take it.
    ///
    /// The name of the file and the hint both follow from the type that its sender told. What is in
    /// the file does not: the system may refuse it, here or when it takes the notification over.
    package var attach:
        @Sendable (NotificationContent.Attachment) throws -> UNNotificationAttachment = {
            try UNNotificationAttachment(
                identifier: "",
                url: URL(filePath: $0.path),
                options: [UNNotificationAttachmentOptionsTypeHintKey: $0.type.uniformTypeIdentifier]
            )
        }
    /// True if messages of contacts that are shown in full become communication notifications.
    ///
    /// The app needs the entitlement for them; without it they are plain.
    public var isCommunication = true
    /// The time limit for opening, within the 30 seconds that the system gives.
    ///
    /// 25 seconds unless set.
    ///
    /// Single steps wait for a fifth of it: for one answer of the system, or for the files of one
    /// message that the app posts.
    public var deadline = Duration.seconds(25)
    /// How long others wait for one step.
    var stepTime: Duration { deadline / 5 }
    /// The clock that measures the deadline.
    public var clock: any Clock<Duration> & Sendable = ContinuousClock()
    /// Receives the report of each push after its hand-over, for logs.
    ///
    /// The system may end the extension before that.
    public var didHandOver: @Sendable (ServiceReport) -> Void = { _ in }
    /// Hears why a file is not shown, before the hand-over if there is time; ``didHandOver``
    /// hears all.
    package var didMiss: @Sendable (AttachmentError) -> Void = { _ in }
    /// The current time, for the rules of the protocol.
    public var now: @Sendable () -> Timestamp = { Timestamp(Date()) }

    /// Makes the usual settings.
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

    /// What the app's bundle says for a key, nil if it doesn't know it.
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
