public import Alerts
public import Tracking

extension HistoryCore {
    /// What all the evidence says now of the distance between a tracker and its owner; nil before there is any.
    public func posterior(of tracker: DeviceID) -> Posterior? {
        indices[tracker].flatMap { trackers[$0].watch.posterior }
    }
}
