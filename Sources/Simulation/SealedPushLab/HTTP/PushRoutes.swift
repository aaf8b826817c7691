// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import PushFindings
import SealedPushAPNs
import SealedPushCoding
import SealedPushRelay
import SimulatedAPNs
import Synchronization

extension LabAPI {
    /// What is asked about pushes, and the events.
    func addPushes(to router: Router<LabContext>) {
        let (lab, site) = (lab, site)
        router.get("pushes") { request, _ -> Response in
            let phone = try request.phone()
            let before = try request.number("before", 0...Int.max, else: 0)
            let limit = try request.number("limit", 1...1000, else: 500)
            let (pushes, count) = lab.state.withLock {
                $0.pushes.list(of: phone, before: before > 0 ? before : nil, limit: limit)
            }
            return .json { object in
                object.array("pushes") { array in
                    for push in pushes { array.object { push.writeSummary(to: &$0) } }
                }
                object.add("count", count)
            }
        }
        router.delete("pushes") { request, _ -> Response in
            lab.removePushes(of: try request.phone())
            return .done
        }
        router.get("pushes/:push") { request, context -> Response in
            let name = context.part("push")
            let isWaiting = try request.number("wait", 0...1, else: 0) == 1
            let timeout = try request.timeout()
            if isWaiting {
                _ = await lab.events.wait(within: timeout) {
                    lab.push(name).flatMap { $0.isSettled ? true : nil }
                }
            }
            guard let push = lab.push(name) else { throw LabProblem.unknown }
            let request = push.record.request
            let explanation =
                push.explanation ?? site.explain(request.body, request["apns-push-type"])
            return .json { push.write(to: &$0, explanation: explanation) }
        }
        router.post("inspections") { request, _ -> Response in
            var members = try Members(await request.json())
            let pasted = try members.text("push", 0...100_000).needed("push")
            let testKeys = try members.take("testKeys", \.bool) ?? false
            try members.end()
            do throws(LabSite.InspectionError) {
                let json = try site.inspect(Array(pasted.utf8), testKeys)
                return .bytes(json, type: "application/json")
            } catch {
                throw LabProblem.wrongBody(error.reason)
            }
        }
        router.get("events") { _, _ -> Response in
            guard let events = lab.events.listen() else { throw LabProblem.unavailable }
            return Response(
                status: .ok,
                headers: [.contentType: "text/event-stream"],
                body: ResponseBody(asyncSequence: EventStream(events: events))
            )
        }
    }
}

extension LabPush {
    /// The most characters of a line in a list.
    private static let lineLimit = 200

    fileprivate func writeSummary(to object: inout JSONWriter.Object) {
        object.add("number", number)
        object.add("time", record.date.milliseconds)
        object.add("id", id)
        if let phone { object.add("phone", phone) }
        if let topic { object.add("topic", topic) }
        object.add("outcome", outcome)
        if let status { object.add("status", status) }
        if let reason { object.add("reason", reason.rawValue) }
        object.add("settled", isSettled)
        if let report { object.add("result", report.outcome) }
        let lines = lines.map { String($0.prefix(Self.lineLimit)) }
        if let title = lines.first { object.add("title", title) }
        if lines.count > 1 { object.add("text", lines.dropFirst().joined(separator: "\n")) }
        object.add("findings", findings.count)
        if let finding = findings.first { object.add("finding", finding.sentence) }
    }

    fileprivate func write(to object: inout JSONWriter.Object, explanation: [UInt8]?) {
        let request = record.request
        object.add("number", number)
        object.add("time", record.date.milliseconds)
        object.add("id", id)
        object.add("connection", record.connection)
        if let phone { object.add("phone", phone) }
        if let app { object.add("app", app) }
        object.add("method", request.method)
        object.add("path", request.path)
        object.array("headers") { array in
            for (name, value) in request.fields {
                array.array { pair in
                    pair.add(name)
                    pair.add(name == "authorization" ? Self.unsigned(value) : value)
                }
            }
        }
        object.add("size", request.body.count)
        if let text = String(validating: request.body, as: UTF8.self) {
            object.add("payload", text)
        } else {
            object.add("payloadHex", Hex.encode(request.body.span))
        }
        object.add("outcome", outcome)
        if let status { object.add("status", status) }
        if let reason { object.add("reason", reason.rawValue) }
        if let fate { object.add("fate", fate) }
        if let fault = record.fault { object.add("fault", FaultName(fault).rawValue) }
        object.add("settled", isSettled)
        object.array("findings") { array in
            for finding in findings { array.object { finding.write(to: &$0) } }
        }
        if let report { object.add("report", written: report.json) }
        if let explanation { object.add("explanation", written: explanation) }
    }

    /// A provider token without its signature, so that its reader cannot push with it.
    private static func unsigned(_ authorization: String) -> String {
        let parts = authorization.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 ? "\(parts[0]).\(parts[1]).…" : authorization
    }
}
