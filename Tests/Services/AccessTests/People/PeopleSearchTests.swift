import StoreSupport
import TestSupport
import Testing
import Tracking

@testable import Access

/// The search for people and groups, which finds the same on both engines.
@Suite(.onBothEngines) struct PeopleSearchTests {
    private let people: PeopleBench
    private let viewer: Name

    init() throws {
        people = try PeopleBench("viewer", "a", "b", "c", "d", "e")
        viewer = try Name("viewer")
    }

    private func find(_ text: String, as name: String = "viewer") throws -> [String] {
        try people.access.peopleSearch.find(text, for: Name(name), at: people.at(1)).map { hit in
            switch hit {
            case .person(let person): person.account.text
            case .group(let group): "group \(group.id)"
            }
        }
    }

    @Test func `P-13 all words have to be there, by their beginnings, wherever they are shown`() throws {
        try people.write("a", "Anna Müller", town: "Zürich", school: "ETH", employer: "Bäckerei Süß")
        try people.write("b", "Anna Meier", town: "Bern")
        #expect(try find("anna") == ["b", "a"])
        #expect(try find("ANNA mull") == ["a"])
        #expect(try find("anna zurich") == ["a"])
        #expect(try find("suss eth") == ["a"])
        #expect(try find("anna bern zurich") == [])
        #expect(try find("nna") == [])
    }

    @Test func `P-13 a phrase in quotes has to stand there word for word`() throws {
        try people.write("a", "Anna Maria Muster")
        try people.write("b", "Maria Anna Muster")
        #expect(try find("\"anna maria\"") == ["a"])
        #expect(try find("„maria anna“ muster") == ["b"])
        #expect(try find("\"anna mar\"") == [])
        #expect(try find("\"maria muster") == ["a"])
    }

    @Test func `P-13 the best come first: the name before the rest, whole words before beginnings, mine before all`()
        throws
    {
        try people.write("a", "Zed", town: "Marburg")
        try people.write("b", "Zed", town: "Mar")
        try people.write("c", "Zed Marburg")
        try people.write("d", "Zed Mar")
        try people.write("e", "Zed", town: "Marburg", shown: [])
        #expect(try find("mar") == ["d", "c", "b", "a"])
        try people.connect("viewer", "e")
        #expect(try find("mar") == ["e", "d", "c", "b", "a"])
        try people.connect("viewer", "b")
        #expect(try find("mar") == ["b", "e", "d", "c", "a"])
    }

    @Test func `P-13 groups are found with people: open ones by everybody, one's own always`() throws {
        try people.write("a", "Alpine Anna")
        try people.group("open", "Alpine Club", isOpen: true, description: "Hikers of Bern", ["a": TrustLevel()])
        try people.group("closed", "Alpine Friends", isOpen: false, ["b": TrustLevel()])
        #expect(try find("alpine") == ["a", "group open"])
        #expect(try find("hikers") == ["group open"])
        #expect(try find("alpine", as: "b") == ["group closed", "a", "group open"])
        try people.access.database.write { session in
            try session.makeFindable(group: "open", name: "Alpine Club", description: "", isOpen: false)
        }
        #expect(try find("hikers") == [])
    }

    @Test func `what is not shown is not found, nor by its absence`() throws {
        try people.write(
            "a", "Anna", town: "Bern", employer: "Secret", shown: [.name, .town],
            entries: [ProfileEntry(section: .personal, kind: .phone, value: "4711")]
        )
        try people.write("b", "Berta", town: "Bern", shown: [])
        #expect(try find("bern") == ["a"])
        #expect(try find("secret") == [] && find("4711") == [] && find("berta") == [] && find("c") == [])
        try people.write("a", "Anna", town: "Bern", shown: [])
        #expect(try find("anna") == [] && find("bern") == [])
        #expect(try people.bench.count("SELECT count(*) FROM found") == 0)
    }

    @Test func `a profile that is changed is found by what it says now`() throws {
        try people.write("a", "Anna")
        try people.write("a", "Berta")
        #expect(try find("anna") == [] && find("berta") == ["a"])
    }

    @Test func `who lets themselves be found by mail is found by the whole address, which is shown to nobody`() throws {
        let entries = [ProfileEntry(section: .personal, kind: .mail, value: "Anna.M@Example.org")]
        try people.write("a", "Zoe", shown: [.name, .mail], entries: entries)
        try people.write("b", "Zoe", shown: [.name], entries: entries)
        #expect(try find("anna.m@example.ORG ") == ["a"])
        #expect(try find("anna.m@example") == [] && find("anna") == [] && find("example") == [])
        #expect(try people.see("a", as: "viewer")?.entries == [])
    }

