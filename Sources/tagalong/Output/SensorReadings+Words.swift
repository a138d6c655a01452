import Foundation
import Messages

extension SensorReadings {
    /// What is told in words, without the acceleration.
    var words: [String] {
        [
            temperature.map { String(format: "%.1f °C", $0) },
            humidity.map { String(format: "%.0f %%", $0) },
            pressure.map { String(format: "%.0f hPa", $0) },
            batteryMillivolts.map { String(format: "%.2f V", Double($0) / 1000) },
        ].compactMap(\.self)
    }
}
