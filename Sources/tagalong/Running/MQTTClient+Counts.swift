public import Broker
public import History
public import MQTT

extension MQTTClient: CountedBus { public var counts: BusCounts { BusCounts(counters) } }

extension SessionTakeover: CountedBus { public var counts: BusCounts { BusCounts(counters) } }

extension MeasuredBus: CountedBus {
    public var counts: BusCounts { (bus as? any CountedBus)?.counts ?? BusCounts() }
}

extension BusCounts {
    fileprivate init(_ counters: MQTTCounters) {
        self.init(
            received: counters.received,
            published: counters.published,
            dropped: counters.dropped,
            reconnects: counters.reconnects
        )
    }
}
