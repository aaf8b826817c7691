#!/usr/bin/env bash
# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
#
# Says whose devices those are whose subscriptions lie here, sends a text, and prints the results.

set -euo pipefail
sidecar=${SIDECAR:-http://127.0.0.1:8081}

ask() {
    curl --silent --show-error --fail-with-body \
        -H "Authorization: Bearer $(cat backend.key)" -H 'Content-Type: application/json' "$@"
}

# Once for each user, when the app gives its devices' subscriptions.
list=$(cat ./*.subscription | paste -sd ,)
ask -X PUT "$sidecar/v1/recipients/user-7" -d "{\"subscriptions\":[$list]}"

# For each message; sent again under its key, the same request is the same message.
text='{"aps":{"alert":{"body":"Your order is ready"}}}'
id=$(ask "$sidecar/v1/messages" -H "Idempotency-Key: $(date +%s)-$$" \
    -d "{\"to\":[\"user-7\"],\"payload\":$text}" |
    sed 's/.*"id":"\([^"]*\)".*/\1/')

# For who wants to know; a backend reads /v1/events now and then.
until results=$(ask "$sidecar/v1/messages/$id") && ! grep -q waiting <<<"$results"; do sleep 0.2; done
printf '%s\n' "$results"
