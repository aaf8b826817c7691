<?php // Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0
// With php-curl; start `sealedpush-lab serve` first.
function ask(string $method, string $url, $body = null, array $headers = [], ?string $root = null) {
    $curl = curl_init($url);
    curl_setopt_array($curl, [
        CURLOPT_CUSTOMREQUEST => $method, CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30,
        CURLOPT_HTTPHEADER => ['content-type: application/json', ...$headers],
    ]);
    if ($body !== null) curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body));
    if ($root) curl_setopt_array($curl, [CURLOPT_CAINFO => $root, CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_2]);
    return json_decode(curl_exec($curl) ?: 'null', true);
}
$lab = getenv('LAB') ?: 'http://127.0.0.1:2198';
$phone = ask('POST', "$lab/phones", ['apps' => [['topic' => 'com.example.app']]]);
$apns = ask('GET', "$lab/apns");

// Your backend, pointed at the lab: host, port, root certificate, key.
$headers = ['apns-topic: com.example.app', "authorization: bearer {$apns['providerToken']}"];
$url = "{$apns['url']}/3/device/{$phone['apps'][0]['token']}";
ask('POST', $url, ['aps' => ['alert' => 'Dinner']], $headers, $apns['files']['root']);

$shown = ask('GET', "$lab/phones/{$phone['id']}/notifications?wait=1&timeout=10")['notifications'];
ask('DELETE', "$lab/phones/{$phone['id']}");
if (array_column($shown, 'lines') !== [['Dinner']]) exit(1);
