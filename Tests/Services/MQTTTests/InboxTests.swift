import Testing

@testable import MQTT

@Suite struct InboxTests {
    @Test func `which messages the broker refused among those that it acknowledged can be told`() {
        let inbox = Inbox(limit: 10, bytes: 1000)
        #expect(inbox.takeConfirmations().isEmpty)
        let codes: [ReasonCode] = [.notAuthorized, .success, .success, .notAuthorized, .unspecified, .success]
        for code in codes { inbox.publicationAnswered(code) }
        let answers = inbox.takeConfirmations()
        // Of each, the acknowledged ones come first.
        #expect(answers.map(\.acknowledged) == [0, 2, 1])
        #expect(answers.map(\.refused) == [1, 2, 0])
        #expect(inbox.takeConfirmations().isEmpty)
    }

    @Test func `what is only acknowledged, or first that, is told at once`() {
        let inbox = Inbox(limit: 10, bytes: 1000)
        for code in [ReasonCode.success, .success, .notAuthorized] { inbox.publicationAnswered(code) }
        #expect(inbox.takeConfirmations() == [Inbox.Confirmations(acknowledged: 2, refused: 1)])
    }
}
