import Reminders
import Testing
import Tracking

@testable import Facts

/// What a weather station of one's own has told, and why it tells nothing.
struct StationStateTests {
    private static let start = Timestamp(milliseconds: 1_777_626_000_000)
    private static let station = Station(topic: "weather/garden", fields: [.temperature: Station.Field(["t"])])
    private static let warm = Array(#"{"t":21}"#.utf8)
    private static let cold = Array(#"{"t":-3}"#.utf8)

    private static func after(minutes: Int) -> Timestamp { start.advanced(by: .seconds(minutes * 60)) }
    private static func state() -> StationState { StationState(station, named: "station", at: start) }

    private static func temperature(_ state: StationState, at time: Timestamp) -> Double? {
        state.weather(at: time).value?.weather(at: time)?.temperature
    }

    @Test func `until something comes it is said that nothing has`() {
        var state = Self.state()
        let sentence = "nothing has come from the weather station on 'weather/garden' yet"
        #expect(state.weather(at: Self.start) == .failing(sentence))
        state.note(.listening, at: Self.start)
        #expect(state.trouble(at: Self.start) == sentence)
        #expect(state.status(at: Self.after(minutes: 5)).lastFailure == Self.start)
    }

    @Test func `what it has told counts for half an hour, and from then on it is said that nothing comes`() {
        var state = Self.state()
        state.note(.told(Self.warm, isKept: false), at: Self.start)
        let (last, end) = (Self.after(minutes: 29), Self.after(minutes: 30))
        #expect(state.trouble(at: last) == nil && Self.temperature(state, at: last) == 21)
        #expect(state.status(at: last).trouble == nil && state.status(at: last).lastSuccess == Self.start)
        let sentence = "nothing has come from the weather station on 'weather/garden' since \(Self.start)"
        #expect(state.weather(at: end) == .failing(sentence))
        // Nothing has happened in between: whoever asks is told all the same.
        let status = state.status(at: Self.after(minutes: 45))
        #expect(status.trouble == sentence && status.lastFailure == end && status.lastSuccess == Self.start)
    }

    @Test func `what the broker has kept is of unknown age, however often it comes`() {
        var state = Self.state()
        state.note(.told(Self.cold, isKept: true), at: Self.start)
        let sentence =
            "what the broker keeps on 'weather/garden' is of unknown age: the weather station has told nothing since"
        #expect(state.weather(at: Self.start) == .failing(sentence))
        #expect(state.status(at: Self.start).trouble == sentence && state.status(at: Self.start).lastSuccess == nil)
        // What is told anew counts from then on, and each connection brings it again as what was kept.
        state.note(.told(Self.cold, isKept: false), at: Self.after(minutes: 1))
        #expect(Self.temperature(state, at: Self.after(minutes: 1)) == -3)
        for minutes in [10, 20, 30] {
            state.note(.unheard("gone"), at: Self.after(minutes: minutes))
            state.note(.listening, at: Self.after(minutes: minutes))
            state.note(.told(Self.cold, isKept: true), at: Self.after(minutes: minutes))
        }
        #expect(Self.temperature(state, at: Self.after(minutes: 30)) == -3)
        #expect(state.status(at: Self.after(minutes: 30)).lastSuccess == Self.after(minutes: 1))
        let silence = "nothing has come from the weather station on 'weather/garden' since \(Self.after(minutes: 1))"
        #expect(state.weather(at: Self.after(minutes: 31)) == .failing(silence))
        // Other than what was heard last, it may still be older than that.
        state.note(.told(Self.warm, isKept: true), at: Self.after(minutes: 32))
        #expect(state.weather(at: Self.after(minutes: 32)) == .failing(silence))
    }

    @Test(arguments: [false, true])
    func `what has none of the fields changes nothing of what was known, and is told`(isKept: Bool) {
        var state = Self.state()
        let words = StationEvent.told(Array("online".utf8), isKept: isKept)
        state.note(words, at: Self.start)
        let sentence = "what comes on 'weather/garden' has none of the fields that facts.yaml names"
        #expect(state.weather(at: Self.start) == .failing(sentence))
        state.note(.told(Self.warm, isKept: false), at: Self.start)
        #expect(state.trouble(at: Self.start) == nil)
        state.note(words, at: Self.after(minutes: 1))
        #expect(state.trouble(at: Self.after(minutes: 1)) == sentence)
        #expect(state.status(at: Self.after(minutes: 2)).lastFailure == Self.after(minutes: 1))
        #expect(Self.temperature(state, at: Self.after(minutes: 1)) == 21)
    }

    @Test func `that it cannot be heard is told at once, and what it has told still counts`() {
        var state = Self.state()
        state.note(.told(Self.warm, isKept: false), at: Self.start)
        state.note(.unheard("the weather station cannot be heard"), at: Self.after(minutes: 1))
        #expect(state.trouble(at: Self.after(minutes: 1)) == "the weather station cannot be heard")
        #expect(Self.temperature(state, at: Self.after(minutes: 1)) == 21)
        #expect(state.weather(at: Self.after(minutes: 30)) == .failing("the weather station cannot be heard"))
        state.note(.listening, at: Self.after(minutes: 31))
        #expect(state.trouble(at: Self.after(minutes: 31))?.hasPrefix("nothing has come") == true)
    }

    @Test func `what it has told outlives a restart with its time, and nothing of another one is taken for it`()
        throws
    {
        var state = Self.state()
        #expect(state.memory(at: Self.start) == nil)
        state.note(.told(Self.warm, isKept: false), at: Self.start)
        let told = try #require(state.memory(at: Self.after(minutes: 29)))
        #expect(state.memory(at: Self.after(minutes: 30)) == nil)
        func restored(_ station: Station = Self.station, at now: Timestamp) -> StationState {
            var state = StationState(station, named: "station", at: now)
            state.restore(told, at: now)
            return state
        }
        let later = Self.after(minutes: 20)
        var next = restored(at: later)
        #expect(next.status(at: later).trouble == nil && next.status(at: later).lastSuccess == Self.start)
        #expect(next.status(at: later).lastFailure == nil)
        next.note(.told(Self.warm, isKept: true), at: later)
        #expect(Self.temperature(next, at: Self.after(minutes: 29)) == 21)
        #expect(next.weather(at: Self.after(minutes: 30)).value == nil)
        #expect(restored(at: Self.after(minutes: 30)).forecast == nil)
        #expect(restored(at: Self.start.advanced(by: .seconds(-1))).forecast == nil)
        var others = [Self.station, Self.station, Self.station]
        others[0].topic = "weather/roof"
        others[1].fields[.temperature]?.unit = .fahrenheit
        others[2].fields[.temperature]?.path = ["u"]
        for other in others { #expect(restored(other, at: later).forecast == nil, "\(other)") }
    }
}
