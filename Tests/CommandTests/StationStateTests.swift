import Messages
import Reminders
import Testing
import Tracking

@testable import tagalong

/// What a weather station of one's own has told, and why it tells nothing.
struct StationStateTests {
    private static let start = Timestamp(milliseconds: 1_777_626_000_000)
    private static let topic = "weather/garden"

    private static func after(minutes: Int) -> Timestamp { start.advanced(by: .seconds(minutes * 60)) }
    private static func state(_ topic: String = topic) -> StationState { StationState(topic, Topics()) }

    @Test func `until something comes it is said that nothing has`() {
        var state = Self.state()
        let sentence = "nothing has come from the weather station on 'weather/garden' yet"
        #expect(state.weather(at: Self.start) == .failing(sentence))
        state.listen()
        #expect(state.trouble(at: Self.start) == sentence)
    }

    @Test func `what it has told counts for half an hour, and an hour more while nothing comes`() {
        var state = Self.state()
        let weather = Weather(temperature: 21)
        state.take(weather, at: Self.start)
        #expect(state.trouble(at: Self.after(minutes: 29)) == nil)
        #expect(state.weather(at: Self.after(minutes: 29)).value?.slots.first?.weather == weather)
        let sentence = "nothing has come from the weather station on 'weather/garden' since \(Self.start)"
        #expect(state.trouble(at: Self.after(minutes: 30)) == sentence)
        #expect(state.weather(at: Self.after(minutes: 89)).value != nil)
        #expect(state.weather(at: Self.after(minutes: 90)) == .failing(sentence))
    }

    @Test func `what has none of the fields changes nothing of what was known, and is told`() {
        var state = Self.state()
        state.take(nil, at: Self.start)
        let sentence = "what comes on 'weather/garden' has none of the fields that facts.yaml names"
        #expect(state.weather(at: Self.start) == .failing(sentence))
        state.take(Weather(temperature: 21), at: Self.start)
        #expect(state.trouble(at: Self.start) == nil)
        state.take(nil, at: Self.after(minutes: 1))
        #expect(state.trouble(at: Self.after(minutes: 1)) == sentence)
        #expect(state.weather(at: Self.after(minutes: 1)).value != nil)
    }

    @Test(arguments: [
        ("weather/garden", true), ("tagalonger/weather", true), ("tagalong/weather/garden", false),
        ("homeassistant/weather/roof", false), ("owntracks/sam/x", false),
    ])
    func `why it cannot be heard is told, with what to do where the topic is none of ours`(
        topic: String, isForeign: Bool
    ) {
        var state = Self.state(topic)
        state.refuse("the broker refuses to subscribe \"\(topic)\": not authorized")
        let trouble = state.trouble(at: Self.start)
        #expect(
            trouble?.hasPrefix("the weather station cannot be heard: the broker refuses to subscribe \"\(topic)\"")
                == true)
        #expect(trouble?.contains("'tagalong broker add station NAME'") == isForeign)
        state.refuse("the broker does not answer")
        #expect(state.trouble(at: Self.start) == "the weather station cannot be heard: the broker does not answer")
        state.listen()
        #expect(state.trouble(at: Self.start)?.hasPrefix("nothing has come") == true)
    }
}
