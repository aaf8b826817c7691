// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs the command and ends the process: the one place where an error becomes an exit code.
@main
enum Main {
    static func main() async {
        // A reader that goes away is an error of writing, to be told, and not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let status = await run(Array(CommandLine.arguments.dropFirst()))
        exit(status.rawValue)
    }

    private static func run(_ arguments: [String]) async -> ExitStatus {
        do {
            try checkBytes()
            var command = try await SealedPushCommand.asyncParseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return .success
        } catch {
            return end(with: error, arguments)
        }
    }

    /// Refuses arguments that are no UTF-8, which would come as other names and codes than were given.
    private static func checkBytes() throws(CommandError) {
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
            guard unsafe String(validatingCString: argument) != nil else {
                throw .usage("an argument is not UTF-8")
            }
        }
    }

    private static func end(with error: any Error, _ arguments: [String]) -> ExitStatus {
        if let error = CommandError(error) { return report(error) }
        guard SealedPushCommand.exitCode(for: error) == .success else {
            return report(CommandError(parsing: error, arguments: arguments))
        }
        do throws(CommandError) {
            try Console.result(SealedPushCommand.fullMessage(for: error))
            return .success
        } catch {
            return report(error)
        }
    }

    private static func report(_ error: CommandError) -> ExitStatus {
        Console.report(error)
        return error.status
    }
}
