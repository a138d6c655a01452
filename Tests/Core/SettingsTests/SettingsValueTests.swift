import Settings
import Testing
import Tracking

private enum Key: String, SettingsKey {
    case name, speed, count, flag, duration, share, start, words, list, position
    case reportEvery = "report-every"
}

private enum Colour: String, CaseIterable { case red, green, blue }

/// The section that a text is, in a file called `x.yaml`.
private func section(_ text: String) throws -> SettingsSection<Key> {
    try SettingsFile(name: "x.yaml", text: text).root(Key.self)
}

struct SettingsValueTests {
    @Test func `every type is read from a scalar`() throws {
        let section = try section(
            """
            # comment
            name: Keys left at the café
            speed: 1.4
            count: 42
            flag: yes
            duration: 5m10s
            share: 5%
            start: 2026-05-01T09:00:00+02:00
            words: green
            list: [1, two]
            position: [46.0569, 14.5058]
            """
        )
        #expect(try section.required(.name).string() == "Keys left at the café")
        #expect(try section.required(.speed).number() == 1.4)
        #expect(try section.required(.count).integer() == 42)
        #expect(try section.required(.flag).flag())
        #expect(try section.required(.duration).duration() == .seconds(310))
        #expect(try section.required(.share).percentage() == 0.05)
        #expect(try section.required(.start).timestamp() == Timestamp("2026-05-01T07:00:00Z"))
        #expect(try section.required(.words).word(Colour.self) == .green)
        #expect(try section.required(.list).list().map { try $0.string() } == ["1", "two"])
        #expect(try section.required(.position).coordinate() == Coordinate(latitude: 46.0569, longitude: 14.5058))
        #expect(section[.reportEvery] == nil)
    }

    @Test(arguments: [
        ("seed: 1\n\ntracker: 3", "x.yaml:1: unknown key 'seed', did you mean 'speed'?"),
        ("name: x\nreport_every: 3", "x.yaml:2: unknown key 'report_every', did you mean 'report-every'?"),
        ("name: x\nname: y", "x.yaml:1: key 'name' is given twice"),
        ("name: x\nspeed: [", "x.yaml:2: this is no YAML: a value is expected, and the end of what '[' or '{' began"),
        ("name: x\nspeed: [1", "x.yaml:2: this is no YAML: ',' or ']' is expected in a list"),
        ("name: x\nspeed: {a: 1", "x.yaml:2: this is no YAML: ',' or '}' is expected in a mapping"),
        ("name: x\n\tspeed: 1", "x.yaml:2: this is no YAML: "),
        ("name: x\n---\nname: y", "x.yaml:2: this is no YAML: one document is expected"),
        ("name: \u{1}", "x.yaml:1: this is no YAML: text is expected, found a control character"),
        ("name: *nobody", "x.yaml:1: this is no YAML: a name that '&' has given above is expected behind '*'"),
        ("name: a: b", "x.yaml:1: this is no YAML: one ': ' in a line is expected"),
        ("name: 'a", "x.yaml:1: this is no YAML: the quote that ends a text is expected"),
        ("name: x\nspeed", "x.yaml:2: this is no YAML: ': ' is expected behind a key"),
        ("name: - y", "x.yaml:1: this is no YAML: '- ' is expected at the beginning"),
        ("name: x\n speed: 1", "x.yaml:2: this is no YAML: one ': ' in a line is expected"),
        ("name: @x", "x.yaml:1: this is no YAML: a value in quotes is expected"),
        ("", "x.yaml: the file is empty: keys such as name, speed or count are expected"),
        ("# nothing\n", "x.yaml: the file is empty"),
        ("- a\n- b", "x.yaml:1: the file is a list: a mapping (key: value) is expected"),
        ("just words", "x.yaml:1: the file is 'just words': a mapping (key: value) is expected"),
        ("[a, b]: 3", "x.yaml:1: a key is one word, not a list or a mapping"),
        ("<<: 3", "x.yaml:1: '<<' is followed by a mapping or a list of them"),
    ])
    func `a text that is no section is refused with its place`(text: String, sentence: String) {
        #expect(throws: SettingsError.self) { try section(text) }
        #expect(errorText { _ = try section(text) }.hasPrefix(sentence))
    }

    @Test(arguments: [
        ("fast", "'speed' is 'fast': a number from 0 to 10 m/s is expected"),
        ("11", "'speed' is '11': a number from 0 to 10 m/s is expected"),
        ("0x10", "'speed' is '0x10': a number from 0 to 10 m/s is expected"),
        ("nan", "'speed' is 'nan': a number from 0 to 10 m/s is expected"),
        ("1e400", "'speed' is '1e400': a number from 0 to 10 m/s is expected"),
        ("", "'speed' is empty: a number from 0 to 10 m/s is expected"),
        ("[1]", "'speed' is a list: a number from 0 to 10 m/s is expected"),
        ("{a: 1}", "'speed' is a mapping: a number from 0 to 10 m/s is expected"),
    ])
    func `a number that cannot be is refused`(text: String, sentence: String) throws {
        let value = try section("name: x\nspeed: \(text)").required(.speed)
        #expect(errorText { _ = try value.number(in: 0...10, unit: "m/s") } == "x.yaml:2: \(sentence)")
    }

    @Test func `other types say what they expect`() throws {
        let section = try section("name: 'a\n\n  b'\ncount: 1.5\nposition: [95, 14]\nlist: 3\nflag: maybe")
        #expect(
            errorText { _ = try section.required(.name).name() }
                == "x.yaml:1: 'name' is 'a b': a name of 1 to 64 letters, digits, '_' or '-' is expected"
        )
        #expect(
            errorText { let _: Int = try section.required(.count).integer(in: 0...9) }
                == "x.yaml:4: 'count' is '1.5': a whole number from 0 to 9 is expected"
        )
        #expect(
            errorText { _ = try section.required(.position).coordinate() }
                == "x.yaml:5: latitude 95.0 is outside -90 to 90"
        )
        #expect(errorText { _ = try section.required(.list).list() } == "x.yaml:6: 'list' is '3': a list is expected")
        #expect(
            errorText { _ = try section.required(.flag).word(Colour.self) }
                == "x.yaml:7: 'flag' is 'maybe': one of red, green or blue is expected"
        )
        #expect(errorText { _ = try section.required(.start) } == "x.yaml:1: 'start' is missing")
        #expect(
            errorText { try section.allow([.name, .count], with: "'drop'") }
                == "x.yaml:7: 'flag' does not go with 'drop'"
        )
    }

    @Test func `what is merged in stands behind the section's own keys`() throws {
        let section = try section("list:\n  - &base {name: base, speed: 1}\n<<: *base\nname: own")
        #expect(try section.required(.name).string() == "own")
        #expect(try section.required(.speed).number() == 1)
    }

    @Test(arguments: ["trackers.yaml", "/"])
    func `a file that cannot be read says so`(path: String) {
        #expect(throws: SettingsError.self) { try SettingsFile(path: path) }
    }
}

/// What an error says; empty when there is none.
func errorText(_ body: () throws -> Void) -> String {
    do {
        try body()
        return ""
    } catch {
        return "\(error)"
    }
}
