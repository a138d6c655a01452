import Messages
import Testing
import Tracking

@testable import tagalong

@Suite struct WatchLinesTests {
    @Test func `a press of a button is told, and nothing that cannot be read is taken for one`() throws {
        let topics = Topics()
        let topic = topics.button(DeviceID(owner: try Name("sam"), device: try Name("keys")))
        let press = ButtonMessage(time: Timestamp(seconds: 1000), gateway: try Name("attic"))
        var lines = WatchLines(topics: topics)
        let line = lines.line(for: Message(topic: topic, payload: press.encoded()))
        #expect(line?.hasSuffix("  sam/keys  its button was pressed") == true)
        let bad = lines.line(for: Message(topic: topic, payload: Array("pressed".utf8)))
        #expect(bad?.hasSuffix("  tagalong/sam/keys/button  cannot be read") == true)
    }
}
