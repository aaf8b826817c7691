// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import SealedPushAPNs
import SealedPushCoding
import SimulatedAPNs
import Synchronization

extension Lab {
    /// All phones, the oldest first.
    var phones: [LabPhone] { state.withLock { $0.phones.all } }

    /// A phone.
    func phone(_ id: String) throws(LabProblem) -> LabPhone {
        guard let phone = state.withLock({ $0.phones[id] }) else { throw .unknown }
        return phone
    }

    /// Makes a phone, to whose tokens can be pushed at once.
    func makePhone(_ request: PhoneRequest) throws(LabProblem) -> LabPhone {
        let names = request.apps.compactMap(\.extensionName)
        guard names.allSatisfy({ extensions[$0] != nil }) else {
            throw .unknownExtension(extensions.keys.sorted())
        }
        let tokens = request.apps.map { $0.token ?? LabApp.makeToken() }
        let phone = try state.withLock { state throws(LabProblem) in
            guard state.phones.hasRoom(extensions: names.count) else { throw .tooManyPhones }
            guard !tokens.contains(where: { state.phones.has($0) }) else { throw .tokenTaken }
            let number = state.phones.nextNumber()
            let phone = LabPhone(request, number: number, on: self, tokens: tokens)
            state.phones.add(phone)
            state.server?.changeDirectory { directory in
                for app in phone.apps where app.environment == environment {
                    directory.register(
                        DeviceRegistration(of: app.topic, on: phone.id),
                        as: app.token
                    )
                }
            }
            return phone
        }
        events.tell(.phone(phone.id))
        return phone
    }

    /// Takes a phone away; its tokens are answered 410 from now on.
    func remove(_ phone: LabPhone) {
        state.withLock { state in
            let forgotten = state.phones.remove(phone)
            state.server?.changeDirectory { directory in
                let now = Timestamp.now
                for app in phone.apps where app.environment == environment {
                    directory.register(
                        DeviceRegistration(
                            of: app.topic,
                            on: phone.id,
                            state: .unregistered(since: now)
                        ),
                        as: app.token
                    )
                }
                for token in forgotten { directory.remove(token) }
            }
        }
        phone.leave()
        events.tell(.phone(phone.id))
    }

    /// Takes all phones away.
    func removeAllPhones() {
        for phone in phones { remove(phone) }
    }
}

extension Timestamp {
    /// The present.
    static var now: Timestamp { Timestamp(Date()) }

    /// A date of this era.
    init(_ date: Date) {
        self.init(clamping: UInt64(max(0, date.timeIntervalSince1970 * 1000)))
    }
}
