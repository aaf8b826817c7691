// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import PictureShims
import Testing
import UIKit

struct DrawingTests {
    private static func whole(_ width: CGFloat, _ height: CGFloat) -> CGRect {
        CGRect(x: 0, y: 0, width: width, height: height)
    }

    @Test func `a circle cuts off the corners, and has smooth sides`() throws {
        let noise = UIImage(cgImage: try #require(Noise.image(60, 60)))
        let pixels = Pixels.drawn(60, 60) { _ in
            UIBezierPath(ovalIn: Self.whole(60, 60)).addClip()
            noise.draw(in: Self.whole(60, 60))
        }
        #expect(pixels[0, 0] == [0, 0, 0, 0] && pixels[59, 59] == [0, 0, 0, 0])
        #expect(pixels[30, 30] == Pixels(noise)[30, 30])
        #expect(abs(pixels.area - .pi * 900) < 3)
        #expect(pixels.rows[10].contains("+"))
    }

    @Test(arguments: [
        (CGRect(x: 1, y: 1, width: 2, height: 2), ["....", ".##.", ".##.", "...."]),
        (CGRect(x: 1.5, y: 1, width: 2, height: 1), ["....", ".+#+", "....", "...."]),
        (CGRect(x: -5, y: 2, width: 20, height: 20), ["....", "....", "####", "####"]),
        (CGRect(x: 9, y: 9, width: 2, height: 2), ["....", "....", "....", "...."]),
    ])
    func `a path fills what is inside`(_ rectangle: CGRect, _ rows: [String]) {
        let path = UIBezierPath(rect: rectangle)
        #expect(Pixels.drawn(4, 4) { _ in path.fill() }.rows == rows)
    }

    @Test func `parts within parts are holes if the path says so, or by their direction`() {
        let path = UIBezierPath(rect: Self.whole(4, 4))
        path.append(UIBezierPath(rect: CGRect(x: 1, y: 1, width: 2, height: 2)))
        #expect(Pixels.drawn(4, 4) { _ in path.fill() }.area == 16)
        path.usesEvenOddFillRule = true
        #expect(Pixels.drawn(4, 4) { _ in path.fill() }.rows == ["####", "#..#", "#..#", "####"])
        #expect(
            Pixels.drawn(4, 4) { _ in
                path.addClip()
                UIRectFill(Self.whole(4, 4))
            }.area == 12
        )
    }

    /// The corners at the top left, top right, bottom left and bottom right.
    @Test(arguments: [
        (UIRectCorner.allCorners, "...."), (UIRectCorner(), "####"),
        (UIRectCorner([.topLeft, .bottomRight]), ".##."),
        (UIRectCorner.topRight, "#.##"), (UIRectCorner.bottomLeft, "##.#"),
    ])
    func `the corners of a rectangle are round as told`(_ corners: UIRectCorner, _ rows: String) {
        let path = UIBezierPath(
            roundedRect: Self.whole(20, 20),
            byRoundingCorners: corners,
            cornerRadii: CGSize(width: 6, height: 6)
        )
        let pixels = Pixels.drawn(20, 20) { _ in path.fill() }
        let places = [(0, 0), (19, 0), (0, 19), (19, 19)]
        #expect(places.map { pixels[$0.0, $0.1][3] == 255 ? "#" : "." }.joined() == rows)
        let round = CGFloat(rows.filter { $0 == "." }.count)
        #expect(abs(pixels.area - Double(400 - round * 36 * (1 - .pi / 4))) < 1)
    }

    @Test func `an arc is drawn with the clock or against it`() {
        for (isClockwise, area) in [(true, 0.25), (false, 0.75)] {
            let path = UIBezierPath()
            path.move(to: CGPoint(x: 20, y: 20))
            path.addArc(
                withCenter: CGPoint(x: 20, y: 20),
                radius: 20,
                startAngle: 0,
                endAngle: .pi / 2,
                clockwise: isClockwise
            )
            path.close()
            let pixels = Pixels.drawn(40, 40) { _ in path.fill() }
            #expect(abs(pixels.area - area * .pi * 400) < 3)
            // A quarter with the clock from the right is the one at the bottom, right.
            #expect((pixels[25, 25][3] == 255) == isClockwise)
        }
    }

    @Test func `a line has its width, and corners without gaps`() {
        let ring = Pixels.drawn(60, 60) { _ in
            let path = UIBezierPath(ovalIn: CGRect(x: 10, y: 10, width: 40, height: 40))
            path.lineWidth = 4
            UIColor.red.setStroke()
            path.stroke()
        }
        #expect(ring[30, 30][3] == 0 && ring[30, 10] == [255, 0, 0, 255] && ring[30, 5][3] == 0)
        #expect(abs(ring.area - 2 * .pi * 20 * 4) < 4)
        let frame = Pixels.drawn(8, 8) {
            $0.cgContext.stroke(CGRect(x: 2, y: 2, width: 4, height: 4), width: 2)
        }
        #expect(frame.area == 32 && frame[1, 1][3] == 255 && frame[3, 3][3] == 0)
        let inner = Pixels.drawn(4, 4) { $0.stroke(Self.whole(4, 4)) }
        #expect(inner.rows == ["####", "#..#", "#..#", "####"])
        let line = Pixels.drawn(9, 3) { context in
            context.cgContext.setLineWidth(1)
            context.cgContext.move(to: CGPoint(x: 1, y: 1.5))
            context.cgContext.addLine(to: CGPoint(x: 8, y: 1.5))
            context.cgContext.strokePath()
        }
        #expect(line.rows == [".........", ".#######.", "........."])
    }

