// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0
// Start `sealedpush-lab serve` first.
import assert from 'node:assert'
import http2 from 'node:http2'

const lab = process.env.LAB ?? 'http://127.0.0.1:2198'
const ask = async (method, path, body) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(lab + path, { method, headers, body: body && JSON.stringify(body) })
  return answer.status === 204 ? null : answer.json()
}
const phone = await ask('POST', '/phones', { apps: [{ topic: 'com.example.app' }] })
const apns = await ask('GET', '/apns')

// Your backend, pointed at the lab: host, port, root certificate, key.
const backend = http2.connect(apns.url, { ca: apns.root })
const push = backend.request({
  ':method': 'POST', ':path': `/3/device/${phone.apps[0].token}`,
  'apns-topic': 'com.example.app', authorization: `bearer ${apns.providerToken}`
})
push.end(JSON.stringify({ aps: { alert: 'Dinner' } }))
push.on('close', () => backend.close()).resume()

const { notifications } = await ask('GET', `/phones/${phone.id}/notifications?wait=1&timeout=10`)
await ask('DELETE', `/phones/${phone.id}`)
assert.deepEqual(notifications.map(one => one.lines), [['Dinner']])
