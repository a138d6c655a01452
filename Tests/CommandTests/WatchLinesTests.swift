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

    @Test func `an item that is marked as lost is a line at once, and another when it is found`() throws {
        let topics = Topics()
        let topic = topics.state(DeviceID(owner: try Name("sam"), device: try Name("keys")))
        var lines = WatchLines(topics: topics)
        func line(_ mark: LostMark?) -> String? {
            let state = StateMessage(level: .near, since: Timestamp(seconds: 1000), item: "Keys", markedLost: mark)
            return lines.line(for: Message(topic: topic, payload: state.encoded()))
        }
        #expect(line(nil)?.contains("near") == true)
        let mark = LostMark(since: Timestamp(seconds: 2000))
        #expect(line(mark)?.contains("near, marked as lost") == true)
        #expect(line(mark) == nil)
        #expect(line(nil)?.contains("marked") == false)
    }

    @Test func `what sensors tell is a line`() throws {
        let topics = Topics()
        let topic = topics.sensors(DeviceID(owner: try Name("sam"), device: try Name("vase")))
        var lines = WatchLines(topics: topics)
        func line(_ readings: SensorReadings, battery: Int? = nil) throws -> String? {
            let message = SensorsMessage(
                time: Timestamp(seconds: 1000), gateway: try Name("attic"), battery: battery, readings: readings
            )
            return lines.line(for: Message(topic: topic, payload: message.encoded()))
        }
        let told = try line(SensorReadings(temperature: 21.46, humidity: 50), battery: 80)
        #expect(told?.hasSuffix("  sam/vase  21.5 °C, 50 %, battery 80 %") == true)
        #expect(try line(SensorReadings(x: 1)) == nil)
    }
}
