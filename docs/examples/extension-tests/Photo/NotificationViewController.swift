// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import UIKit
import UserNotifications
import UserNotificationsUI

/// Shows the photo of a notification large, with a button to like it.
class NotificationViewController: UIViewController, UNNotificationContentExtension {

    let imageView = UIImageView()
    let label = UILabel()

    override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .black
        label.textColor = .white
        view.addSubview(imageView)
        view.addSubview(label)
    }

    func didReceive(_ notification: UNNotification) {
        let content = notification.request.content
        label.text = content.body
        if let photo = content.attachments.first, photo.url.startAccessingSecurityScopedResource() {
            imageView.image = UIImage(contentsOfFile: photo.url.path)
            photo.url.stopAccessingSecurityScopedResource()
        }
        preferredContentSize = imageView.image?.size ?? CGSize(width: 320, height: 80)
    }

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion:
            @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        guard response.actionIdentifier == "like" else {
            completion(.dismissAndForwardAction)
            return
        }
        label.text = "You like it"
        extensionContext?.notificationActions = []
        completion(.doNotDismiss)
    }
}
