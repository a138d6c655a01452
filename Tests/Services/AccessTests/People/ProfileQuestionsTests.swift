import GRDB
import Synchronization
import Testing
import Tracking

@testable import Access
@testable import Store

/// How long it takes to look at somebody tells nothing: as much is asked of the database whoever it is.
@Suite struct ProfileQuestionsTests {
    @Test func `as many questions are asked of somebody who is not there as of anybody`() throws {
        let people = try PeopleBench("viewer", "open", "closed", "friend")
        try people.write("open", "Open", shown: [.name])
        try people.write(
            "closed", "Closed", shown: [], entries: [ProfileEntry(section: .work, kind: .phone, value: "1")])
        try people.connect("viewer", "friend")
        let asked = Mutex<[String]>([])
        var configuration = Configuration()
        configuration.prepareDatabase { database in
            database.trace { event in
                // What stands there after all parameters are filled in differs by the names alone.
                if case .statement(let statement) = event { asked.withLock { $0.append(statement.sql) } }
            }
        }
        let queue = try DatabaseQueue(path: people.bench.path, configuration: configuration)
        let questions = try ["open", "closed", "friend", "nobody"].map { name in
            asked.withLock { $0 = [] }
            try queue.read { database in
                _ = try SQLSession(database).person(Name(name), for: Name("viewer"), at: people.at(1)).view
            }
            return asked.withLock(\.self)
        }
        #expect(Set(questions).count == 1)
        #expect(questions[0].count { $0.hasPrefix("SELECT") } == 5)
    }
}
