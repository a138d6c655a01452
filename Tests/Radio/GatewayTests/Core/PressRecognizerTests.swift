import Testing
import Tracking

@testable import Gateway

/// What a button's notifications are, in milliseconds.
@Suite struct PressRecognizerTests {
    private enum Step { case down(Int64), up(Int64), told(ButtonPress, Int64), wait(Int64) }

    private func presses(_ steps: [Step], tellsRelease: Bool) -> [String] {
        var recognizer = PressRecognizer(tellsRelease: tellsRelease)
        var found: [PressRecognizer.Recognized] = []
        for step in steps {
            switch step {
            case .down(let time): found += recognizer.handle(.pressed, at: Timestamp(milliseconds: time))
            case .up(let time): found += recognizer.handle(.released, at: Timestamp(milliseconds: time))
            case .told(let press, let time):
                found += recognizer.handle(.told(press), at: Timestamp(milliseconds: time))
            case .wait(let time): found += [recognizer.expire(at: Timestamp(milliseconds: time))].compactMap(\.self)
            }
        }
        found += [recognizer.end()].compactMap(\.self)
        return found.map { "\($0.press.rawValue) \($0.time.milliseconds)" }
    }

    @Test func `a tag that tells only presses has single and double ones`() {
        let cases: [([Step], [String])] = [
            ([.down(0), .wait(599), .wait(600), .wait(5000)], ["single 0"]),
            ([.down(0), .down(400), .wait(5000)], ["double 0"]),
            ([.down(0), .down(700), .wait(5000)], ["single 0", "single 700"]),
            ([.down(0), .down(300), .down(600), .wait(5000)], ["double 0", "single 600"]),
            ([.down(0), .down(300), .down(600), .down(900)], ["double 0", "double 600"]),
            // Told twice, as another program listens too.
            ([.down(0), .down(10), .wait(600)], ["single 0"]),
            // The link ends in between.
            ([.down(0)], ["single 0"]),
        ]
        for (steps, expected) in cases { #expect(presses(steps, tellsRelease: false) == expected) }
    }

    @Test func `a tag that tells releases has long ones too`() {
        let cases: [([Step], [String])] = [
            ([.down(0), .wait(999), .wait(1000), .up(3000), .wait(9000)], ["long 0"]),
            ([.down(0), .up(1500), .wait(9000)], ["long 0"]),
            ([.down(0), .up(150), .wait(600)], ["single 0"]),
            ([.down(0), .up(150), .down(400), .up(500), .wait(9000)], ["double 0"]),
            ([.up(0), .down(100), .up(200), .wait(9000)], ["single 100"]),
        ]
        for (steps, expected) in cases { #expect(presses(steps, tellsRelease: true) == expected) }
    }

    @Test func `a tag that tells them apart itself is believed`() {
        #expect(presses([.told(.double, 0), .told(.long, 900)], tellsRelease: false) == ["double 0", "long 900"])
        #expect(presses([.down(0), .told(.double, 300), .wait(9000)], tellsRelease: false) == ["double 300"])
    }
}
