// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

// For Apple systems alone: no other compiles this file. What it shows is in `PairingScreen`.

import SealedPush
import SealedPushRelayClient
import SwiftUI
import VisionKit

/// The screen on which a person pairs this phone with a sender.
struct PairingView: View {
    @Bindable var screen: PairingScreen

    var body: some View {
        switch screen.step {
        case .closed: EmptyView()
        case .scanning:
            CodeScanner { text in Task { await screen.read(text, from: .camera) } }
                .ignoresSafeArea()
        case .asking(let offer): question(offer)
        case .waiting(let name):
            VStack(spacing: 24) {
                ProgressView("Waiting for \(name)")
                Button("Cancel", role: .cancel) { screen.close() }
            }
        case .paired(let name, let number):
            VStack(spacing: 24) {
                Text("Paired with \(name)").font(.headline)
                Text("Type this number there:")
                Text(number).font(.system(size: 96, weight: .bold)).monospacedDigit()
                Button("Done") { screen.close() }
            }
        case .refused(let words):
            VStack(spacing: 24) {
                Text(words)
                Button("Scan again") { screen.scan() }
                Button("Cancel", role: .cancel) { screen.close() }
            }
            .padding()
        }
    }

    private func question(_ offer: PairingOffer) -> some View {
        Form {
            Section {
                LabeledContent("Sender", value: offer.name)
                LabeledContent("Relay", value: offer.relay)
                if offer.naming != .contact {
                    TextField("Name", text: $screen.name)
                }
            } footer: {
                if offer.naming == .lookalike {
                    Text("This name looks like that of another contact. Give it another one.")
                }
            }
            Section {
                Button("Pair") { screen.agree(to: offer) }
                    .disabled(offer.naming != .contact && screen.name.isEmpty)
                Button("Cancel", role: .cancel) { screen.close() }
            } footer: {
                Text(PairingScreen.warning)
            }
        }
    }
}

/// The camera, which gives the text of the first QR code that it sees.
private struct CodeScanner: UIViewControllerRepresentable {
    let found: (String) -> Void

    func makeCoordinator() -> Coordinator { Coordinator(found) }

    func makeUIViewController(context: Context) -> DataScannerViewController {
        let scanner = DataScannerViewController(
            recognizedDataTypes: [.barcode(symbologies: [.qr])],
            isHighlightingEnabled: true
        )
        scanner.delegate = context.coordinator
        // Where the camera is not allowed, the view stays dark: Settings has the switch.
        try? scanner.startScanning()
        return scanner
    }

    func updateUIViewController(_ scanner: DataScannerViewController, context: Context) {}

    final class Coordinator: NSObject, DataScannerViewControllerDelegate {
        private var found: ((String) -> Void)?

        init(_ found: @escaping (String) -> Void) { self.found = found }

        func dataScanner(
            _ dataScanner: DataScannerViewController,
            didAdd addedItems: [RecognizedItem],
            allItems: [RecognizedItem]
        ) {
            for case .barcode(let code) in addedItems {
                guard let text = code.payloadStringValue, let found else { continue }
                self.found = nil
                dataScanner.stopScanning()
                found(text)
            }
        }
    }
}
