import ArgumentParser
import Messages
import Reminders
import TestSupport
import Testing
import Tracking

@testable import tagalong

/// The conditions of reminders as people write them.
@Suite struct ConditionOptionsTests {
    private static func conditions(_ words: [String]) throws -> Conditions {
        let thing = DeviceID(owner: try Name("sam"), device: try Name("umbrella"))
        return try ConditionOptions.parse(words).draft().conditions(of: thing.owner, thing: thing)
    }

    private static func json(_ conditions: Conditions) throws -> String {
        let payload = ReminderMessage(title: try ItemName("x"), conditions: conditions).encoded()
        return String(decoding: payload, as: UTF8.self)
            .replacing(#"{"_type":"reminder","name":"x","colour":"blue","enabled":true,"#, with: "{")
    }

    @Test(arguments: [
        (
            "--between 07:00-09:30 --days mon-fri",
            #""time":{"from":"07:00","to":"09:30","days":["mon","tue","wed","thu","fri"]}"#
        ),
        ("--between sunset-30m..23:00", #""time":{"from":"sunset-30m","to":"23:00"}"#),
        ("--between sunset-30m-23:00", #""time":{"from":"sunset-30m","to":"23:00"}"#),
        (
            "--between sunset-sunrise+1h --days fri-mon",
            #""time":{"from":"sunset","to":"sunrise+1h","days":["mon","fri","sat","sun"]}"#
        ),
        ("--between 22:00-6:00 --days mon-sun --zone UTC", #""time":{"from":"22:00","to":"06:00","zone":"UTC"}"#),
        ("--weather rain", #""weather":{"sky":"rain"}"#),
        (
            "--weather Rain --within 8h --at Cabin",
            #""weather":{"place":{"place":"Cabin"},"within_s":28800,"sky":"rain"}"#
        ),
        (
            "--temperature below:3 --temperature above:-2.5 --wind above:10 --chance above:60 --precipitation above:0.5 "
                + "--snow-depth below:0.1 --at 52.5,13.4",
            #""weather":{"place":{"lat":52.5,"lon":13.4,"radius_m":100},"temperature_above":-2.5,"temperature_below":3,"#
                + #""precipitation_above":0.5,"chance_above":60,"wind_above":10,"snow_depth_below":0.1}"#
        ),
        ("--free 2h", #""availability":{"free_s":7200}"#), ("--in-event", #""availability":{"in_event":true}"#),
        ("--event-within 24h --title flight", #""availability":{"begins_within_s":86400,"word":"flight"}"#),
        ("--event-ends-within 10m", #""availability":{"ends_within_s":600}"#),
        ("--enters Home", #""place":{"event":"enters","place":"Home"}"#),
        ("--leaves Zuhause", #""place":{"event":"leaves","place":"Zuhause"}"#),
        ("--within 52.5,13.4,200", #""place":{"event":"within","lat":52.5,"lon":13.4,"radius_m":200}"#),
        ("--within Home", #""place":{"event":"within","place":"Home"}"#),
        ("--near bakery:100", #""place":{"event":"within","kind":"bakery","radius_m":100}"#),
        ("--near post-office", #""place":{"event":"within","kind":"post-office","radius_m":150}"#),
        (
            "--weather snow --within 2h --within Home",
            #""weather":{"within_s":7200,"sky":"snow"},"place":{"event":"within","place":"Home"}"#
        ),
        ("--thing umbrella --is with-me", #""thing":{"thing":"umbrella","is":"with_owner"}"#),
        ("--thing umbrella --is away", #""thing":{"thing":"umbrella","is":"away"}"#),
        ("--thing umbrella --is left-behind", #""thing":{"thing":"umbrella","is":"left_behind"}"#),
        ("--thing umbrella --is at:Home", #""thing":{"thing":"umbrella","is":"at","place":{"place":"Home"}}"#),
        ("--thing umbrella --is battery:20", #""thing":{"thing":"umbrella","battery_below":20}"#),
    ])
    func `conditions are written as people say them`(words: String, expected: String) throws {
        #expect(try Self.json(Self.conditions(words.split(separator: " ").map(String.init))) == "{\(expected)}")
    }

    @Test(arguments: [
        ("--between 07:00", "--between: '07:00' is given, two times of day "), ("--between 07:00-25:00", "--between: "),
        ("--between 07:00-07:00", "--between: two different times of day are expected."),
        ("--between 07:00-09:00 --days mo", "--days: 'mo' is given, days such as mon-fri or sat,sun are expected."),
        ("--between 07:00-09:00 --days mon-tue-wed", "--days: "), ("--days mon", "--days goes with --between."),
        ("--between 07:00-09:00 --zone Europe/Atlantis", "--zone: "), ("--zone UTC", "--zone goes with --between."),
        ("--weather sunny", "--weather: 'sunny' is given, clear, clouds, rain, "),
        ("--temperature 3", "--temperature: '3' is given, above:NUMBER or below:NUMBER is expected."),
        ("--temperature below:99", "--temperature: 99 is given, a number from -90 to 60 is expected."),
        ("--temperature below:nan", "--temperature: "),
        ("--wind above:1 --wind above:2", "the weather: at most one bound "),
        ("--within 8h", "--within 8h goes with --weather, "), ("--at Home", "--at goes with --weather, "),
        ("--weather rain --within 49h", "--within: '49h' is given, 1h to 48h is expected."),
        ("--weather rain --within 1h --within 2h", "--within: one time is expected, found 1h, 2h."),
        ("--free 5m", "--free: '5m' is given, 10m to 7d is expected."), ("--free 2h --in-event", "One of --free, "),
        ("--title flight", "--title goes with "), ("--free 2h --title x", "--title: free time has no title"),
        ("--event-within 30s", "--event-within: "),
        ("--enters Home --leaves Home", "One of --enters, --leaves, --within and --near is expected: make another "),
        ("--enters 91,1", "--enters: "), ("--within 52.5,13.4,0", "--within: a radius of 1 to 10000 m is expected, "),
        ("--near baker:100", "--near: 'baker:100' is given, one of supermarket, "),
        ("--near bakery:10", "--near: 'bakery:10' is given, 20 to 1000 metres "), ("--near bakery:100:1", "--near: "),
        ("--thing umbrella", "--thing needs --is, "), ("--is away", "--is goes with --thing."),
        (
            "--thing umbrella --is lost",
            "--is: 'lost' is given, with-me, away, left-behind, at:PLACE or battery:PERCENT "
        ),
        ("--thing umbrella --is battery:0", "--is: "),
    ])
    func `what cannot be is refused with the option and what is expected`(words: String, start: String) throws {
        let options = try ConditionOptions.parse(words.split(separator: " ").map(String.init))
        let error = #expect(throws: ValidationError.self) { try options.draft() }
        let sentence = error?.message ?? "accepted"
        #expect(sentence.hasPrefix(start), "\(sentence)")
    }

    @Test func `a hint is given for a kind that is nearly one`() throws {
        let options = try ConditionOptions.parse(["--near", "bakry"])
        let error = #expect(throws: ValidationError.self) { try options.draft() }
        #expect(error?.message.hasSuffix("did you mean 'bakery'?") == true)
    }

    @Test func `a new condition takes the place of the one of its kind, and one may be removed`() throws {
        let sam = try Name("sam")
        let old = try Self.conditions(["--weather", "rain", "--enters", "Home"])
        let new = try ConditionOptions.parse(["--leaves", "Home"]).draft()
        let changed = try new.conditions(of: sam, over: old)
        #expect(changed.place?.event == .leaves && changed.weather == old.weather)
        #expect(try new.conditions(of: sam, over: old, without: [.weather]).kinds == [.place])
        let nothing = try ConditionOptions.parse([]).draft()
        #expect(throws: CommandFailure.self) {
            try nothing.conditions(of: sam, over: old, without: [.weather, .place])
        }
    }

    @Test func `another's thing is refused`() throws {
        let draft = try ConditionOptions.parse(["--thing", "kim/umbrella", "--is", "away"]).draft()
        let kims = DeviceID(owner: try Name("kim"), device: try Name("umbrella"))
        let error = #expect(throws: CommandFailure.self) { try draft.conditions(of: Name("sam"), thing: kims) }
        #expect(error?.sentence == "--thing: kim/umbrella is not sam's, and a reminder is about its owner's things")
    }

    @Test(arguments: [
        ("--between sunset-30m..23:00 --days mon-fri,sun --zone UTC", "sunset-30m to 23:00 on mon-fri, sun (UTC)"),
        ("--between 7:00-8:00 --days sat,sun", "07:00 to 08:00 on sat, sun"),
        (
            "--weather rain --temperature below:3 --within 8h --at Home",
            "rain and temperature below 3 °C within 8h at Home"
        ),
        ("--free 2h", "free for 2h"), ("--event-within 1d --title flight", "an event with 'flight' begins within 1d"),
        ("--in-event", "an event is on"), ("--event-ends-within 5m", "an event ends within 5m"),
        ("--leaves Home", "leaves Home"), ("--near bakery:100", "is at the nearest bakery, 100 m around it"),
        ("--within 52.5,13.4,200", "is at 200 m around 52.500000, 13.400000"),
        ("--thing umbrella --is away", "umbrella is not with its owner"),
        ("--thing umbrella --is battery:20", "the battery of umbrella is below 20 %"),
        ("--thing umbrella --is at:Home", "umbrella is at Home"),
    ])
    func `conditions are told as sentences`(words: String, sentence: String) throws {
        let told = try Self.conditions(words.split(separator: " ").map(String.init)).sentences
        #expect(told.map(\.sentence) == [sentence])
    }
}