    @Test func `a word of one letter is found as a whole only`() throws {
        try people.write("a", "Anna B Muster")
        try people.write("b", "Berta")
        #expect(try find("b") == ["a"])
        #expect(try find("be") == ["b"])
    }

    @Test func `at most fifty are found`() throws {
        try people.access.database.write { session in
            for number in 0..<120 {
                let name = try Name("m\(number)")
                try session.add(name, isAdministrator: false, at: people.at(0))
                let profile = Profile(name: "Mara \(number)", town: "Marburg", shown: [.name, .town])
                try session.replaceProfile(of: name, by: profile, at: people.at(0))
            }
        }
        #expect(try find("mar").count == 50)
        #expect(try find("mara marburg").count == 50)
        #expect(try find("mara 119") == ["m119"])
    }

    @Test func `names in any script are found`() throws {
        try people.write("a", "李小龍")
        try people.write("b", "نعمی کریمی")
        try people.write("c", "हिन्दी नाम")
        try people.write("d", "Ελευθέριος")
        try people.write("e", "O'Neil; DROP TABLE found;")
        #expect(try find("李小") == ["a"] && find("کریمی") == ["b"] && find("हिन्") == ["c"] && find("ελευθεριοσ") == ["d"])
        #expect(try find("o'neil") == ["e"] && find("drop table") == ["e"])
    }

    @Test func `nothing that is typed is syntax of the index`() throws {
        try people.write("a", "Anna AND NEAR NOT OR name")
        let operators = [
            "AND", "OR", "NOT", "NEAR(", ")", "(", "*", "^", ":", "name", "more", "-", "+", "\"", "'", "{", "}", "!",
            "&",
            "|", "<->", "\\", ";", "%", "_", "anna", "\u{0}", "é", "<b>", "found_words", ",",
        ]
        var generator = SeededGenerator(seed: 21)
        for _ in 0..<300 {
            let count = Int.random(in: 0...8, using: &generator)
            let words = (0..<count).map { _ in operators.randomElement(using: &generator) ?? "" }
            let text = words.joined(separator: Bool.random(using: &generator) ? " " : "")
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            for query in [text, String(decoding: bytes, as: UTF8.self)] where PeopleSearch.accepts(query) {
                let found = try find(query)
                #expect(found == [] || found == ["a"], "\(query)")
            }
        }
        #expect(try find("anna AND") == ["a"] && find("NOT anna") == ["a"] && find("name") == ["a"])
        #expect(try find("more") == [] && find("anna*") == ["a"] && find("name:anna") == ["a"])
    }

    @Test func `whatever letters and digits a word is of, it is found whole and by each of its beginnings`() throws {
        var generator = SeededGenerator(seed: 5)
        let signs = Array("abex019éßд李ن")
        for _ in 0..<40 {
            let word = String(
                (0..<Int.random(in: 2...9, using: &generator)).map { _ in
                    signs.randomElement(using: &generator) ?? "a"
                }
            )
            try people.write("a", "Zed \(word)", town: "x\(word)")
            for length in 2...word.count { #expect(try find(String(word.prefix(length))) == ["a"], "\(word)") }
            #expect(try find("\"zed \(word)\"") == ["a"] && find("x\(word)") == ["a"], "\(word)")
            #expect(try find("\(word)q") == [], "\(word)")
        }
    }

    @Test func `a query that is too long is refused`() throws {
        for text in ["", String(repeating: "a", count: 101), "1 2 3 4 5 6 7 8 9"] {
            let error = #expect(throws: AccessError.self) { try find(text) }
            guard case .people(.badText("q", _)) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        #expect(try find("?!") == [])
    }

    @Test func `where accounts are taken over, what can be found is made anew`() throws {
        try people.write("a", "Anna", town: "Bern")
        try people.group("open", "Anna's Club", isOpen: true, ["b": TrustLevel()])
        try people.group("closed", "Anna's Friends", isOpen: false, ["b": TrustLevel()])
        let other = try AccessBench()
        _ = try other.access.takeOver(people.access)
        let found = try other.access.peopleSearch.find("anna", for: viewer, at: people.at(1))
        #expect(found.count == 2)
        #expect(try other.access.profiles.profile(of: Name("a")).town == "Bern")
    }
}
