// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import FoundationShims

// MARK: - Classes

/// The attribute that says of which class an item is.
public var kSecClass: CFString { "class" }
/// Passwords of an account and a service.
public var kSecClassGenericPassword: CFString { "genp" }
/// Passwords of an account on a server.
public var kSecClassInternetPassword: CFString { "inet" }
/// Keys, of which the keychain keeps the given bytes.
public var kSecClassKey: CFString { "keys" }
/// Certificates, which the keychain here refuses.
public var kSecClassCertificate: CFString { "cert" }
/// Identities, which the keychain here refuses.
public var kSecClassIdentity: CFString { "idnt" }

// MARK: - Attributes

/// The access group of an item.
public var kSecAttrAccessGroup: CFString { "agrp" }
/// Which lock keeps an item from its readers.
public var kSecAttrAccessible: CFString { "pdmn" }
/// The account, a string.
public var kSecAttrAccount: CFString { "acct" }
/// The service, a string.
public var kSecAttrService: CFString { "svce" }
/// Data of the app's own.
public var kSecAttrGeneric: CFString { "gena" }
/// The label that people see, a string.
public var kSecAttrLabel: CFString { "labl" }
/// The kind of item that people see, a string.
public var kSecAttrDescription: CFString { "desc" }
/// The comment that people see, a string.
public var kSecAttrComment: CFString { "icmt" }
/// The creator, a code of four letters as a number.
public var kSecAttrCreator: CFString { "crtr" }
/// The type, a code of four letters as a number.
public var kSecAttrType: CFString { "type" }
/// Whether the item is hidden from people.
public var kSecAttrIsInvisible: CFString { "invi" }
/// Whether the item says that there is no password.
public var kSecAttrIsNegative: CFString { "nega" }
/// The date of creation.
public var kSecAttrCreationDate: CFString { "cdat" }
/// The date of the last change.
public var kSecAttrModificationDate: CFString { "mdat" }
/// Whether the user's other devices get the item.
public var kSecAttrSynchronizable: CFString { "sync" }
/// The value by which a query finds synchronised and other items.
public var kSecAttrSynchronizableAny: CFString { "syna" }
/// The server, a string.
public var kSecAttrServer: CFString { "srvr" }
/// The protocol.
public var kSecAttrProtocol: CFString { "ptcl" }
/// The port, a number.
public var kSecAttrPort: CFString { "port" }
/// The path, a string.
public var kSecAttrPath: CFString { "path" }
/// The security domain, a string.
public var kSecAttrSecurityDomain: CFString { "sdmn" }
/// The way of authentication.
public var kSecAttrAuthenticationType: CFString { "atyp" }
/// The tag of a key, data of the app's own.
public var kSecAttrApplicationTag: CFString { "atag" }
/// The label by which programs find a key.
public var kSecAttrApplicationLabel: CFString { "klbl" }
/// The class of a key: public, private or symmetric.
public var kSecAttrKeyClass: CFString { "kcls" }
/// The size of a key in bits.
public var kSecAttrKeySizeInBits: CFString { "bsiz" }
/// The type of a key.
public var kSecAttrKeyType: CFString { kSecAttrType }
/// Whether the keychain keeps a key.
public var kSecAttrIsPermanent: CFString { "perm" }
/// What holds the key instead of the keychain, which nothing does here.
public var kSecAttrTokenID: CFString { "tkid" }
/// The Secure Enclave, of which there is none here.
public var kSecAttrTokenIDSecureEnclave: CFString { "com.apple.setoken" }
/// The attributes of a private key that is made.
public var kSecPrivateKeyAttrs: CFString { "private" }

// MARK: - Keys

/// RSA.
public var kSecAttrKeyTypeRSA: CFString { "42" }
/// The curves P-256, P-384 and P-521.
public var kSecAttrKeyTypeECSECPrimeRandom: CFString { "73" }
/// The same, under its older name.
public var kSecAttrKeyTypeEC: CFString { kSecAttrKeyTypeECSECPrimeRandom }
/// A public key.
public var kSecAttrKeyClassPublic: CFString { "0" }
/// A private key.
public var kSecAttrKeyClassPrivate: CFString { "1" }
/// A key of both sides, of which the keychain keeps the bytes alone.
public var kSecAttrKeyClassSymmetric: CFString { "2" }

// MARK: - Times of access

/// Access while the device is unlocked, which is the default.
public var kSecAttrAccessibleWhenUnlocked: CFString { "ak" }
/// Access while the device is unlocked; no other device gets the item.
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { "aku" }
/// Access while the device is unlocked, if it has a passcode.
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { "akpu" }
/// Access from the first unlock on.
public var kSecAttrAccessibleAfterFirstUnlock: CFString { "ck" }
/// Access from the first unlock on; no other device gets the item.
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { "cku" }
/// Access at any time.
public var kSecAttrAccessibleAlways: CFString { "dk" }
/// Access at any time; no other device gets the item.
public var kSecAttrAccessibleAlwaysThisDeviceOnly: CFString { "dku" }

// MARK: - Values, results and limits

/// The secret data of an item.
public var kSecValueData: CFString { "v_Data" }
/// Whether the call returns the secret data.
public var kSecReturnData: CFString { "r_Data" }
/// The key itself, a `SecKey`.
public var kSecValueRef: CFString { "v_Ref" }
/// Whether the call returns the key itself.
public var kSecReturnRef: CFString { "r_Ref" }
/// Whether the call returns the attributes.
public var kSecReturnAttributes: CFString { "r_Attributes" }
/// How many items the call returns.
public var kSecMatchLimit: CFString { "m_Limit" }
/// One item, which is the default.
public var kSecMatchLimitOne: CFString { "m_LimitOne" }
/// All items.
public var kSecMatchLimitAll: CFString { "m_LimitAll" }
/// An instruction that changes nothing on iOS, nor here.
public var kSecUseDataProtectionKeychain: CFString { "nleg" }
/// Whether the system may ask the user, which it never does here.
public var kSecUseAuthenticationUI: CFString { "u_AuthUI" }
/// The system may ask the user.
public var kSecUseAuthenticationUIAllow: CFString { "u_AuthUIA" }
/// The call fails if the system had to ask.
public var kSecUseAuthenticationUIFail: CFString { "u_AuthUIF" }
/// The call leaves out items for which the system had to ask.
public var kSecUseAuthenticationUISkip: CFString { "u_AuthUIS" }
