import Foundation
import Settings
import Testing

@testable import Simulation

/// What is wrong with reminders and with what they may ask for.
struct ReminderScenarioErrorTests {
    private let directory: PathDirectory

    init() throws { directory = try PathDirectory() }

    @Test(arguments: [
        ("name: x", "x.yaml:4: 'id' is missing"),
        ("id: a", "x.yaml:4: a reminder needs a condition: time, weather, availability, place or thing"),
        (
            "id: a, thing: {thing: umbrella, is: away}, colour: pink",
            "x.yaml:4: 'colour' is 'pink': one of red, orange, green, blue or violet is expected"
        ),
        ("id: a, owner: sem", "x.yaml:4: 'sem' is not the id of an owner, did you mean 'sam'?"),
        (
            "id: a, thing: {thing: umbrela, is: away}",
            "x.yaml:4: 'umbrela' is not the id of a tracker of this owner, did you mean 'umbrella'?"
        ),
        ("id: a, thing: {thing: umbrella}", "x.yaml:4: one of is and battery-below is expected"),
        (
            "id: a, thing: {thing: umbrella, is: gone}",
            "x.yaml:4: 'is' is 'gone': one of with-owner, away, left-behind or at is expected"
        ),
        (
            "id: a, thing: {thing: umbrella, is: at, place: {kind: bakery, radius-m: 50}}",
            "x.yaml:4: a thing is at a place, not at the nearest of a kind"
        ),
        (
            "id: a, thing: {thing: umbrella, battery-below: 0}",
            "x.yaml:4: 'battery-below' is '0': a whole number from 1 to 100 % is expected"
        ),
        (
            "id: a, thing: {thing: umbrella, is: away, place: {place: Home}}",
            "x.yaml:4: 'place' does not go with 'is: away'"
        ),
        (
            "id: a, place: {event: leaves, place: Hom}",
            "x.yaml:4: 'Hom' is not one of this owner's places, which are those in the rules of their trackers, "
                + "did you mean 'Home'?"
        ),
        (
            "id: a, place: {event: leaves}",
            "x.yaml:4: one of place, kind, at and points says where it is: one is expected"
        ),
        ("id: a, place: {event: leaves, place: Home, radius-m: 5}", "x.yaml:4: 'radius-m' does not go with 'place'"),
        (
            "id: a, place: {event: near, place: Home}",
            "x.yaml:4: 'event' is 'near': one of enters, leaves or within is expected"
        ),
        (
            "id: a, place: {event: within, kind: bakery, radius-m: 5}",
            "x.yaml:4: 'radius-m' is '5': a number from 20 to 1000 m is expected"
        ),
        (
            "id: a, weather: {within: 3d, sky: rain}",
            "x.yaml:4: 'within' is '3d': a duration such as 5m10s, 1h or 250ms from 0s to 2d is expected"
        ),
        ("id: a, weather: {within: 8h}", "x.yaml:4: a sky or a number of the weather is expected"),
        (
            "id: a, weather: {chance-above: 60}",
            "x.yaml:4: 'chance-above' is '60': a percentage from 0% to 100% is expected"
        ),
        (
            "id: a, weather: {temperature-above: 90}",
            "x.yaml:4: 'temperature-above' is '90': a number from -90 to 60 °C is expected"
        ),
        (
            "id: a, time: {from: 7, to: '08:00'}",
            "x.yaml:4: a time of day such as 07:30, sunrise, sunset-30m or sunrise+1h30m (at most 12 hours) is expected, "
                + "found '7'"
        ),
        ("id: a, time: {from: '07:00', to: '07:00'}", "x.yaml:4: two different times of day are expected"),
        ("id: a, time: {from: '07:00', to: '08:00', days: []}", "x.yaml:4: at least one day of the week is expected"),
        (
            "id: a, time: {from: '07:00', to: '08:00', days: [funday]}",
            "x.yaml:4: an entry of 'days' is 'funday': a weekday such as mon is expected"
        ),
        (
            "id: a, availability: {free: 5m}",
            "x.yaml:4: 'free' is '5m': a duration such as 5m10s, 1h or 250ms from 10m to 7d is expected"
        ),
        ("id: a, availability: {free: 30m, word: x}", "x.yaml:4: free time has no title: leave the word out"),
        (
            "id: a, availability: {word: x}",
            "x.yaml:4: one of free, in-event, begins-within and ends-within is expected"
        ),
        ("id: a, wether: {sky: rain}", "x.yaml:4: unknown key 'wether', did you mean 'weather'?"),
    ])
    func `a wrong reminder is refused with its place`(text: String, sentence: String) {
        #expect(directory.fault(ReminderScenarioTests.home + "reminders: [{\(text)}]") == sentence)
    }

