// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import SealedPushCoding
import SealedPushRelay

extension LabAPI {
    /// The files of the page.
    func addPage(to router: Router<LabContext>) {
        let policy = site.policy
        for asset in site.assets {
            router.get(RouterPath(asset.path)) { _, _ -> Response in
                var response = Response.bytes(asset.bytes, type: asset.type)
                response.headers[.contentSecurityPolicy] = policy
                return response
            }
        }
    }

    /// What is asked about the push service.
    func addService(to router: Router<LabContext>) {
        let lab = lab
        router.get("apns") { _, _ -> Response in
            guard let access = lab.access else { throw LabProblem.unavailable }
            let token = try access.token()
            return .json { access.write(to: &$0, token: token) }
        }
        router.get("apns/faults") { _, _ -> Response in .json { lab.faults.write(to: &$0) } }
        router.put("apns/faults") { request, _ -> Response in
            lab.put(try FaultList(await request.json()))
            return .done
        }
    }

    /// What is asked in a playground; elsewhere nothing of it is there.
    func addPlayground(to router: Router<LabContext>) {
        let playground = site.playground
        router.get("relay") { _, _ -> Response in
            guard let playground else { throw LabProblem.unknown }
            return .bytes(try await playground.relay(), type: "application/json")
        }
        router.post("messages") { request, _ -> Response in
            guard let playground else { throw LabProblem.unknown }
            var members = try Members(await request.json())
            let text = try members.text("text", 1...1000).needed("text")
            let title = try members.text("title", 0...200)
            let phone = try members.string("phone")
            try members.end()
            guard let name = try await playground.send(text, title: title, to: phone) else {
                throw LabProblem.unknown
            }
            return .json(.accepted) { $0.add("message", name) }
        }
    }
}
