// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A size of the one font that there is, which is made of dots; weights look alike.
///
/// The measures are in the proportions of the system's font of iOS; a character and the gap behind it
/// are three fifths of the size wide.
public final class UIFont: NSObject, Sendable {
    /// How thick the lines are, which is not to be seen.
    public struct Weight: RawRepresentable, Hashable, Sendable {
        /// From -1 to 1.
        public let rawValue: CGFloat

        /// A weight of a number.
        public init(rawValue: CGFloat) {
            self.rawValue = rawValue
        }

        /// The thinnest.
        public static let ultraLight = Weight(rawValue: -0.8)
        /// Thinner than light.
        public static let thin = Weight(rawValue: -0.6)
        /// Light.
        public static let light = Weight(rawValue: -0.4)
        /// As usual.
        public static let regular = Weight(rawValue: 0)
        /// Between the usual one and bold.
        public static let medium = Weight(rawValue: 0.23)
        /// A little less than bold.
        public static let semibold = Weight(rawValue: 0.3)
        /// Bold.
        public static let bold = Weight(rawValue: 0.4)
        /// Thicker than bold.
        public static let heavy = Weight(rawValue: 0.56)
        /// The thickest.
        public static let black = Weight(rawValue: 0.62)
    }

    /// The size in points; it is never negative.
    public let pointSize: CGFloat

    private init(_ size: CGFloat) {
        pointSize = size.isFinite ? max(size, 0) : 0
    }

    /// The size of small texts.
    public static let smallSystemFontSize: CGFloat = 12
    /// The size of texts.
    public static let systemFontSize: CGFloat = 14
    /// The size of labels.
    public static let labelFontSize: CGFloat = 17

    /// The font in a size.
    public static func systemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(fontSize) }

    /// The font in a size.
    public static func systemFont(ofSize fontSize: CGFloat, weight: Weight) -> UIFont {
        UIFont(fontSize)
    }

    /// The font in a size.
    public static func boldSystemFont(ofSize fontSize: CGFloat) -> UIFont { UIFont(fontSize) }

    /// The font in another size.
    public func withSize(_ fontSize: CGFloat) -> UIFont { UIFont(fontSize) }

    /// How far a line reaches up.
    public var ascender: CGFloat { pointSize * 0.95 }
    /// How far a line reaches down, which is negative.
    public var descender: CGFloat { pointSize * -0.24 }
    /// The space between lines.
    public var leading: CGFloat { 0 }
    /// The height of a line.
    public var lineHeight: CGFloat { ascender - descender }
    /// The height of capitals.
    public var capHeight: CGFloat { dot * 7 }
    /// The height of small letters.
    public var xHeight: CGFloat { dot * 5 }

    /// The side of a dot.
    var dot: CGFloat { pointSize / 10 }

    /// Whether `object` has the same size.
    override public func isEqual(_ object: Any?) -> Bool {
        (object as? UIFont)?.pointSize == pointSize
    }

    /// A hash of the size.
    override public var hash: Int { pointSize.hashValue }
}
