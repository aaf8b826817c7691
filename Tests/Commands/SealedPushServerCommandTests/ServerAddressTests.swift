// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Where `serve` and `seal-service` listen.
struct ServerAddressTests {
    private let folder = TemporaryFolder()

    private func sidecar(_ options: [String]) throws -> [String] {
        let store = folder.path("sender")
        return ["seal-service", "run", "--store", store, "--topic", "a.b", "--data"]
            + [folder.path("data")] + options
    }

    /// Runs `body` while something listens at a port.
    private func whileListening(_ body: (_ port: Int) throws -> Void) throws {
        let listener = try Listener()
        defer { listener.end() }
        try body(listener.port)
    }

    @Test func `a port that is taken is told in one line, before anything is made`() async throws {
        try whileListening { port in
            let serve = ["serve", "--topic", "a.b", "--data", folder.path("data")]
            for options in [
                ["--port", "\(port)"], ["--port", "1", "--operator-port", "\(port)"],
            ] where options[1] != "1" || geteuid() == 0 {
                let run = try BuiltCommand.run(
                    serve + options,
                    // Names of tests are settings of nothing.
                    #"unset $(env | sed -n "s/^\(SEALEDPUSH_[A-Z_]*\)=.*/\1/p"); exec "$@""#
                )
                #expect(run.status == 1)
                #expect(
                    run.errors == """
                        sealedpush-server: error: the server can't listen at 127.0.0.1, port \(port): address already in use
                        sealedpush-server: hint: end what listens there, or choose another port

                        """
                )
            }
            #expect(!FileManager.default.fileExists(atPath: folder.path("data")))
        }
    }

    @Test func `the shipped unit has no topic of its own, and starts no sidecar without one`()
        throws
    {
        let text = try Repository.read("docs/deploy/sealedpush-seal-service.service")
        let unit = String(decoding: text, as: UTF8.self).split(separator: "\n")
        #expect(unit.contains { $0.hasPrefix("ExecStart=") && $0.contains("--topic ${TOPIC}") })
        let settings = unit.filter { $0.contains("TOPIC=") }
        #expect(settings.count == 1 && settings.allSatisfy { $0.hasPrefix("#") })
        let run = try BuiltCommand.run(
            ["seal-service", "run", "--store", folder.path("sender"), "--topic", ""]
        )
        #expect(run.status == 64)
        #expect(run.errors.contains("--topic"), "\(run.errors)")
    }

    @Test(arguments: ["0.0.0.0", "::", "192.0.2.1"])
    func `a sidecar that other machines could reach has to be allowed`(host: String) throws {
        let run = try BuiltCommand.run(sidecar(["--host", host]))
        #expect(run.status == 64)
        #expect(run.errors.contains("--any-host allows it"))
        // The next obstacle is the store, which is not there.
        let allowed = try BuiltCommand.run(sidecar(["--host", host, "--any-host"]))
        #expect(allowed.status == 6)
    }
}
