// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
import Dispatch

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Runs a command and ends the process: the one place where an error becomes an exit code.
package struct Program<Root: AsyncParsableCommand> {
    private let descriptors: Int
    private let prepare: @Sendable () throws(CommandError) -> Void

    /// The program of a root command.
    ///
    /// - Parameters:
    ///   - root: The command.
    ///   - descriptors: How many file descriptors have to be free when it begins: below it,
    ///     libraries stop the process where they can't go on.
    ///   - prepare: What has to be done before anything else; if it fails, the command is not run.
    package init(
        _ root: Root.Type,
        descriptors: Int = 16,
        preparing prepare: @escaping @Sendable () throws(CommandError) -> Void = {}
    ) {
        self.descriptors = descriptors
        self.prepare = prepare
    }

    /// Runs it with the arguments of the process.
    package func main() -> Never {
        let prepared = Result { () throws(CommandError) in try prepare() }
        // A reader that goes away, or a file that may not become larger, is an error of writing, to
        // be told, and not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        Descriptors.holdStandardStreams()
        TerminalWidth.widen()
        Console.begin(Root.configuration.commandName ?? "")
        if case .failure(let error) = prepared { exit(report(error).rawValue) }
        // Even the name of the program is missing then; help would be printed, as if nothing was
        // asked for.
        guard CommandLine.argc > 0 else { exit(report(Self.noArguments).rawValue) }
        // Before the first task: the queues that tasks run on need some themselves.
        guard Descriptors.areFree(descriptors) else {
            exit(report(.noDescriptors(descriptors)).rawValue)
        }
        Task.detached {
            exit(await run(Self.separated(Array(CommandLine.arguments.dropFirst()))).rawValue)
        }
        dispatchMain()
    }

    private static var noArguments: CommandError {
        CommandError(
            .failure,
            name: "noArguments",
            "the arguments of the command can't be read",
            hint: "mount /proc: Swift looks there for where they are"
        )
    }

    private func run(_ arguments: [String]) async -> ExitStatus {
        do {
            try checkBytes()
            try checkSubcommand(arguments)
            var command = try await Root.asyncParseAsRoot(arguments)
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

    /// Refuses arguments that are no UTF-8, which would come as other names and codes than were
    /// given.
    private func checkBytes() throws(CommandError) {
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
            guard unsafe String(validatingCString: argument) != nil else {
                throw .usage("an argument is not UTF-8")
            }
        }
    }

    /// Refuses a subcommand that there is not: the parser would explain another one, or call it an
    /// argument.
    private func checkSubcommand(_ arguments: [String]) throws(CommandError) {
        let isHelp = arguments.first == "help"
        guard !isHelp || arguments.dropFirst().first != "help" else { return }
        var command: any ParsableCommand.Type = Root.self
        var path = Root.configuration.commandName ?? ""
        for name in arguments.dropFirst(isHelp ? 1 : 0).prefix(while: { !$0.hasPrefix("-") }) {
            guard isHelp || !command.configuration.subcommands.isEmpty else { return }
            let next = command.configuration.subcommands.first {
                $0.configuration.commandName == name
            }
            guard let next else {
                throw .usage("there is no such subcommand", hint: "see '\(path) --help'")
            }
            command = next
            path += " " + name
        }
    }

    /// The arguments with `--option=` as two, so that an empty value is refused in the same words
    /// in either form.
    private static func separated(_ arguments: [String]) -> [String] {
        let options = arguments.prefix { $0 != "--" }
        return options.flatMap { option in
            option.hasPrefix("--") && option.hasSuffix("=")
                && option.count(where: { $0 == "=" }) == 1
                ? [String(option.dropLast()), ""] : [option]
        } + arguments[options.endIndex...]
    }

    private func end(with error: any Error, _ arguments: [String]) -> ExitStatus {
        if let error = CommandError(error) { return report(error) }
        guard Root.exitCode(for: error) == .success else {
            return report(CommandError(parsing: error, by: Root.self, arguments: arguments))
        }
        do throws(CommandError) {
            try Console.result(Root.fullMessage(for: error))
            return .success
        } catch {
            return report(error)
        }
    }

    private func report(_ error: CommandError) -> ExitStatus {
        Console.report(error)
        return error.status
    }
}

/// What `--version` prints; the changelog says what a version has.
package enum ProgramVersion {
    /// As in Semantic Versioning: `-dev` until it is released.
    package static let text = "0.1.0-dev"
}

/// How wide the argument parser takes the terminal to be.
enum TerminalWidth {
    /// The parser puts help behind 26 columns of names, and stops the process if none is left.
    private static let least = 40

    /// Has the parser write for 40 columns if the terminal has fewer, which breaks longer lines
    /// itself.
    static func widen() {
        let chosen = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
        guard let columns = chosen ?? StandardStream.output.columns, columns < least else { return }
        unsafe setenv("COLUMNS", "\(least)", 1)
    }
}
