#!/usr/bin/env bash
# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0
#
# Says whose devices those are whose subscriptions lie here, sends a text, and prints the results.

set -euo pipefail
sidecar=${SIDECAR:-http://127.0.0.1:8081}

fail() {
    printf 'send.sh: %s\n' "$1" >&2
    exit 1
}

ask() {
    local answer status
    answer=$(curl --silent --show-error --write-out '\n%{http_code}' \
        -H "Authorization: Bearer $key" -H 'Content-Type: application/json' "$@") ||
        fail "no sidecar answers at $sidecar (SIDECAR names another)"
    status=${answer##*$'\n'} answer=${answer%$'\n'*}
    # What is not served gets a problem (RFC 9457), whose detail says why.
    [[ $status == 2* ]] || fail "$status: $answer"
    printf '%s' "$answer"
}

# What the operator's 'seal-service apikey make' printed.
key=$(cat backend.key) || fail "the key can't be read"

# Once for each user, when the app gives its devices' subscriptions.
shopt -s nullglob
list=$(cat /dev/null ./*.subscription | sed 's/.*/"&"/' | paste -sd ,)
ask -X PUT "$sidecar/v1/recipients/user-7" -d "{\"subscriptions\":[$list]}"

# For each message; sent again under its key, the same request is the same message.
text='{"aps":{"alert":{"body":"Your order is ready"}}}'
id=$(ask "$sidecar/v1/messages" -H "Idempotency-Key: $(date +%s)-$$" \
    -d "{\"to\":[\"user-7\"],\"payload\":$text}" |
    sed 's/.*"id":"\([^"]*\)".*/\1/')

# For who wants to know; a backend reads /v1/events now and then.
while
    results=$(ask "$sidecar/v1/messages/$id") || exit 1
    grep -q '"waiting"' <<<"$results"
do sleep 0.2; done
printf '%s\n' "$results"
