// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A rectangle on no screen: it holds what it is given, and is never laid out or drawn.
///
/// On Apple's systems views belong to the main actor; here to nobody, as content extensions are
/// tested on any thread.
open class UIView: NSObject {
    /// Where it is in the view that holds it, in points.
    open var frame: CGRect
    /// Its colour.
    open var backgroundColor: UIColor?
    /// Whether it is left out.
    open var isHidden = false
    /// How opaque it is, from 0 to 1.
    open var alpha: CGFloat = 1
    /// A number to find it by.
    open var tag = 0
    /// The views that it holds, those in front last.
    open private(set) var subviews: [UIView] = []
    /// The view that holds it.
    open private(set) weak var superview: UIView?

    /// A view of a place.
    public init(frame: CGRect) {
        self.frame = frame
    }

    /// A view without a place.
    override public convenience init() {
        self.init(frame: .zero)
    }

    /// Its own rectangle, whose origin is zero.
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

    /// Takes a view in front of all that it holds, and away from where that was.
    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        view.superview = self
        subviews.append(view)
    }

    /// Leaves the view that holds it.
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }
}
