// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0
// Start `sealedpush-lab serve` first, then: go run test.go
package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"net/http"
	"os"
	"strings"
)

func ask[T any](client *http.Client, method, url, body string, headers ...string) (value T) {
	request, _ := http.NewRequest(method, url, strings.NewReader(body))
	request.Header.Set("content-type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	answer, err := client.Do(request)
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	json.NewDecoder(answer.Body).Decode(&value)
	return
}

type Phone struct {
	ID   string
	Apps []struct{ Token string }
}
type APNs struct{ URL, Root, ProviderToken string }
type Shown struct{ Notifications []struct{ Lines []string } }

func main() {
	lab, client := "http://127.0.0.1:2198", http.DefaultClient
	if url := os.Getenv("LAB"); url != "" {
		lab = url
	}
	phone := ask[Phone](client, "POST", lab+"/phones", `{"apps":[{"topic":"com.example.app"}]}`)
	apns := ask[APNs](client, "GET", lab+"/apns", "")

	// Your backend, pointed at the lab: host, port, root certificate, key.
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM([]byte(apns.Root))
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, ForceAttemptHTTP2: true}
	ask[any](&http.Client{Transport: transport}, "POST", apns.URL+"/3/device/"+phone.Apps[0].Token,
		`{"aps":{"alert":"Dinner"}}`, "apns-topic", "com.example.app",
		"authorization", "bearer "+apns.ProviderToken)

	shown := ask[Shown](client, "GET", lab+"/phones/"+phone.ID+"/notifications?wait=1&timeout=10", "")
	ask[any](client, "DELETE", lab+"/phones/"+phone.ID, "")
	if len(shown.Notifications) != 1 || shown.Notifications[0].Lines[0] != "Dinner" {
		panic(shown)
	}
}
