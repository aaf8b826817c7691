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

    /// The topic of such a push to an app.
    public func topic(for bundleID: String) -> String { bundleID + topicSuffix }

    /// The limit of APNs in bytes for the payload of such a push.
    public var byteLimit: Int { self == .voip ? 5120 : 4096 }
}
