import Messages
import Testing

struct CardMessageTests {
    @Test func `a card tells name, face and initials, and is kept as it came`() throws {
        let text = #"{"_type":"card","name":"Sam \u00d8","face":"iVBORw0KGgo=","tid":"so","color":"red"}"#
        let payload = Array(text.utf8)
        let card = try CardMessage(decoding: payload)
        #expect(card.name == "Sam Ø")
        #expect(card.face == "iVBORw0KGgo=")
        #expect(card.initials == "so")
        #expect(card.keys.map(\.name) == ["name", "face", "tid", "color"])
        #expect(card.encoded() == payload)
    }

    @Test(arguments: [
        #"{"_type":"card"}"#, #"{"_type":"card","name":"","face":"","tid":7}"#, #"{"_type":"card","name":null}"#,
    ])
    func `what a card does not tell is nothing`(text: String) throws {
        let card = try CardMessage(decoding: Array(text.utf8))
        #expect(card.name == nil && card.face == nil && card.initials == nil)
    }

    @Test(arguments: [
        (#"{"name":"Sam"}"#, #"_type: "card" is expected, found nothing"#),
        (#"{"_type":"location"}"#, #"_type: "card" is expected, found "location""#),
        (#"{"_type":"card","name":5}"#, "name: a text is expected, found 5"),
        (#"{"_type":"card","face":["x"]}"#, #"face: a text is expected, found ["x"]"#),
        (
            #"{"_type":"card","name":"\#(String(repeating: "a", count: 129))"}"#,
            "name: a text of 0 to 128 characters is expected"
        ), ("card", "payload: a JSON object at byte 0 is expected"),
    ])
    func `what is no card is refused with the key`(text: String, sentence: String) {
        let error = #expect(throws: MessageError.self) { try CardMessage(decoding: Array(text.utf8)) }
        #expect(error.map { "\($0)".hasPrefix(sentence) } ?? false, "\(String(describing: error))")
    }
}
