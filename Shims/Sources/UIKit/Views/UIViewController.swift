// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import UserNotificationsUI

/// What fills a view: the base of a content extension's controller.
///
/// Nothing comes from a storyboard, so there are no outlets (Linux rejects `@IBOutlet`): a controller
/// makes its views in `loadView()` or `viewDidLoad()`. The view is made when it is first asked for;
/// nothing appears or disappears by itself.
open class UIViewController: NSObject {
    private var loadedView: UIView?

    /// The title.
    open var title: String?
    /// The size that it would like to have, in points.
    open var preferredContentSize = CGSize.zero
    /// What a content extension can ask of the device; on iOS the system sets it, here who makes the controller.
    open var extensionContext: NSExtensionContext?

    /// Its view, which is loaded if it was not.
    open var view: UIView {
        get {
            loadViewIfNeeded()
            // Only a `loadView()` that makes no view leaves none.
            return loadedView ?? UIView()
        }
        set { loadedView = newValue }
    }

    /// Whether the view was loaded.
    open var isViewLoaded: Bool { loadedView != nil }

    /// Makes the view; an empty one, unless it is overridden.
    open func loadView() {
        view = UIView()
    }

    /// The view was loaded.
    open func viewDidLoad() {}

    /// Loads the view if it was not.
    open func loadViewIfNeeded() {
        guard loadedView == nil else { return }
        loadView()
        guard loadedView != nil else { return }
        viewDidLoad()
    }
}
