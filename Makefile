# Copyright 2026 The SealedPush authors
# SPDX-License-Identifier: Apache-2.0

.PHONY: help deps demo test docs long schemathesis mutants models lint format bench

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

deps: ## Install what the build needs and this machine lacks
	@.ci/deps

demo: deps ## Seal a push, open it, show both sides; then run a relay with two phones
	swift build --product sealedpush
	@PATH="$$(swift build --show-bin-path):$$PATH" docs/tasks/run seal-and-open.md
	@[ "$$(uname -s)" = Linux ] || { printf '\nThe relay and its phones run on Linux alone\n'; exit 1; }
	@printf '\nNext, a relay; its programs take some minutes to build\n\n'
	swift build --product sealedpush-server
	swift build --product sealedpush-lab
	@printf '\nA relay, a sealing sidecar and two phones (docs/tasks/run-a-relay.md)\n\n'
	@PATH="$$(swift build --show-bin-path):$$PATH" docs/examples/sidecar/playground --demo

test: ## Set up, build once, run all tests, make .build/docs/rules.md (SEALEDPUSH_VECTORS=folder for the published vectors)
	@.ci/test

docs: deps ## Build the documentation of all products in .build/docs, and check their public declarations
	swift build
	@.ci/docs

# What has a long form.
define LONG
ExplorationTests                   more processes at once, every order of their steps, a relay with two workers
^FaultTests                        kill, stop, starve and scan at every point, not at a sample (about an hour)
^SimulatedDeviceTests              the simulated device on 200,000 pushes and races in either host (a quarter of an hour)
^SealedPushServiceExtensionTests   10,000 pushes, and four weeks of a hundred phones (half an hour)
^APNsLoadTests                     100,000 pushes to the simulated APNs while everything goes wrong (a quarter of an hour)
YearTests                          20 more years with lost answers, kills and wrong clocks
^RelayProofTests|QueryPlanTests|HostileRelayTests|FirstStartTests
                                   a relay that is killed 30 times in 10,000 messages, and flooded (a quarter of an hour)
PairingLoadTests                   1,000 pairings at once at one relay (a minute)
^SealedPush(Server)?CommandTests.Abuse|SilentConnectionTests
                                   3,000 bad inputs to the command, and 1,000 kills (ten minutes)
endef
export LONG

long: ## Run the tests that FILTER names in their long form; without it, say which have one
	@[ -n "$(FILTER)" ] || { printf 'make long FILTER=\n\n%s\n' "$$LONG" >&2; exit 64; }
	@.ci/deps
	@swift build --build-tests
	@swift test list --skip-build --disable-xctest | grep -qE '$(FILTER)' || \
		{ echo "make long: no test has '$(FILTER)' in its name" >&2; exit 64; }
	SEALEDPUSH_LONG=1 swift test --skip-build --disable-xctest --filter '$(FILTER)'

schemathesis: ## Send 5,000 generated requests to a live relay, with live endpoints and credentials (minutes)
	@.ci/deps --tests
	swift build --product sealedpush-server
	swift build --product sealedpush-lab
	@.ci/schemathesis --long

mutants: ## Change the Python receiver and sealer in one place at a time: the vectors catch each change (minutes)
	@.ci/mutants

models: ## Check docs/models with our own checker, two searches, and ProVerif where it is installed (minutes)
	@.ci/models --proverif

lint: ## Check format, licence headers and paths
	@.ci/lint

format: ## Format every Swift file in place
	@git ls-files -z --cached --others --exclude-standard '*.swift' | xargs -0 swift format -i --parallel

bench: ## Measure against the limits (ARGS=--json for one object a line)
	@.ci/deps --bench
	swift build -c release --package-path Benchmarks
	swift build -c release --package-path Benchmarks --scratch-path Benchmarks/.build/server \
		--product push-load --static-swift-stdlib -Xswiftc -cross-module-optimization
	swift build -c release --product RelayLoad
	@RELAY_LOAD=$$(swift build -c release --show-bin-path)/RelayLoad \
		swift run -c release --package-path Benchmarks --skip-build benchmarks $(ARGS)
