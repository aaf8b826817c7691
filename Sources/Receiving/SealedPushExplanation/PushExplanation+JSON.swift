// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import SealedPush
package import SealedPushCoding
import SealedPushCrypto

extension PushExplanation {
    /// Adds the members of the explanation to an object; what is unknown is null.
    package func write(to object: inout JSONWriter.Object) {
        object.add("sentence", sentence)
        object.add("outcome", optional: outcome)
        object.add("line", optional: line)
        object.add("payloadBytes", optional: payload?.bytes.count)
        object.add("payloadLimit", kind.byteLimit)
        object.add("envelopeBytes", optional: envelope?.bytes.count)
        object.add("bucket", optional: bucket)
        object.add("contentAtMost", optional: capacity)
        object.add("contentBytes", optional: claim?.content.count)
        object.array("bars") { list in
            for bar in bars {
                list.object { object in
                    object.add("name", bar.name)
                    object.add("total", bar.total)
                    object.array("parts") { list in
                        for part in bar.parts {
                            list.object { object in
                                object.add("name", part.name)
                                object.add("size", part.size)
                                object.add("color", part.color)
                            }
                        }
                    }
                }
            }
        }
        object.array("fields") { list in write(fields, to: &list) }
        object.array("inside") { list in write(inside, to: &list) }
        object.array("steps") { list in
            for step in steps {
                list.object { object in
                    object.add("line", step.line.number)
                    object.add("words", step.line.words)
                    object.add("rule", step.line.rule)
                    object.add("result", step.result.rawValue)
                    object.add("detail", optional: step.detail)
                }
            }
        }
    }

    private func write(_ fields: [EnvelopeField], to list: inout JSONWriter.Array) {
        guard let envelope else { return }
        for field in fields {
            list.object { object in
                object.add("name", field.name)
                object.add("offset", field.range.lowerBound)
                object.add("size", field.range.count)
                object.add("hex", Hex.encode(envelope.bytes.span.extracting(field.range)))
                object.add("meaning", field.meaning)
                object.add("rule", field.rule)
            }
        }
    }
}

extension JSONWriter.Object {
    /// Adds a string, or null.
    fileprivate mutating func add(_ key: String, optional string: String?) {
        if let string { add(key, string) } else { null(key) }
    }

    /// Adds an integer, or null.
    fileprivate mutating func add(_ key: String, optional integer: Int?) {
        if let integer { add(key, integer) } else { null(key) }
    }
}
