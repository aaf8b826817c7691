// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Combine
import CryptoKit
import Foundation

/// Opens the message in a push.
enum MessageOpener {
    enum Failure: Error {
        case noMessage
    }

    static func message(in userInfo: [AnyHashable: Any]) -> AnyPublisher<Message, Error> {
        Deferred {
            Future { promise in
                promise(Result { try open(userInfo) })
            }
        }
        .eraseToAnyPublisher()
    }

    private static func open(_ userInfo: [AnyHashable: Any]) throws -> Message {
        guard let conversation = userInfo["conversation"] as? String,
            let text = userInfo["message"] as? String, let sealed = Data(base64Encoded: text)
        else { throw Failure.noMessage }
        let key = SymmetricKey(data: try KeychainStore.key(of: conversation))
        let box = try ChaChaPoly.SealedBox(combined: sealed)
        let opened = try ChaChaPoly.open(box, using: key, authenticating: Data(conversation.utf8))
        return try JSONDecoder().decode(Message.self, from: opened)
    }
}
