// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

/// A view with a text.
open class UILabel: UIView {
    /// The text.
    open var text: String?
    /// Its colour.
    open var textColor: UIColor?
    /// How many lines it may take; 0 is any number.
    open var numberOfLines = 1
}
