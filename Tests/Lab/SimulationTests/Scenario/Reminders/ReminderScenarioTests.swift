import Calendars
import CivilTime
import Foundation
import Messages
import Reminders
import Settings
import Testing
import Tracking

@testable import Simulation

/// Reminders of scenarios, and what they may ask for.
struct ReminderScenarioTests {
    private let directory: PathDirectory

    init() throws { directory = try PathDirectory() }

    static let home = """
        name: Walk
        owners: [{id: sam, path: paths/walk.csv}]
        trackers: [{id: umbrella, owner: sam, with: sam, rules: {places: [{name: Home, at: [46, 14], radius-m: 50}]}}]

        """

    @Test func `a reminder with a condition of each kind is read`() throws {
        let scenario = try directory.scenario(
            Self.home + """
                reminders:
                  - id: rain
                    name: Take the umbrella
                    colour: violet
                    enabled: false
                    time: {from: "22:30", to: sunrise+1h30m, days: [mon, friday], zone: Europe/Ljubljana}
                    weather: {sky: rain, temperature-below: 12.5, chance-above: 60%, within: 8h, place: {place: Home}}
                    availability: {begins-within: 5h, word: train}
                    place: {event: leaves, at: [46, 14], radius-m: 80, name: Garden}
                    thing: {thing: umbrella, is: at, place: {points: [[46, 14], [46.01, 14], [46, 14.01]]}}
                """
        )
        let reminder = try #require(scenario.reminders.first)
        #expect(reminder.id.description == "sam/rain" && reminder.place.line == 5)
        let message = reminder.message
        #expect(message.title.text == "Take the umbrella" && message.colour == .violet && !message.isEnabled)
        let time = try TimeCondition(
            from: DayEnd("22:30"), to: .sunrise(minutes: 90), days: [.monday, .friday], zone: "Europe/Ljubljana"
        )
        let home = try ItemName("Home")
        let limits: [WeatherCondition.Limit] = [try .init(.temperature, .below, 12.5), try .init(.chance, .above, 60)]
        let weather = try WeatherCondition(place: .named(home), within: .seconds(28_800), sky: .rain, limits: limits)
        #expect(message.conditions.time == time && message.conditions.weather == weather)
        let availability = try AvailabilityCondition(.begins(within: .seconds(18_000)), word: "train")
        #expect(message.conditions.availability == availability)
        let here = try Coordinate(latitude: 46, longitude: 14)
        let garden = PlaceTarget.area(.circle(here, radius: 80), name: try ItemName("Garden"))
        #expect(message.conditions.place == PlaceCondition(.leaves, garden))
        guard case .at(.area(.polygon(let corners), nil)) = message.conditions.thing?.state else {
            return #expect(Bool(false), "the thing is at a polygon")
        }
        #expect(corners.count == 3 && corners[0] == here)
    }

