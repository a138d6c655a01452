internal import Tracking

extension StateMessage {
    /// The state as it is told where only the area may be: without distance and place.
    public var byArea: StateMessage {
        var state = self
        state.distance = nil
        state.low = nil
        state.high = nil
        state.place = nil
        state.position = position?.byArea
        return state
    }
}
