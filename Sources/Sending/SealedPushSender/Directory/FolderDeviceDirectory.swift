// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

public import SealedPush
import SealedPushCrypto
public import SealedPushStore

/// A device of a recipient in a directory: its bundle, or the reason why it has none.
public struct DirectoryEntry: Hashable, Sendable {
    /// The directory's name for the device; of a folder, the name of the file.
    public let name: String
    /// The bundle, or the reason why this device cannot be sealed to.
    public let bundle: Result<DeviceBundle, DirectoryError>
    /// The retirement beside the bundle, if there is one of its device.
    public let retirement: DeviceIdentity.Retirement?

    /// Takes an entry as a directory gives it.
    public init(
        name: String,
        bundle: Result<DeviceBundle, DirectoryError>,
        retirement: DeviceIdentity.Retirement? = nil
    ) {
        self.name = name
        self.bundle = bundle
        self.retirement = retirement
    }
}

extension [DirectoryEntry] {
    /// Takes the bundle from all entries of a device that is there more than once, as none of them
    /// is known to be right.
    func refusingRepeatedDevices() -> [DirectoryEntry] {
        var counts: [DeviceIdentity: Int] = [:]
        for case .success(let bundle) in map(\.bundle) { counts[bundle.device, default: 0] += 1 }
        return map { entry in
            guard case .success(let bundle) = entry.bundle, counts[bundle.device, default: 0] > 1
            else { return entry }
            return DirectoryEntry(name: entry.name, bundle: .failure(.repeatedDevice))
        }
    }
}

/// A directory of the devices of each recipient that is a folder: in it one folder a recipient, in
/// which each file `*.bundle` is a device.
///
/// Its answers are believed only as far as their signatures go: the sender checks each bundle
/// against what was pinned of the device before.
///
/// A file holds the text form of a bundle. The file `*.retirement` beside it may hold that of the
/// device's retirement; one that is damaged or another device's counts as none. Other files, and
/// those whose name begins with a point, are passed over. The folders are named by
/// ``folderName(of:)``; for codes of lower-case letters and digits that is the code itself:
///
/// ```
/// recipients/ann/phone.bundle
/// recipients/ann/tablet.bundle
/// recipients/%42ob/phone.bundle      (Bob)
/// ```
///
/// A process that may write into the folder decides which devices get a recipient's messages.
public struct FolderDeviceDirectory: Sendable {
    private let path: String
    private let files = POSIXFileSystem()

    /// The most devices that a recipient has.
    public static let maximumDevices = 64

    /// The end of the name of a bundle's file.
    public static let fileSuffix = ".bundle"

    /// The end of the name of the file with a device's retirement, beside the bundle's.
    public static let retirementSuffix = ".retirement"

    /// The directory in the folder at `path`.
    public init(at path: String) {
        self.path = path
    }

