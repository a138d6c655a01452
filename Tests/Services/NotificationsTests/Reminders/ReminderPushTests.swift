import Access
import Foundation
import Messages
import ServerSupport
import TestSupport
import Testing
import Tracking

@testable import Notifications

/// Reminders in the browsers of those whom they are for.
extension PushTests {
    private func told(
        _ bench: Bench, to accounts: [String], _ events: [ReminderEventMessage], count: Int
    ) async throws -> [String: [[String: any Sendable]]] {
        let browsers = accounts.map { ($0, Browser("/\($0)")) }
        for (account, browser) in browsers { try browser.subscribe(at: bench.server, bench.access, of: account) }
        try await bench.run {
            bench.service.receive(events)
            try await eventually { bench.server.requests.count == count }
        }
        return Dictionary(uniqueKeysWithValues: try browsers.map { ($0.0, try $0.1.read(bench.server)) })
    }

    @Test func `R-4 a reminder comes to its owner and those it is shared with, with buttons for who may answer it`()
        async throws
    {
        try await withBench { bench in
            try bench.account("sam")
            try bench.account("kim", "sam=history")
            for (name, grant) in [("lee", "sam=command"), ("pat", "sam=history:area"), ("max", "sam=last")] {
                try bench.access.add(
                    Name(name), isAdministrator: false, grants: [try Grant(written: grant)], at: Fixture.start
                )
            }
            let accounts = ["sam", "kim", "lee", "pat", "max", "boss"]
            let told = try await told(bench, to: accounts, [try Fixture.reminder()], count: 3)
            #expect(told.mapValues(\.count) == ["sam": 1, "kim": 1, "lee": 1, "pat": 0, "max": 0, "boss": 0])
            let buttons = ["sam", "kim", "lee"].map { (told[$0]?.first?["actions"] as? [[String: String]])?.count }
            #expect(buttons == [3, nil, 3])
            let text = try #require(told["sam"]?.first)
            #expect(text["title"] as? String == "Take the umbrella" && text["quiet"] as? Bool == false)
            #expect(text["reminder"] as? String == "sam/umbrella" && told["kim"]?.first?["reminder"] == nil)
            let event = try Fixture.reminder().id
            #expect(text["event"] as? String == event && told["kim"]?.first?["event"] == nil)
            #expect(text["link"] as? String == "/reminders/sam/umbrella")
            let requests = bench.server.requests
            #expect(requests.allSatisfy { $0.headers["urgency"] == "high" && $0.headers["ttl"] == "3600" })
            #expect(Set(requests.map { $0.headers["topic"] }).count == 1)
        }
    }

    @Test func `R-4 administrators are told the reminders of owners without an account, and not those of others`()
        async throws
    {
        try await withBench { bench in
            try bench.account("sam")
            let events = [try Fixture.reminder(), try Fixture.reminder(owner: "house")]
            let told = try await told(bench, to: ["boss", "sam"], events, count: 2)
            #expect(told["boss"]?.compactMap { $0["tag"] as? String } == ["reminder/house/umbrella"])
            #expect(told["sam"]?.compactMap { $0["tag"] as? String } == ["reminder/sam/umbrella"])
        }
    }

    @Test func `R-4 without accounts each browser is told, and of an answer none is`() async throws {
        try await withBench { bench in
            let browser = Browser("/1")
            try browser.subscribe(at: bench.server, bench.access, of: nil)
            try await bench.run {
                bench.service.receive([try Fixture.reminder()])
                try await eventually { bench.server.requests.count == 1 }
                bench.service.receive([try Fixture.reminder(.snoozed, after: 5, until: 605)])
                bench.service.receive([try Fixture.reminder(.repeated, after: 605)])
                try await eventually { bench.server.requests.count == 2 }
            }
            #expect(try browser.titles(bench.server) == ["Take the umbrella", "Take the umbrella"])
            let again = try #require(try browser.read(bench.server).last?["body"] as? String)
            #expect(again.hasPrefix("It was put off, and its conditions still hold.\nWeather: rain"))
        }
    }

    @Test func `R-4 in a browser's quiet hours a reminder comes without a sound`() async throws {
        try await withBench { bench in
            let browser = Browser("/1")
            let device = try browser.subscribe(at: bench.server, bench.access, of: nil)
            _ = try bench.access.setQuietHours(QuietHours("22:00-07:00"), ofPushDevice: device.id, of: nil)
            try await bench.run {
                bench.service.receive([try Fixture.reminder()])
                try await eventually { bench.server.requests.count == 1 }
            }
            #expect(try browser.read(bench.server).map { $0["quiet"] as? Bool } == [true])
        }
    }
}
