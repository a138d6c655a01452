import TestSupport
import Testing

@testable import Rehearsal

@Suite struct PartyBusTests {
    @Test func `what waits for the broker is counted`() {
        #expect(PartyBus(WaitingBus(), ArrivalQueue(), BrokerCut()).backlog == 7)
    }
}
