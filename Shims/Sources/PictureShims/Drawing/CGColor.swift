// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A colour: red, green, blue and alpha, each from 0 to 1.
public final class CGColor: Hashable, Sendable {
    package let red: CGFloat
    package let green: CGFloat
    package let blue: CGFloat
    /// How opaque it is, from 0 to 1.
    public let alpha: CGFloat

    /// A colour of its parts.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
    }

    /// A grey, from 0 (black) to 1.
    public convenience init(gray: CGFloat, alpha: CGFloat) {
        self.init(red: gray, green: gray, blue: gray, alpha: alpha)
    }

    /// Its parts, alpha last.
    public var components: [CGFloat]? { [red, green, blue, alpha] }

    /// The number of its parts.
    public var numberOfComponents: Int { 4 }

    /// Whether two colours have the same parts.
    public static func == (first: CGColor, second: CGColor) -> Bool {
        first.components == second.components
    }

    /// Feeds its parts to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(components) }

    /// Four bytes, the first three multiplied by the last; parts beyond 0 and 1 count as these.
    var bytes: (UInt8, UInt8, UInt8, UInt8) {
        let alpha = alpha.unit
        func byte(_ part: CGFloat) -> UInt8 { UInt8((part * 255).rounded()) }
        return (
            byte(red.unit * alpha), byte(green.unit * alpha), byte(blue.unit * alpha), byte(alpha)
        )
    }
}

extension CGFloat {
    /// The number within 0 and 1; 0 if it is none.
    var unit: CGFloat { isNaN ? 0 : Swift.min(Swift.max(self, 0), 1) }
}
