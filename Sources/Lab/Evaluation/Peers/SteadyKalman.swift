/// The Kalman filter of room-assistant, of a strength that is thought to stay: Q 0.0008, R 4.
///
/// As kalmanjs has it: the first value starts it with the measurement's variance; before each later one the variance
/// grows by that of the process.
struct SteadyKalman: SeriesFilter {
    /// The variance, in dB², by which the strength is thought to wander between two values.
    var processVariance = 0.0008
    /// The variance, in dB², of a value.
    var measurementVariance = 4.0
    private var state: (value: Double, variance: Double)?
    mutating func observe(_ value: Double, at time: Double) -> Double {
        guard let last = state else {
            state = (value, measurementVariance)
            return value
        }
        let variance = last.variance + processVariance
        let gain = variance / (variance + measurementVariance)
        let next = last.value + gain * (value - last.value)
        state = (next, (1 - gain) * variance)
        return next
    }
}