    @Test(arguments: [
        ("thing: {thing: umbrella, is: away}", #"{"thing":"umbrella","is":"away"}"#),
        ("thing: {thing: umbrella, is: with-owner}", #"{"thing":"umbrella","is":"with_owner"}"#),
        ("thing: {thing: umbrella, is: left-behind}", #"{"thing":"umbrella","is":"left_behind"}"#),
        ("thing: {thing: umbrella, battery-below: 20}", #"{"thing":"umbrella","battery_below":20}"#),
        ("place: {event: within, kind: supermarket, radius-m: 200}", #""kind":"supermarket""#),
        ("place: {event: enters, place: Home}", #"{"event":"enters","place":"Home"}"#),
        ("availability: {free: 30m}", #"{"free_s":1800}"#), ("availability: {in-event: true}", #"{"in_event":true}"#),
        ("availability: {ends-within: 10m, word: choir}", #"{"ends_within_s":600,"word":"choir"}"#),
        ("weather: {snow-depth-above: 0.1, wind-below: 5}", #"{"wind_below":5,"snow_depth_above":0.1}"#),
    ])
    func `a condition becomes that of the message`(text: String, json: String) throws {
        let scenario = try directory.scenario(Self.home + "reminders: [{id: one, \(text)}]")
        let message = try #require(scenario.reminders.first).message
        #expect(String(decoding: message.encoded(), as: UTF8.self).contains(json))
        #expect(message.title.text == "one" && message.colour == .blue && message.isEnabled)
    }

    @Test func `weather, calendars and shops are read, and when they fail`() throws {
        let events =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:20260101T100000Z\nSUMMARY:Flight\nEND:VEVENT\nEND:VCALENDAR\n"
        try Data(events.utf8).write(to: directory.url.appending(path: "sam.ics"))
        let scenario = try directory.scenario(
            Self.home + """
                weather:
                  - {from: 0s, sky: clouds, temperature: -3, chance: 20%}
                  - {at: [46, 14], from: 2h, for: 1h, sky: snow, precipitation: 1.5, wind: 4, snow-depth: 0.2}
                  - {fails: true, from: 10s, to: 20s}
                calendar:
                  - {file: sam.ics}
                  - {title: Dinner, from: 3h, for: 2h, busy: false}
                  - {fails: the password is wrong, from: 30s}
                spots:
                  - {kind: charging-station, name: Corner, position: [46.001, 14]}
                  - {fails: true}
                """
        )
        let weather = try #require(scenario.facts.weather)
        let mild = Weather(sky: .clouds, temperature: -3, chance: 0.2)
        #expect(weather.entries[0] == Scenario.Spell(around: nil, from: .zero, to: nil, weather: mild))
        let snow = Weather(sky: .snow, precipitation: 1.5, wind: 4, snowDepth: 0.2)
        #expect(weather.entries[1].weather == snow && weather.entries[1].to == .seconds(10_800))
        #expect(
            weather.outages == [
                Scenario.Outage(from: .seconds(10), to: .seconds(20), sentence: "the server does not answer")
            ]
        )
        let calendar = try #require(scenario.facts.calendars[try Name("sam")])
        #expect(calendar.files.map(\.count) == [1] && calendar.outages.map(\.sentence) == ["the password is wrong"])
        let dinner = Scenario.Appointment(title: "Dinner", from: .seconds(10_800), to: .seconds(18_000), isBusy: false)
        #expect(calendar.events == [dinner])
        #expect(scenario.facts.spots?.entries.map(\.kind) == [.chargingStation])
        #expect(scenario.facts.spots?.outages.map(\.to) == [nil])
    }

    @Test func `what is left out nobody can be asked for`() throws {
        let scenario = try directory.scenario(Self.home)
        #expect(scenario.facts.isEmpty && scenario.reminders.isEmpty)
        #expect(try directory.scenario(Self.home + "spots: []").facts.isEmpty == false)
    }

    @Test(arguments: [
        ("fires, by: 50s", "sam/one: fires by 50s"), ("fires: true", "sam/one: fires"),
        ("fires: false, after: 10s, until: 50s", "sam/one: does not fire after 10s and until 50s"),
        ("fires: {at-least: 1, at-most: 2}", "sam/one: fires at least 1 and at most 2 times"),
        ("fires: {at-most: 0}, owner: sam", "sam/one: fires at most 0 times"),
        ("status: unknown, by: 20s", "sam/one: unknown by 20s"),
        ("status: holds, throughout: true, after: 20s", "sam/one: holds throughout after 20s"),
        ("fires: true, within: 20s, of: put-off", "sam/one: fires within 20s of put-off"),
    ])
    func `an expectation on a reminder is read and told in words`(claim: String, text: String) throws {
        let scenario = try directory.scenario(
            Self.home + """
                reminders: [{id: one, thing: {thing: umbrella, is: away}}]
                events: [{at: 30s, reminder: one, do: snooze, for: 10m, label: put-off}]
                expect: [{reminder: one, \(claim)}]
                """
        )
        #expect(scenario.expectations.map(\.text) == [text])
        #expect(scenario.expectations.map(\.tracker) == [nil])
        #expect(scenario.withoutReminders.expectations.isEmpty && scenario.withoutReminders.events.isEmpty)
    }

    @Test(arguments: [
        ("do: dismiss", "dismiss"), ("do: snooze", "snooze"), ("do: snooze, for: 90m", "snooze 1h30m"),
        ("do: enable", "on"), ("do: disable", "off"),
    ])
    func `what is done with a reminder is said in the bus's words`(words: String, text: String) throws {
        let scenario = try directory.scenario(
            Self.home + """
                reminders: [{id: one, thing: {thing: umbrella, is: away}}]
                events: [{at: 30s, reminder: one, \(words)}]
                """
        )
        guard case .reminder(let id, let action)? = scenario.events.first?.action else {
            return #expect(Bool(false), "it happens to a reminder")
        }
        #expect(id.description == "sam/one" && action.text == text)
        // The bus is held to the words, and to what it makes of them.
        let now = Timestamp(seconds: 1_000_000)
        #expect(ReminderAction(text: action.text, at: now) != nil)
    }

    @Test func `copies of a fleet have reminders of their own, about their own things and where they lie`() throws {
        let scenario = try directory.scenario(
            Self.home + """
                reminders:
                  - {id: one, thing: {thing: umbrella, is: away}, place: {event: leaves, at: [46, 14], radius-m: 50}}
                """
        )
        let world = try World(scenario, fleet: 3)
        #expect(
            (0..<world.reminderCount).map { world.id(ofReminder: $0).description } == [
                "sam-1/one", "sam-2/one", "sam-3/one",
            ])
        let conditions = world.reminders[1].message.conditions
        #expect(conditions.thing?.thing.text == "umbrella-2")
        guard case .area(.circle(let centre, radius: 50), nil)? = conditions.place?.target else {
            return #expect(Bool(false), "the place is a circle")
        }
        #expect(centre == (try Coordinate(latitude: 46, longitude: 134)))
        #expect(world.reminders[1].message.made == world.start)
    }
}
