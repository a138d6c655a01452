import Logging
import TestSupport
import Testing

@testable import tagalong

@Suite struct AnnouncedBusTests {
    @Test func `what waits for the broker is counted`() {
        #expect(AnnouncedBus(bus: WaitingBus(), logger: Logger(label: "test")).backlog == 7)
    }
}