    @Test func `settings come back, and clips are cut with each other`() {
        let pixels = Pixels.drawn(4, 2) { context in
            let context = context.cgContext
            context.saveGState()
            context.clip(to: CGRect(x: 0, y: 0, width: 3, height: 2))
            context.clip(to: CGRect(x: 1, y: 0, width: 3, height: 1))
            context.setFillColor(UIColor.red.cgColor)
            context.translateBy(x: 7, y: 0)
            context.fill(CGRect(x: -100, y: -100, width: 200, height: 200))
            context.restoreGState()
            context.restoreGState()
            context.fill(CGRect(x: 3, y: 1, width: 1, height: 1))
        }
        #expect(pixels.rows == [".##.", "...#"])
        #expect(pixels[1, 0] == [255, 0, 0, 255] && pixels[3, 1] == [0, 0, 0, 255])
    }

    @Test func `what is drawn is moved, scaled and turned`() {
        let pixels = Pixels.drawn(4, 4) { context in
            let context = context.cgContext
            context.translateBy(x: 2, y: 2)
            context.rotate(by: .pi / 2)
            context.scaleBy(x: 1, y: 2)
            // To the right becomes down, down becomes left.
            context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
        }
        #expect(
            pixels.rows.map { $0.replacingOccurrences(of: "+", with: "#") } == [
                "....", "....", "##..", "##..",
            ]
        )
        let transform = CGAffineTransform(a: 2, b: 1, c: 3, d: 4, tx: 5, ty: 6)
        let there = CGPoint(x: 7, y: 8).applying(transform)
        #expect(there == CGPoint(x: 43, y: 45))
        let back = there.applying(transform.inverted())
        #expect(abs(back.x - 7) < 1e-9 && abs(back.y - 8) < 1e-9)
        #expect(CGAffineTransform.identity.translatedBy(x: 1, y: 2).scaledBy(x: 3, y: 3).tx == 1)
    }

    /// How opaque half of red is where nothing is, and over half of blue.
    @Test(arguments: [
        (CGBlendMode.normal, [128, 191]), (.clear, [0, 0]), (.copy, [128, 128]),
        (.sourceIn, [0, 64]), (.sourceOut, [128, 64]), (.sourceAtop, [0, 128]),
        (.destinationOver, [128, 191]), (.destinationIn, [0, 64]), (.destinationOut, [0, 64]),
        (.destinationAtop, [128, 128]), (.xor, [128, 128]),
    ])
    func `each way to lay one thing over another has its alpha`(
        _ mode: CGBlendMode,
        _ alphas: [Int]
    ) {
        let pixels = Pixels.drawn(3, 1) { context in
            UIColor.blue.withAlphaComponent(0.5).setFill()
            context.fill(CGRect(x: 1, y: 0, width: 2, height: 1))
            UIColor.red.withAlphaComponent(0.5).setFill()
            context.fill(CGRect(x: 0, y: 0, width: 2, height: 1), blendMode: mode)
        }
        for (x, alpha) in alphas.enumerated() { #expect(abs(Int(pixels[x, 0][3]) - alpha) <= 1) }
        #expect(pixels[2, 0] == [0, 0, 255, 128])
    }

    @Test func `a colour has its parts however it is made`() {
        #expect(UIColor(hue: 0, saturation: 1, brightness: 1, alpha: 1) == .red)
        #expect(UIColor(hue: 1 / 3, saturation: 1, brightness: 1, alpha: 1) == .green)
        #expect(UIColor(hue: 2 / 3, saturation: 1, brightness: 1, alpha: 1) == .blue)
        #expect(UIColor(hue: 0.7, saturation: 0, brightness: 0.5, alpha: 1) == .gray)
        #expect(UIColor(cgColor: UIColor.brown.cgColor) == .brown)
        var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
        unsafe UIColor.orange.withAlphaComponent(0.25)
            .getRed(&red, green: &green, blue: &blue, alpha: &alpha)
        #expect([red, green, blue, alpha] == [1, 0.5, 0, 0.25])
    }

    @Test func `places without sense draw something or nothing, and end nothing`() throws {
        let numbers: [CGFloat] = [
            0, -1, 3, 1e9, -1e9, 1e300, -1e300, .nan, .infinity, -.infinity, .leastNonzeroMagnitude,
        ]
        var state: UInt64 = 7
        func any() -> CGFloat {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return numbers[Int((state >> 33) % UInt64(numbers.count))]
        }
        let image = UIImage(cgImage: try #require(Noise.image(2, 2)))
        for _ in 0..<150 {
            let pixels = Pixels.drawn(5, 5) { context in
                let rectangle = CGRect(x: any(), y: any(), width: any(), height: any())
                let path = UIBezierPath(roundedRect: rectangle, cornerRadius: any())
                path.addArc(
                    withCenter: CGPoint(x: any(), y: any()),
                    radius: any(),
                    startAngle: any(),
                    endAngle: any(),
                    clockwise: any() > 0
                )
                path.addCurve(
                    to: CGPoint(x: any(), y: any()),
                    controlPoint1: CGPoint(x: any(), y: any()),
                    controlPoint2: CGPoint(x: any(), y: any())
                )
                path.lineWidth = any()
                context.cgContext.concatenate(
                    CGAffineTransform(a: any(), b: any(), c: any(), d: any(), tx: any(), ty: any())
                )
                UIColor(red: any(), green: any(), blue: any(), alpha: any()).set()
                path.stroke()
                path.fill(with: .xor, alpha: any())
                image.draw(in: rectangle)
                "Aé\n字 word".draw(
                    in: rectangle,
                    withAttributes: [.font: UIFont.systemFont(ofSize: any())]
                )
                path.addClip()
                context.cgContext.fillEllipse(in: rectangle)
            }
            #expect(pixels.rows.count == 5)
        }
    }
}
