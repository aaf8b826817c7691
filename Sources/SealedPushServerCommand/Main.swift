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
        exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ arguments: [String]) async -> ExitStatus {
        do {
            var command = try await ServerCommand.asyncParseAsRoot(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            return .success
        } catch {
            return end(with: error)
        }
    }

    private static func end(with error: any Error) -> ExitStatus {
        let known = CommandError(error)
        guard known != nil || ServerCommand.exitCode(for: error) != .success else {
            do throws(CommandError) {
                try Console.result(ServerCommand.fullMessage(for: error))
                return .success
            } catch {
                Console.report(error)
                return error.status
            }
        }
        let told = known ?? CommandError(parsing: error)
        Console.report(told)
        return told.status
    }
}
