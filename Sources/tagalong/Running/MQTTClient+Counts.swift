import History
import MQTT

extension MQTTClient: CountedBus {
    public var counts: BusCounts {
        let counters = counters
        return BusCounts(
            received: counters.received,
            published: counters.published,
            dropped: counters.dropped,
            reconnects: counters.reconnects
        )
    }
}
