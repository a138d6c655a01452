import Settings
import Testing

private enum Key: String, SettingsKey { case name, list, base }

struct SettingsFuzzTests {
    @Test func `no text makes the reader crash`() {
        let pieces = [
            "name: ", "list:\n", "- ", "[", "]", "{", "}", "&a ", "*a", "<<: ", "\n", "  ", "\t", "\"", "'", "|", ">",
            "%", "@",
            "? ", ": ", "---\n", "...\n", "!!str ", "\\x", "\u{0}", "\u{FEFF}", "é", "💥", "#", "1", "~", "\r",
        ]
        var generator = FuzzGenerator(seed: 7)
        for _ in 0..<5000 {
            let count = Int.random(in: 0..<25, using: &generator)
            let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &generator)] }.joined()
            expectOneSentence(SettingsFile(name: "x.yaml", text: text))
        }
    }

    @Test(arguments: ["[", "{a: ", "- ", "? ", "&a [*a, "])
    func `deep nesting is refused, not followed`(piece: String) {
        expectOneSentence(SettingsFile(name: "x.yaml", text: String(repeating: piece, count: 100_000)))
    }

    /// Whatever the file says, reading ends with a section or one line that names the file.
    private func expectOneSentence(_ file: SettingsFile) {
        let text = errorText {
            let section = try file.root(Key.self)
            for key in section.keys { try section[key]?.list().forEach { _ = try $0.string() } }
        }
        #expect(text.isEmpty || text.hasPrefix("x.yaml"))
        #expect(!text.contains("\n"))
    }
}

/// A small generator with a seed, so that a failure can be seen again.
struct FuzzGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
