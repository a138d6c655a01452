import Messages
import Store

extension PlaceEvent {
    /// What it is in the history.
    var rowEvent: PlaceEventRow.Event {
        switch event {
        case .enter: .enter
        case .leave: .leave
        case nil: .waypoint
        }
    }
}
