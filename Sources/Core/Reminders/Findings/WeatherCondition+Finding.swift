import Tracking

extension WeatherCondition {
    /// How it stands at a moment by a forecast.
    func finding(at now: Timestamp, forecast: Known<Forecast>) -> Finding {
        guard let forecast = forecast.value else { return .unknown(forecast.missing ?? .waiting) }
        let last = now.advanced(by: within)
        let usable = forecast.usableUntil
        guard now < usable else { return .unknown(.waiting) }
        let ahead = forecast.slots.drop { $0.to <= now }
        var until = usable
        var (found, present): (Forecast.Slot?, Forecast.Slot?)
        var missing: Missing?
        for slot in ahead {
            let enters = slot.from.advanced(by: .zero - within)
            if enters > now {
                until = min(until, enters)
                break
            }
            until = min(until, slot.to)
            if slot.from <= now { present = slot }
            guard found == nil else { continue }
            switch verdict(of: slot.weather) {
            case .holds: found = slot
            case .fails: break
            case .lacks(let what): missing = missing ?? .lacks(what)
            }
        }
        if let found { return Finding(.holds, forecast.value(found), until: until) }
        guard let present, (forecast.slots.last?.to ?? now) > last || within == .zero else {
            return .unknown(missing ?? .horizon, until: until)
        }
        if let missing { return .unknown(missing, until: until) }
        return Finding(.fails, forecast.value(present), until: until)
    }

    private enum Match {
        case holds, fails
        /// The forecast does not tell this.
        case lacks(String)
    }

    /// Whether the weather is as asked for; what fails for sure does, whatever else is not told.
    private func verdict(of weather: Weather) -> Match {
        var lacking: String?
        if let sky {
            if let found = weather.sky { if found != sky { return .fails } } else { lacking = "sky" }
        }
        for limit in limits {
            guard let value = weather[limit.measure] else {
                lacking = lacking ?? limit.measure.rawValue
                continue
            }
            if limit.side == .above ? value <= limit.bound : value >= limit.bound { return .fails }
        }
        return lacking.map(Match.lacks) ?? .holds
    }
}

extension Forecast {
    /// For how long after its validity a forecast still counts, while a newer one is waited for.
    static let grace = Duration.seconds(3600)

    /// Until when it counts.
    var usableUntil: Timestamp { expires.advanced(by: Self.grace) }

    fileprivate func value(_ slot: Slot) -> Finding.Value {
        .weather(slot.weather, from: slot.from, to: slot.to, source: source)
    }
}

extension Weather {
    /// What is measured, in the unit of the measure; nil where it is not told.
    public subscript(measure: WeatherCondition.Measure) -> Double? {
        switch measure {
        case .temperature: temperature
        case .precipitation: precipitation
        case .chance: chance.map { $0 * 100 }
        case .wind: wind
        case .snowDepth: snowDepth
        }
    }
}
