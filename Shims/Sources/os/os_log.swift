// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Writes a message of the default type to the default log.
public func os_log(_ message: OSLogMessage) {
    OSLog.default.write(.default, message.text)
}

/// Writes a message to the default log.
public func os_log(_ type: OSLogType, _ message: OSLogMessage) {
    OSLog.default.write(type, message.text)
}

/// Writes a message to a log.
public func os_log(_ type: OSLogType, log: OSLog, _ message: OSLogMessage) {
    log.write(type, message.text)
}

/// Writes a message of the older form, as `os_log("no key: %{public}@", log: log, type: .error, name)`.
///
/// Arguments may be anything; on Apple's systems they are `CVarArg`.
///
/// - Parameters:
///   - message: The text, with a place for each argument.
///   - log: Where it goes.
///   - type: How serious it is.
///   - args: What stands in the places. One that does not fit its place is shown as it describes itself.
public func os_log(
    _ message: StaticString,
    log: OSLog = .default,
    type: OSLogType = .default,
    _ args: Any...
) {
    log.write(type, LogFormat.fill(message.description, with: args))
}

/// Writes a message of the older form, with the type first.
///
/// - Parameters:
///   - type: How serious it is.
///   - log: Where it goes.
///   - message: The text, with a place for each argument.
///   - args: What stands in the places.
public func os_log(
    _ type: OSLogType,
    log: OSLog = .default,
    _ message: StaticString,
    _ args: Any...
) {
    log.write(type, LogFormat.fill(message.description, with: args))
}
