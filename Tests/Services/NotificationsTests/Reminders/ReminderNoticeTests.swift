import Foundation
import Messages
import Reminders
import TestSupport
import Testing
import Tracking

@testable import Notifications

/// What is told of reminders, in words and in bytes.
struct ReminderNoticeTests {
    private static let pages = "https://home.example"

    private func text(_ event: ReminderEventMessage) -> NoticeText {
        NoticeText(Notice(event), pages: Self.pages, at: Fixture.start)
    }

    @Test func `its name is the title, and the reasons are the text, with whom the forecast is from`() throws {
        let text = text(try Fixture.reminder())
        #expect(text.title == "Take the umbrella")
        #expect(
            text.lines == [
                "Weather: rain, 12.5 °C from 15:00. Weather data by Open-Meteo.com (CC BY 4.0)",
                "Item: not with its owner",
            ]
        )
        #expect(text.link == "https://home.example/reminders/sam/umbrella")
    }

    @Test func `one that was put off says so, and what somebody has done with it is said, too`() throws {
        #expect(try text(Fixture.reminder(.repeated)).title == "Take the umbrella")
        #expect(
            try text(Fixture.reminder(.repeated)).lines.first == "It was put off, and its conditions still hold."
        )
        let next = "It is told again when its conditions come true the next time."
        #expect(try text(Fixture.reminder(.dismissed)).title == "Take the umbrella is dismissed")
        #expect(try text(Fixture.reminder(.dismissed)).lines == [next])
        #expect(try text(Fixture.reminder(.snoozed)).title == "Take the umbrella is put off")
        #expect(try text(Fixture.reminder(.snoozed)).lines == [next])
        #expect(
            try text(Fixture.reminder(.snoozed, after: 30, until: 630)).lines
                == ["It is told again 10 min later, if its conditions hold then."]
        )
    }

    @Test func `without reasons there is a text all the same`() throws {
        var event = try Fixture.reminder()
        event.why = []
        #expect(text(event).lines == ["All of its conditions have come true."])
    }

    @Test(arguments: ["rain\r\nor snow", "rain\u{1B}or snow", "rain\u{202E}or snow", "rain\u{2028}or snow"])
    func `what a calendar or a server says makes no lines of its own, and turns none around`(_ words: String) throws {
        var event = try Fixture.reminder()
        event.why = [FindingMessage(kind: .availability, verdict: .holds, text: words)]
        #expect(text(event).lines == ["Calendar: rain or snow"])
    }

    @Test(arguments: ReminderEventMessage.Event.allCases)
    func `it is kept as it is`(_ kind: ReminderEventMessage.Event) throws {
        let notice = Notice(try Fixture.reminder(kind, until: kind == .snoozed ? 600 : nil))
        #expect(try Notice(payload: notice.payload) == notice)
        #expect(notice.isRise == !kind.isAnswer && notice.isAnswer == kind.isAnswer)
    }

    @Test func `its names are its own, however long they are and whatever others are called`() throws {
        let long = String(repeating: "r", count: 64)
        let notice = Notice(try Fixture.reminder(reminder: long))
        #expect(notice.alert.tracker.text == "reminder-\(long.prefix(55))")
        #expect(notice.place == "reminder/sam/\(long)")
        #expect(Notice.reminder(at: notice.place) == notice.reminderID)
        #expect(try Notice.reminder(at: Fixture.raised().place) == nil)
        #expect(Notice.reminder(at: "lost/sam/bag") == nil && Notice.reminder(at: "reminder/sam/a/b") == nil)
        // Without something between that is in no name, these would be one.
        let one = Notice(try Fixture.reminder(owner: "a-b", reminder: "c"))
        let other = Notice(try Fixture.reminder(owner: "a", reminder: "b-c"))
        #expect(one.alert.episode == "reminder/a-b/c" && other.alert.episode == "reminder/a/b-c")
    }

    @Test func `a webhook gets this JSON`() throws {
        let body = WebhookBody(Notice(try Fixture.reminder()), pages: Self.pages)
        let expected =
            #"{"_type":"notification","alert":"reminder-001777626000000-sam-umbrella-fired","confidence":1,"#
            + #""distance":"less than 1 m","distance_m":0,"episode":"reminder/sam/umbrella","event":"raised","#
            + #""id":"reminder-001777626000000-sam-umbrella-fired","item":"Take the umbrella","level":"warning","#
            + #""link":"https://home.example/reminders/sam/umbrella","owner":"sam","previous":"none","#
            + #""reminder":{"colour":"violet","event":"fired","id":"umbrella","name":"Take the umbrella","#
            + #""why":[{"kind":"weather","source":"Weather data by Open-Meteo.com (CC BY 4.0)","#
            + #""text":"rain, 12.5 °C from 15:00","verdict":"holds"},"#
            + #"{"kind":"thing","text":"not with its owner","verdict":"holds"}]},"repetition":0,"#
            + #""text":"Weather: rain, 12.5 °C from 15:00. Weather data by Open-Meteo.com (CC BY 4.0)\n"#
            + #"Item: not with its owner","threshold_m":0,"time":"2026-05-01T09:00:00.000Z","#
            + #""title":"Take the umbrella","tracker":"reminder-umbrella"}"#
        #expect(String(decoding: body.encoded(), as: UTF8.self) == expected)
    }

    @Test func `what was done with it comes to a webhook by the same key`() throws {
        let snoozed = Notice(try Fixture.reminder(.snoozed, after: 30, until: 630))
        let body = String(decoding: WebhookBody(snoozed, pages: nil).encoded(), as: UTF8.self)
        #expect(body.contains(#""event":"cleared""#) && body.contains(#""level":"none","owner""#))
        #expect(
            body.contains(
                #""reminder":{"colour":"violet","event":"snoozed","id":"umbrella","name":"Take the umbrella","#
                    + #""until":"2026-05-01T09:10:30.000Z","why":[]}"#
            )
        )
    }

    @Test func `ntfy is told priority and tag, and has a button that opens its page and takes no credential along`()
        throws
    {
        func headers(_ kind: ReminderEventMessage.Event, _ pages: String?) throws -> [String] {
            let notice = Notice(try Fixture.reminder(kind))
            let text = NoticeText(notice, pages: pages, at: Fixture.start)
            return NtfyChannel.headers(notice, text).map { "\($0.name): \($0.value)" }
        }
        let link = "https://home.example/reminders/sam/umbrella"
        #expect(
            try headers(.fired, Self.pages) == [
                "Title: Take the umbrella", "Priority: 4", "Tags: alarm_clock", "Click: \(link)",
                "Actions: view, Dismiss or snooze, \(link), clear=true",
            ]
        )
        #expect(
            try headers(.dismissed, Self.pages) == [
                "Title: Take the umbrella is dismissed", "Priority: 2", "Tags: white_check_mark", "Click: \(link)",
            ]
        )
        #expect(try headers(.fired, nil).count == 3)
        // An address that would be several parts has no button.
        #expect(try headers(.fired, "https://home.example/a,b").count == 4)
    }

    @Test func `a mail is these bytes`() throws {
        let now = Fixture.start.advanced(by: .seconds(130))
        let notice = Notice(try Fixture.reminder())
        let message = MailMessage(notice, pages: Self.pages, of: try MailMessageTests.mail(), at: now)
        let lines = [
            "Date: Fri, 1 May 2026 09:02:10 +0000",
            "From: Tagalong <tagalong@home.example>",
            "To: sam@example.org,",
            " alex@example.org",
            "Subject: Take the umbrella",
            "Message-ID: <reminder-001777626000000-sam-umbrella-fired@home.example>",
            "In-Reply-To: <reminder/sam/umbrella@home.example>",
            "References: <reminder/sam/umbrella@home.example>",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "",
            "Weather: rain, 12.5 =C2=B0C from 15:00. Weather data by Open-Meteo.com (CC =",
            "BY 4.0)",
            "Item: not with its owner",
            "",
            "Dismiss or snooze it:",
            "https://home.example/reminders/sam/umbrella",
            "",
        ]
        #expect(String(decoding: message.encoded, as: UTF8.self) == lines.joined(separator: "\r\n"))
    }

    @Test func `a browser shows this, with buttons for who may answer it only`() throws {
        let notice = Notice(try Fixture.reminder())
        let text = PushText(notice, isByArea: false, isQuiet: false, lost: 2, canAnswer: true)
        let expected =
            #"{"actions":[{"action":"dismiss","title":"Dismiss"},{"action":"snooze","title":"Snooze 10 min"},"#
            + #"{"action":"later","title":"Next time"}],"alert":"reminder-001777626000000-sam-umbrella-fired","#
            + #""body":"Weather: rain, 12.5 °C from 15:00. Weather data by Open-Meteo.com (CC BY 4.0)\n"#
            + #"Item: not with its owner","event":"001777626000000-sam-umbrella-fired","#
            + #""link":"/reminders/sam/umbrella","lost":2,"quiet":false,"#
            + #""reminder":"sam/umbrella","tag":"reminder/sam/umbrella","time":1777626000000,"#
            + #""title":"Take the umbrella"}"#
        #expect(String(decoding: text.encoded(), as: UTF8.self) == expected)
        let other = PushText(notice, isByArea: false, isQuiet: true, lost: nil)
        #expect(other.reminder == nil && other.actions == nil && other.quiet)
    }

    @Test func `five long reasons fit into a message to a browser`() throws {
        var event = try Fixture.reminder()
        let kinds: [Conditions.Kind] = [.time, .weather, .availability, .place, .thing]
        event.why = kinds.map {
            FindingMessage(kind: $0, verdict: .holds, text: String(repeating: "\u{1F327}", count: 500))
        }
        let text = PushText(Notice(event), isByArea: false, isQuiet: false, lost: 2, canAnswer: true)
        #expect(text.encoded().count <= 3993)
    }

    @Test func `what is put off in pages, and by browsers without one, is so for as long as elsewhere`() throws {
        let seconds = ReminderButton.pause.components.seconds
        let files = packageRoot.appending(path: "Sources/Web/Pages/Files")
        for (file, text) in [
            ("worker.js", "snooze: { path: \"snooze\", body: { for_s: \(seconds) }"),
            ("scripts/answers.js", "const pause = \(seconds);"),
        ] {
            let script = try String(contentsOf: files.appending(path: file), encoding: .utf8)
            #expect(script.contains(text), "\(file)")
        }
        #expect(ReminderButton.snooze.label == "Snooze \(seconds / 60) min")
    }

    @Test func `pages and browsers have the same buttons in the same order, from one list each`() throws {
        let files = packageRoot.appending(path: "Sources/Web/Pages/Files")
        let wanted = ReminderButton.allCases.map(\.rawValue)
        let pages = try String(contentsOf: files.appending(path: "scripts/answers.js"), encoding: .utf8)
        #expect(pages.matches(of: #/action: "([a-z]+)"/#).map { String($0.1) } == wanted)
        let worker = try String(contentsOf: files.appending(path: "worker.js"), encoding: .utf8)
        #expect(worker.matches(of: #/(?m)^    ([a-z]+): \{ path: "/#).map { String($0.1) } == wanted)
        for file in ["notify.js", "reminders/standing.js", "reminders/notice.js"] {
            let script = try String(contentsOf: files.appending(path: "scripts/\(file)"), encoding: .utf8)
            #expect(script.contains("import { answers } from \"") && !script.contains("for_s"), "\(file)")
        }
    }

    @Test func `each button says what it wants of the reminder`() {
        let now = Fixture.start
        #expect(
            ReminderButton.allCases.map { $0.action(at: now) } == [
                .dismiss, .snooze(until: now.advanced(by: .seconds(600))), .snooze(until: nil),
            ]
        )
    }
}
