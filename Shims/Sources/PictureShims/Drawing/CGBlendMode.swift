// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import CPictures

/// How what is drawn is laid over what is there: the ways of Porter and Duff.
///
/// Those that mix colours (multiply, screen and so on) are absent.
public enum CGBlendMode: Hashable, Sendable {
    /// Over what is there.
    case normal
    /// Nothing is left.
    case clear
    /// Nothing of what was there is left.
    case copy
    /// Where something is there, which goes.
    case sourceIn
    /// Where nothing is there.
    case sourceOut
    /// Over what is there, and nowhere else.
    case sourceAtop
    /// Under what is there.
    case destinationOver
    /// What is there is left where something is drawn.
    case destinationIn
    /// What is there is left where nothing is drawn.
    case destinationOut
    /// Under what is there, and nothing else is left.
    case destinationAtop
    /// Each where the other is not.
    case xor

    /// What is left of what is drawn, and of what is there.
    var factors: (source: picture_factor, target: picture_factor) {
        switch self {
        case .normal: (picture_all, picture_outside)
        case .clear: (picture_none, picture_none)
        case .copy: (picture_all, picture_none)
        case .sourceIn: (picture_inside, picture_none)
        case .sourceOut: (picture_outside, picture_none)
        case .sourceAtop: (picture_inside, picture_outside)
        case .destinationOver: (picture_outside, picture_all)
        case .destinationIn: (picture_none, picture_inside)
        case .destinationOut: (picture_none, picture_outside)
        case .destinationAtop: (picture_outside, picture_inside)
        case .xor: (picture_outside, picture_outside)
        }
    }
}