    @Test(arguments: [
        ("weather: [{from: 0s}]", "x.yaml:4: nothing is told of the weather: sky or temperature is expected"),
        (
            "weather: [{sky: sunny}]",
            "x.yaml:4: 'sky' is 'sunny': one of clear, clouds, rain, drizzle, thunderstorm, snow or fog is expected"
        ),
        ("weather: [{sky: rain, from: 2h, to: 1h}]", "x.yaml:4: 'to' is '1h': an end after the beginning is expected"),
        (
            "weather: [{sky: rain, to: 1h, for: 1h}]",
            "x.yaml:4: 'to' and 'for' both say when it ends: one is expected"
        ),
        ("weather: [{fails: true, sky: rain}]", "x.yaml:4: 'sky' does not go with 'fails'"),
        ("weather: [{fails: no}]", "x.yaml:4: 'fails' is 'no': true, or a sentence that says why, is expected"),
        ("calendar: [{}]", "x.yaml:4: one of file, title and fails is expected in a calendar's entry"),
        ("calendar: [{title: Flight, from: 1h}]", "x.yaml:4: an event needs 'to' or 'for': it ends"),
        (
            "calendar: [{file: none.ics}]",
            "x.yaml:4: the calendar cannot be read: none.ics: there is no such file"
        ),
        (
            "calendar: [{file: paths/walk.csv}]",
            "x.yaml:4: the calendar cannot be read: this is not a calendar: there is no BEGIN:VCALENDAR in it"
        ),
        ("calendar: [{file: broken.ics}]", "x.yaml:4: the calendar cannot be read as a whole: line "),
        (
            "spots: [{kind: supermarkt, position: [46, 14]}]",
            "x.yaml:4: 'kind' is 'supermarkt', did you mean 'supermarket'?"
        ),
        ("spots: [{kind: bakery}]", "x.yaml:4: 'position' is missing"),
        ("spots: [{kind: bakery, position: [46, 14], for: 1h}]", "x.yaml:4: 'for' does not go with a place"),
    ])
    func `wrong facts are refused with their place`(text: String, sentence: String) throws {
        let broken = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:1\nDTSTART:tomorrow\nEND:VEVENT\nEND:VCALENDAR\n"
        try Data(broken.utf8).write(to: directory.url.appending(path: "broken.ics"))
        let fault = directory.fault(ReminderScenarioTests.home + text)
        #expect(fault.hasPrefix(sentence) && (sentence.hasSuffix(" ") || fault == sentence), "\(fault)")
    }

