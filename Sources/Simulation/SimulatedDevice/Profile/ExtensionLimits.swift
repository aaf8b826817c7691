// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// What the system grants an extension.
///
/// Apple documents the thirty seconds alone. The rest was reported of real devices; it differs
/// between models and versions, so a test should not lean on less than twice the margin.
public struct ExtensionLimits: Sendable, Hashable {
    /// The memory of an extension on current devices, as it was seen in kernel logs: 24 MB.
    public static let memory24 = 24 << 20
    /// The memory of an extension on older devices: 16 MB.
    public static let memory16 = 16 << 20
    /// The memory of an extension on the oldest devices: 12 MB.
    public static let memory12 = 12 << 20

    /// The time until the warning, counted from the launch: about 30 seconds.
    public var time = Duration.seconds(30)
    /// The time between the warning and the end: 2 seconds, which nobody documents.
    public var lastChance = Duration.seconds(2)
    /// The time until `didReceive` must have been called, counted from the launch: 10 seconds, which nobody documents.
    public var startUp = Duration.seconds(10)
    /// The time that the app in the foreground has to say how a notification is presented: 5 seconds, which nobody documents.
    public var answer = Duration.seconds(5)
    /// The time that the app has to deal with what the user did: 30 seconds, which nobody documents.
    public var response = Duration.seconds(30)
    /// The time that the app has to answer when a push woke it: 30 seconds, as documented.
    public var background = Duration.seconds(30)
    /// How often pushes may wake the app within an hour; nil is any number of times.
    ///
    /// Apple advises against more than two or three an hour, and documents no limit.
    public var wakes: Int?
    /// How many local notifications may wait; the one that comes last makes room.
    ///
    /// 64, which Apple documented of the interface before this one.
    public var pending = 64
    /// The anonymous memory of its process, in bytes.
    ///
    /// It holds for extensions in a process of their own: in the test's process nobody can tell whose memory it is.
    public var memory = memory24

    /// The usual limits.
    public init() {}
}
