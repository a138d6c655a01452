internal import Tracking

extension StateMessage {
    /// The state as it is told where only the area may be: without distance and place.
    public var byArea: StateMessage {
        var state = self
        (state.distance, state.low, state.high, state.place) = (nil, nil, nil, nil)
        state.position = position?.byArea
        return state
    }
}
