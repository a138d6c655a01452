import Messages
import Reminders
import Store
import Testing
import Tracking

@testable import History

/// What a worker tells the consoles of others.
@Suite struct WorkerNewsTests {
    private let start = ContinuousClock.now
    private let news = WorkerNews(worker: "ada", run: 7)

    private func fix(_ device: String, received: Int64) throws -> StoredFix {
        let coordinate = try Coordinate(latitude: 46, longitude: 14)
        let time = Timestamp(milliseconds: received)
        return StoredFix(
            device: DeviceID(owner: try Name("sam"), device: try Name(device)),
            fix: Fix(coordinate: coordinate, time: time), received: time
        )
    }

    private func add(_ fixes: [StoredFix]) {
        var batch = HistoryNews()
        batch.fixes = fixes
        news.add(batch)
    }

    @Test func `nothing is wanted or told while no worker has a console`() throws {
        #expect(news.wanted == [.alerts, .reminders])
        add([try fix("keys", received: 1)])
        #expect(news.take(at: start) == ([], []))
    }

    @Test func `the console of another worker is told whose fixes came when, as long as it is there`() throws {
        news.consoleIsThere("ben", at: start)
        #expect(news.wanted == [.alerts, .reminders, .fixes])
        add([try fix("keys", received: 5), try fix("bike", received: 6), try fix("keys", received: 9)])
        let (own, words) = news.take(at: start)
        #expect(own.isEmpty && words == ["fada 7 2\nsam bike 6 6 6 6 1\nsam keys 5 9 5 9 2"])
        #expect(news.take(at: start).words.isEmpty)
        let read = try #require(WorkerNews.read(String(words[0].dropFirst())))
        #expect(read.worker == "ada" && read.run == 7 && read.number == 2)
        #expect(read.stored.map(\.device.device.text) == ["bike", "keys"])
        #expect(read.stored.map(\.last.milliseconds) == [6, 9] && read.stored.map(\.count) == [1, 2])
        _ = news.take(at: start.advanced(by: .seconds(20)))
        #expect(news.wanted == [.alerts, .reminders])
    }

    @Test func `a console of its own is no other's, and has the fixes themselves`() throws {
        news.hasConsole = true
        news.consoleIsThere("ada", at: start)
        let fixes = [try fix("keys", received: 5)]
        add(fixes)
        let told = news.take(at: start)
        #expect(told.own == fixes && told.words.isEmpty)
    }

    @Test func `what is much goes in several, none of them longer than a notification may be`() throws {
        news.consoleIsThere("ben", at: start)
        add(try (0..<2000).map { try fix("tracker-\($0)", received: 1_767_000_000_000) })
        let words = news.take(at: start).words
        #expect(words.count > 5 && words.allSatisfy { $0.utf8.count < 8_000 })
        let read = words.compactMap { WorkerNews.read(String($0.dropFirst())) }
        #expect(Set(read.flatMap(\.stored).map(\.device)).count == 2000)
    }

    @Test func `now and then it says how far it has come, and what could not be told is told later`() throws {
        news.consoleIsThere("ben", at: start)
        #expect(news.take(isBeat: true, at: start).words == ["fada 7 1"])
        add([try fix("keys", received: 5)])
        let words = news.take(isBeat: true, at: start).words
        #expect(words == ["fada 7 2\nsam keys 5 5 5 5 1"])
        news.keep(words)
        add([try fix("bike", received: 6)])
        #expect(news.take(at: start).words == words + ["fada 7 3\nsam bike 6 6 6 6 1"])
        #expect(news.take(at: start).words == [])
    }

    @Test func `of what cannot be told for long the oldest goes, and an alert is told all the same`() throws {
        news.consoleIsThere("ben", at: start)
        var batch = HistoryNews()
        batch.alerts = [
            AlertRow(
                id: "1", device: DeviceID(owner: try Name("sam"), device: try Name("keys")), event: "raised",
                level: "warning", previous: "none", threshold: 20, distance: 25, confidence: 1,
                time: Timestamp(milliseconds: 1), episode: "1")
        ]
        news.add(batch)
        for number in 0..<150 {
            add([try fix("keys", received: Int64(number))])
            let words = news.take(at: start).words
            #expect(words.first == WorkerNews.alertWord)
            news.keep(words)
        }
        let words = news.take(at: start).words
        #expect(words.count == 101 && words.first == WorkerNews.alertWord)
        #expect(words.dropFirst().allSatisfy { $0 != WorkerNews.alertWord })
        news.keep(words)
        #expect(news.take(at: start.advanced(by: .seconds(20))).words == [WorkerNews.alertWord])
        #expect(news.take(at: start.advanced(by: .seconds(20))).words == [])
    }

    @Test func `that a reminder is told is told like an alert, whether anybody looks or not`() throws {
        var batch = HistoryNews()
        batch.reminders = [
            ReminderEventMessage(
                id: "1", event: .fired, owner: try Name("sam"), reminder: try Name("umbrella"),
                title: try ItemName("Umbrella"), colour: .blue, time: Timestamp(milliseconds: 1))
        ]
        news.add(batch)
        #expect(news.take(at: start).words == [WorkerNews.alertWord])
        #expect(news.take(at: start).words == [])
    }

    @Test func `a number that is too great ends no worker`() throws {
        let text = "ada 7 \(UInt64.max)\nsam keys 5 9 5 9 1000000"
        let one = try #require(WorkerNews.read(text)?.stored.first)
        #expect(one.joined(one).count == 1_000_000)
        for count in ["1000001", "9223372036854775807", "9223372036854775808", "0", "-1"] {
            let word = WorkerNews.read("ada 7 3\nsam keys 5 9 5 9 \(count)\nsam bike 5 9 5 9 1")
            #expect(word == WorkerNews.Word(worker: "ada", run: 7, number: 3, stored: []))
        }
    }

    @Test func `its own console is told when there was more than it can be given`() throws {
        news.hasConsole = true
        add(try (0..<10_001).map { try fix("keys", received: $0) })
        #expect(news.take(at: start).own.count == 10_000)
        #expect(news.takeMissedOwn() && !news.takeMissedOwn())
    }

    @Test(
        arguments: [
            "", "ada 7 1\nsam keys 5", "ada 7 1\nsam keys 9 5 5 9 1",
            "ada 7 1\nsam keys 5 9 9 5 1",
            "ada 7 1\n! keys 5 9 5 9 1",
            "ada 7 1\nsam keys 5 9 5 9 0", "ada 7 1\nsam keys 5 9 1",
            "ada 7\nsam keys 5 9 5 9 1", "ada\nsam keys 5 9",
        ])
    func `what cannot be read is left out`(text: String) { #expect(WorkerNews.read(text)?.stored ?? [] == []) }
}
