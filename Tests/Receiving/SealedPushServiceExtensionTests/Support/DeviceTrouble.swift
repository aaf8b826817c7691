// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PhoneExtension
import SealedPush
import SealedPushContacts
import SealedPushKeys
import SealedPushReceiver
import SealedPushStore

/// What can be wrong with a device, so that it can't look at a message: a way to each class of the
/// receiver's errors.
enum DeviceTrouble: String, CaseIterable, Sendable {
    case storeKey
    case claims
    case device
    case prekeys
    case contacts
    case deferral
    case deferralFull

    /// The trouble that leads to an error; nil where it is the message's own fault, and where no
    /// damage of a file leads there before a message was received.
    ///
    /// A class that is not thought of here does not compile.
    init?(_ error: ReceiverError) {
        switch error {
        case .refused, .noDevice, .unusableKey, .claimDamaged: return nil
        case .store(.orphaned): self = .storeKey
        case .store: self = .claims
        case .deviceDamaged: self = .device
        case .prekeyDamaged: self = .prekeys
        case .contactDamaged: self = .contacts
        case .deferral: self = .deferral
        case .deferralFull: self = .deferralFull
        }
    }

    /// The error that it leads to.
    var error: ReceiverError {
        switch self {
        case .storeKey: .store(.orphaned)
        case .claims: .store(.unexpectedKind)
        case .device: .deviceDamaged
        case .prekeys: .prekeyDamaged
        case .contacts: .contactDamaged
        case .deferral: .deferral(.unsafePermissions)
        case .deferralFull: .deferralFull
        }
    }

    /// Brings it about while `body` runs.
    func trouble(_ scene: Scene, while body: () async throws -> Void) async throws {
        let files = FileManager.default
        let store = scene.folder.store
        switch self {
        case .storeKey:
            try files.moveItem(atPath: store + "/key", toPath: store + "/away")
            try await body()
            try files.moveItem(atPath: store + "/away", toPath: store + "/key")
        case .device, .prekeys, .contacts:
            let kept = try Self.cut(filesIn: store + "/\(self)")
            try await body()
            for (file, contents) in kept { try contents.write(to: file) }
        case .claims:
            let rooms = try files.contentsOfDirectory(atPath: store + "/claims")
                .map { "\(store)/claims/\($0)" }
            for room in rooms {
                try files.moveItem(atPath: room, toPath: room + ".away")
                try Data().write(to: URL(filePath: room))
            }
            try await body()
            for room in rooms {
                try files.removeItem(atPath: room)
                try files.moveItem(atPath: room + ".away", toPath: room)
            }
        case .deferral:
            scene.setLocked(true)
            try Self.setPermissions(0o755, of: [store + "/deferred"])
            try await body()
            try Self.setPermissions(0o700, of: [store + "/deferred"])
            scene.setLocked(false)
        case .deferralFull:
            scene.setLocked(true)
            let deferred = (0..<2000).map { number in
                let name = String(number)
                return store + "/deferred/" + String(repeating: "0", count: 32 - name.count) + name
            }
            for file in deferred { try Data().write(to: URL(filePath: file)) }
            try await body()
            for file in deferred { try files.removeItem(atPath: file) }
            scene.setLocked(false)
        }
    }

    /// Cuts every file in a folder; what they held.
    private static func cut(filesIn folder: String) throws -> [(file: URL, contents: Data)] {
        try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
            let file = URL(filePath: folder).appending(path: name)
            let contents = try Data(contentsOf: file)
            try FileHandle(forWritingTo: file).truncate(atOffset: 3)
            return (file, contents)
        }
    }

    private static func setPermissions(_ permissions: Int, of paths: [String]) throws {
        for path in paths {
            try FileManager.default.setAttributes(
                [.posixPermissions: permissions],
                ofItemAtPath: path
            )
        }
    }
}
