// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The screen, of which only the scale is known.
public final class UIScreen: NSObject, Sendable {
    /// The screen of the phone.
    public static let main = UIScreen()

    /// The number of pixels to a point: 3, as most iPhones have.
    public let scale: CGFloat = 3

    /// The number of pixels to a point.
    public let nativeScale: CGFloat = 3

    override private init() {}
}
