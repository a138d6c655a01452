/// What a tracker's parts draw, in milliwatts and millijoules.
struct EnergyTable {
    /// What the battery holds, in milliwatt-hours.
    let capacity: Double
    /// Processor asleep, with everything else off.
    let idle: Double
    /// Bluetooth advertising, or holding a connection.
    let bluetooth: Double
    /// The satellite receiver following its satellites.
    let gnss: Double
    /// The same without any in view.
    let gnssSearch: Double
    /// The modem registered and asleep.
    let modemAsleep: Double
    /// The modem connected, after an exchange too until the network releases it.
    let modemConnected: Double
    /// Seconds for which an exchange keeps the modem connected.
    let exchangeSeconds: Double
    /// One attachment to the network, in millijoules.
    let attach: Double
}

/// A tracker's battery and what has been drawn from it.
struct EnergyMeter: Sendable {
    enum Receiver { case off, searching, following }

    /// Drawn since the start, in milliwatt-hours.
    private(set) var drawn = 0.0
    /// How long there was power, in seconds.
    private(set) var seconds = 0.0
    /// What is left, in milliwatt-hours.
    private(set) var left: Double
    private let capacity: Double
    private var connectedUntil: Int64 = 0
    /// What the first attachment took, in milliwatt-hours; nil before it.
    private var first: Double?

    init(capacity: Double) {
        self.capacity = capacity
        left = capacity
    }

    /// Per cent, 0 to 100.
    var percent: Double { capacity > 0 ? max(0, left / capacity * 100) : 100 }

    /// How many days a full battery lasts if all goes on as it went; nil for one on the mains, and before anything was
    /// drawn.
    ///
    /// The first attachment is left out, since a life has one; those that follow belong to the way it goes.
    var forecastDays: Double? {
        let regular = drawn - (first ?? 0)
        return capacity > 0 && regular > 0 && seconds > 0 ? capacity / regular * seconds / 86_400 : nil
    }

    mutating func attach(_ table: EnergyTable) {
        draw(millijoules: table.attach)
        first = first ?? table.attach / 3600
    }

    mutating func set(percent: Double) { left = capacity * percent / 100 }

    mutating func draw(millijoules: Double) {
        drawn += millijoules / 3600
        left -= millijoules / 3600
    }

    /// The modem has something to send or has received something.
    mutating func exchange(at milliseconds: Int64, _ table: EnergyTable) {
        connectedUntil = milliseconds + Int64(table.exchangeSeconds * 1000)
    }

    /// Seconds for which there is more than so many per cent, if all parts draw as much as they can; nil for ever.
    func seconds(above percent: Int, _ table: EnergyTable) -> Double? {
        guard capacity > 0 else { return nil }
        let most = table.idle + table.bluetooth + max(table.gnss, table.gnssSearch)
        let modem = max(table.modemAsleep, table.modemConnected)
        // A thousandth less, for what is lost in adding up.
        return max(0, left - capacity * Double(percent) / 100) / max(1e-9, most + modem) * 3600 * 0.999
    }

    /// Draws for a span of time that ends now.
    mutating func run(
        _ seconds: Double,
        endingAt milliseconds: Int64,
        gnss: Receiver,
        bluetooth: Bool,
        modem: Bool,
        _ table: EnergyTable
    ) {
        self.seconds += seconds
        var power = table.idle
        switch gnss {
        case .off: break
        case .searching: power += table.gnssSearch
        case .following: power += table.gnss
        }
        if bluetooth { power += table.bluetooth }
        if modem {
            // The part of the span before the network released the modem.
            let connected = min(seconds, max(0, Double(connectedUntil - milliseconds) / 1000 + seconds))
            draw(millijoules: connected * table.modemConnected)
            draw(millijoules: (seconds - connected) * table.modemAsleep)
        }
        draw(millijoules: seconds * power)
    }
}
