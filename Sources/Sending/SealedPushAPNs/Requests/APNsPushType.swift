// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// `apns-push-type`: what a push is for, by Apple's names ("Sending notification requests to
/// APNs").
public enum APNsPushType: String, CaseIterable, Hashable, Sendable {
    /// It shows an alert, plays a sound or sets a badge.
    case alert
    /// It lets the app do some work, and shows nothing.
    case background
    /// It updates a complication of a watch.
    case complication
    /// It updates a control.
    case controls
    /// It tells a file provider of changes.
    case fileProvider = "fileprovider"
    /// It starts, updates or ends a live activity.
    case liveActivity = "liveactivity"
    /// It asks for the location of the device.
    case location
    /// It makes the device contact its management server.
    case mdm
    /// It is of Push to Talk.
    case pushToTalk = "pushtotalk"
    /// It announces a call.
    case voip
    /// It updates a widget.
    case widgets

    /// The suffix of the topic after the app's bundle id; empty if the topic is the bundle id
    /// alone.
    public var topicSuffix: String {
        switch self {
        // Of a management the topic stands in its certificate.
        case .alert, .background, .mdm: ""
        case .complication: ".complication"
        case .controls: ".push-type.controls"
        case .fileProvider: ".pushkit.fileprovider"
        case .liveActivity: ".push-type.liveactivity"
        case .location: ".location-query"
        case .pushToTalk: ".voip-ptt"
        case .voip: ".voip"
        case .widgets: ".push-type.widgets"
        }
    }

    /// Takes the type that a topic shows by itself; nil for the bundle id alone, which alerts and
    /// background pushes have.
    public init?(topic: String) {
        let type = Self.allCases.first { type in
            let suffix = type.topicSuffix
            return type == .mdm && topic.hasPrefix(Self.managementPrefix)
                || !suffix.isEmpty && topic.hasSuffix(suffix) && topic != suffix
        }
        guard let type else { return nil }
        self = type
    }

    /// How the topics of management servers begin, which Apple chooses.
    static let managementPrefix = "com.apple.mgmt."

    /// True if such a push may have the topic.
    ///
    /// A bundle id may end in `.voip` or `.complication`, so an alert may have such a topic. The
    /// other suffixes are Apple's own words.
    public func takes(topic: String) -> Bool {
        let shown = APNsPushType(topic: topic)
        return switch self {
        case .alert, .background: [nil, .voip, .complication].contains(shown)
        default: shown == self
        }
    }

    /// The topic of such a push to an app.
    public func topic(for bundleID: String) -> String { bundleID + topicSuffix }

    /// The limit of APNs in bytes for the payload of such a push.
    public var byteLimit: Int { self == .voip ? 5120 : 4096 }
}
