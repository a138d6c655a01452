import Tracking

struct SituationTally {
    private var level = AlertLevel.none
    private var beyond: Int?
    private var raised: (at: Int, distance: Double)?
    private var result = SituationResult()
    private var last = 0.0

    mutating func observe(_ next: AlertLevel, at second: Int, distance: Double) {
        if distance > Thresholds.standard.critical, beyond == nil { beyond = second }
        if distance <= Thresholds.standard.critical { result.seconds += 1 }
        if next > level {
            if distance <= Thresholds.standard.warning { result.falseWarnings += 1 }
            if next == .critical {
                if distance <= Thresholds.standard.critical { result.falseCriticals += 1 }
                if raised == nil || beyond == nil { raised = (second, distance) }
            }
        }
        level = next
        last = distance
    }

    func result(of situation: Situation) -> SituationResult {
        var result = result
        result.isLoss = beyond != nil
        if let raised, let beyond {
            result.delay = Double(raised.at - beyond)
            result.distance = raised.distance
        }
        result.isStuck = last <= Thresholds.standard.warning && level != .none
        return result
    }
}
