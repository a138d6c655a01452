import Bluetooth
import Settings
import TestSupport
import Testing

struct TagProfileFuzzTests {
    private static let pieces = [
        "recognise:", "gatt:", "bluetooth:", " {", "}", " [", "]", ", ", "\n  ", "\n- ", "\n", "name: ", "service: ",
        "service-data: ", "manufacturer: ", "format: ", "uuid: ", "company: ", "data: ", "mask: ", "length: ",
        "major: ",
        "ring: ", "battery: ", "button: ", "silence: ", "presence: ", "value: ", "stop: ", "characteristic: ",
        "lasts: ",
        "standard", "ibeacon", "dult", "eddystone", "namespace: ", "1802", "00 01", "FF", "true", "5s", "iTAG*", "*",
        "é",
        "-1", "\"", "~",
    ]

    @Test func `no text makes the reader crash`() {
        var generator = SeededGenerator(seed: 5)
        var read = 0
        for _ in 0..<5000 {
            let count = Int.random(in: 0..<16, using: &generator)
            let text = (0..<count).compactMap { _ in Self.pieces.randomElement(using: &generator) }.joined()
            let sentence = errorText { _ = try TagProfile(SettingsFile(name: "x.yaml", text: "model: X\n" + text)) }
            #expect(sentence.isEmpty || sentence.hasPrefix("x.yaml"))
            #expect(!sentence.contains("\n"))
            if sentence.isEmpty { read += 1 }
        }
        #expect(read > 100)
    }
}