    /// The name of a recipient's folder: lower-case letters, digits, `-` and `_` stand for
    /// themselves, every other byte of UTF-8 for `%` and two lower-case hexadecimal digits.
    ///
    /// Two codes never have the same name, even if a file system takes upper and lower case for the
    /// same, and no code leads out of the folder.
    ///
    /// - Throws: ``DirectoryError/codeRefused``.
    public static func folderName(of recipient: String) throws(DirectoryError) -> String {
        guard DeviceIdentity.Subscription.isRecipient(recipient) else { throw .codeRefused }
        return recipient.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                String(Unicode.Scalar(byte))
            default: "%" + Hex.encode([byte].span)
            }
        }
        .joined()
    }

    /// The devices of a recipient, in the order of their files' names; none if it has no folder.
    ///
    /// A file that holds no bundle, can't be read or is of the same device as another one is an
    /// entry with that refusal.
    ///
    /// - Throws: ``DirectoryError``: a refusal of the code or of the number of files, or
    ///   ``DirectoryError/store(_:)`` of the folder.
    public func devices(of recipient: String) throws(DirectoryError) -> [DirectoryEntry] {
        let folder = try path + "/" + Self.folderName(of: recipient)
        let names = try bundleNames(in: folder)
        guard names.count <= Self.maximumDevices else { throw .tooManyDevices }
        return names.compactMap { name in
            do throws(DirectoryError) {
                let file = folder + "/" + name
                guard let bundle = try bundle(at: file) else { return nil }
                return DirectoryEntry(
                    name: name,
                    bundle: .success(bundle),
                    retirement: retirement(of: bundle.device, beside: file)
                )
            } catch {
                return DirectoryEntry(name: name, bundle: .failure(error))
            }
        }
        .refusingRepeatedDevices()
    }

    private func bundleNames(in folder: String) throws(DirectoryError) -> [String] {
        do throws(StoreError) {
            guard let names = try files.publicNames(in: folder) else {
                // A recipient may be absent, the directory may not.
                guard try files.publicNames(in: path) != nil else { throw .empty }
                return []
            }
            return names.filter { $0.hasSuffix(Self.fileSuffix) && !$0.hasPrefix(".") }.sorted()
        } catch {
            throw .store(error)
        }
    }

    /// The retirement beside the bundle in a file; whatever is none of the device's counts as none
    /// (V-28).
    private func retirement(
        of device: DeviceIdentity,
        beside file: String
    ) -> DeviceIdentity.Retirement? {
        let path = file.dropLast(Self.fileSuffix.count) + Self.retirementSuffix
        guard let bytes = try? files.readPublic(String(path), upTo: Self.retirementLimit + 1),
            bytes.count <= Self.retirementLimit,
            let retirement = try? DeviceIdentity.Retirement(
                text: String(decoding: bytes, as: UTF8.self)
            ),
            retirement.device == device
        else { return nil }
        return retirement
    }

    /// The bundle in a file, nil where the file was taken away meanwhile.
    private func bundle(at file: String) throws(DirectoryError) -> DeviceBundle? {
        let bytes: [UInt8]?
        do throws(StoreError) {
            bytes = try files.readPublic(file, upTo: Self.fileLimit + 1)
        } catch {
            throw .store(error)
        }
        guard let bytes else { return nil }
        guard bytes.count <= Self.fileLimit else { throw .bundleTooLarge }
        do throws(WireError) {
            return try DeviceBundle(text: String(decoding: bytes, as: UTF8.self))
        } catch {
            throw .bundleRefused(error)
        }
    }

    /// The largest bundle in base64url, and 256 bytes for what stands around it.
    static let fileLimit = (DeviceBundle.maximumCount + 2) / 3 * 4 + 256

    /// The largest file of a retirement, whose text has 163 bytes.
    private static let retirementLimit = 1024
}

/// An error of a directory of devices; no case holds a code.
@nonexhaustive
public enum DirectoryError: Error, Hashable {
    /// The recipient's code does not have 1 to 64 bytes, or has a control character.
    case codeRefused
    /// A bundle's file is larger than any bundle.
    case bundleTooLarge
    /// A bundle's file does not hold the text of a bundle.
    case bundleRefused(WireError)
    /// Two bundles of a recipient are of the same device.
    case repeatedDevice
    /// A bundle has no reusable prekey, so nothing can be sealed to its device.
    case noPrekeys
    /// A recipient has more than 64 devices.
    case tooManyDevices
    /// The folder of bundles could not be used.
    case store(StoreError)
}

extension DirectoryError: NamedError {
    /// The name and the words, or those of the error inside.
    public var explanation: (name: String, message: String) {
        switch self {
        case .codeRefused:
            ("codeRefused", "the recipient's code is not 1 to 64 bytes without control characters")
        case .bundleTooLarge: ("tooLarge", "the bundle is too large")
        case .bundleRefused(let error):
            (error.name, "\(error.message(of: "bundle")) (\(error.name))")
        case .repeatedDevice:
            ("repeatedDevice", "more than one bundle is of the same device (repeatedDevice)")
        case .noPrekeys:
            (
                "noPrekeys",
                "the bundle has no reusable prekey, so nothing can be sealed to its device"
            )
        case .tooManyDevices:
            ("tooManyDevices", "the recipient's folder has more than 64 bundles (tooManyDevices)")
        case .store(let error): error.explanation
        }
    }
}
