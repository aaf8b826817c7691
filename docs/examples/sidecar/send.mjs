#!/usr/bin/env node
// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0
//
// Says whose devices those are whose subscriptions lie here, sends a text, and prints the results.

import { randomUUID } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { setTimeout } from "node:timers/promises";

const sidecar = process.env.SIDECAR ?? "http://127.0.0.1:8081";

function fail(text) {
  console.error(`send.mjs: ${text}`);
  process.exit(1);
}

async function ask(method, path, body, headers = {}) {
  const fixed = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  try {
    const answer = await fetch(sidecar + path,
      { method, headers: { ...fixed, ...headers }, body: body && JSON.stringify(body) });
    const text = await answer.text();
    if (answer.ok) return text && JSON.parse(text);
    // What is not served gets a problem (RFC 9457), whose detail says why.
    fail(`${answer.status}: ${text}`);
  } catch (error) {
    const reason = error.cause?.message || error.cause?.code || error.message;
    fail(`no sidecar answers at ${sidecar} (SIDECAR names another): ${reason}`);
  }
}

let key, subscriptions;
try {
  // What the operator's 'seal-service apikey make' printed.
  key = readFileSync("backend.key", "utf8").trim();
  const files = readdirSync(".").filter((name) => name.endsWith(".subscription"));
  subscriptions = files.map((name) => readFileSync(name, "utf8").trim());
} catch (error) {
  fail(`the key or a subscription can't be read: ${error.message}`);
}

// Once for each user, when the app gives its devices' subscriptions.
await ask("PUT", "/v1/recipients/user-7", { subscriptions });

// For each message; sent again under its key, the same request is the same message.
const payload = { aps: { alert: { body: "Your order is ready" } } };
const { id } = await ask("POST", "/v1/messages", { to: ["user-7"], payload },
  { "Idempotency-Key": randomUUID() });

// For who wants to know; a backend reads /v1/events now and then.
let results;
do {
  await setTimeout(200);
  ({ results } = await ask("GET", `/v1/messages/${id}`));
} while (results.some((one) => one.result === "waiting"));
console.log(JSON.stringify(results));