    @Test(arguments: [
        ("expect: [{reminder: two, fires: true}]", "x.yaml:5: 'two' is not the id of a reminder: one is expected"),
        ("expect: [{reminder: one}]", "x.yaml:5: one claim for each entry is expected: fires or status"),
        (
            "expect: [{reminder: one, fires: true, status: holds}]",
            "x.yaml:5: one claim for each entry is expected: fires or status"
        ),
        ("expect: [{reminder: one, fires: perhaps}]", "x.yaml:5: 'fires' is 'perhaps': true or false is expected"),
        (
            "expect: [{reminder: one, fires: {at-least: 2, at-most: 1}}]",
            "x.yaml:5: 'fires' needs at-least, at-most or both, the first not above the second"
        ),
        ("expect: [{reminder: one, fires: false, by: 5s}]", "x.yaml:5: 'by' does not go with 'fires: false'"),
        ("expect: [{reminder: one, fires: true, until: 5s}]", "x.yaml:5: 'until' does not go with 'fires'"),
        (
            "expect: [{reminder: one, fires: true, throughout: true}]",
            "x.yaml:5: 'throughout' does not go with 'fires'"
        ),
        (
            "expect: [{reminder: one, status: told}]",
            "x.yaml:5: 'status' is 'told': one of disabled, waiting, unknown or holds is expected"
        ),
        ("expect: [{reminder: one, tracker: umbrella, fires: true}]", "x.yaml:5: 'tracker' does not go with 'fires'"),
        (
            "expect: [{reminder: one, fires: true, by: 2h}]",
            "x.yaml:5: 'by' is '2h': a time up to the scenario's end, 1m, is expected"
        ),
        (
            "expect: [{tracker: umbrella, fires: true}]",
            "x.yaml:5: one claim for each entry is expected: alert, no-alert, alerts, mode, level, fixes, battery, distance or position"
        ),
        ("events: [{at: 5s, do: snooze}]", "x.yaml:5: 'reminder' is missing"),
        ("events: [{at: 5s, do: dismiss, reminder: one, for: 5m}]", "x.yaml:5: 'for' does not go with 'dismiss'"),
        (
            "events: [{at: 5s, do: snooze, reminder: one, for: 5s}]",
            "x.yaml:5: 'for' is '5s': a duration such as 5m10s, 1h or 250ms from 1m to 7d is expected"
        ),
    ])
    func `wrong expectations and events are refused with their place`(text: String, sentence: String) {
        let reminder = "reminders: [{id: one, thing: {thing: umbrella, is: away}}]\n"
        #expect(directory.fault(ReminderScenarioTests.home + reminder + text) == sentence)
    }

    @Test func `whose reminder it is has to be said where several have it`() {
        let two = """
            name: Two
            owners: [{id: sam, path: paths/walk.csv}, {id: ana, path: paths/walk.csv}]
            trackers: [{id: keys, owner: sam, with: sam}, {id: bag, owner: ana, with: ana}]

            """
        let without = directory.fault(two + "reminders: [{id: one, thing: {thing: keys, is: away}}]")
        #expect(without == "x.yaml:4: 'owner' is missing: a reminder is somebody's, and there are 2 owners")
        let foreign = directory.fault(two + "reminders: [{id: one, owner: ana, thing: {thing: keys, is: away}}]")
        #expect(foreign == "x.yaml:4: 'keys' is not the id of a tracker of this owner")
        let both = directory.fault(
            two + """
                reminders:
                  - {id: one, owner: sam, thing: {thing: keys, is: away}}
                  - {id: one, owner: ana, thing: {thing: bag, is: away}}
                expect: [{reminder: one, fires: true}]
                """
        )
        #expect(both == "x.yaml:7: 'one' is the id of several reminders: 'owner' is missing, sam or ana")
        let twice = directory.fault(
            two + """
                reminders:
                  - {id: one, owner: sam, thing: {thing: keys, is: away}}
                  - {id: one, owner: sam, thing: {thing: keys, is: away}}
                """
        )
        #expect(twice == "x.yaml:6: id 'one' is given twice, first in line 5")
    }

    @Test(arguments: [
        (
            ScenarioReach.nowhere, "sam.ics",
            "events with 'title' are expected, found a file: there is no directory of scenarios that it could be in"
        ),
        (.directory, "../sam.ics", "a path within the directory of the scenarios is expected, found '../sam.ics'"),
        (
            .directory, "/etc/hostname",
            "a path within the directory of the scenarios is expected, found '/etc/hostname'"
        ),
    ])
    func `a calendar that is out of reach is not read`(reach: ScenarioReach, file: String, sentence: String) {
        let text = """
            name: Walk
            owners: [{id: sam, position: [46, 14]}]
            trackers: [{id: keys, owner: sam, with: sam}]
            duration: 1m
            calendar: [{file: "\(file)"}]
            """
        let settings = SettingsFile(name: directory.url.appending(path: "x.yaml").path, text: text)
        let fault = errorText { _ = try Scenario.parse(settings, devices: DeviceLibrary(), reach: reach) }
        #expect(fault.hasSuffix(":5: " + sentence), "\(fault)")
    }
}
