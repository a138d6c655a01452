internal import Reminders
internal import Tracking

/// Within a reminder: `sky`, bounds such as `temperature_above` and `wind_below`, `within_s`, and a `place`.
extension WeatherCondition: JSONPart {
    enum Key: String, PayloadKey {
        case place, within = "within_s", sky
        case temperatureAbove = "temperature_above", temperatureBelow = "temperature_below"
        case precipitationAbove = "precipitation_above", precipitationBelow = "precipitation_below"
        case chanceAbove = "chance_above", chanceBelow = "chance_below"
        case windAbove = "wind_above", windBelow = "wind_below"
        case snowDepthAbove = "snow_depth_above", snowDepthBelow = "snow_depth_below"

        static let table = KeyTable<Key>()
    }

    /// Which key has which bound.
    private static let bounds: [(measure: Measure, side: Side, key: Key)] = Measure.allCases.flatMap { measure in
        Side.allCases.compactMap { side in
            Key(rawValue: "\(measure.rawValue)_\(side.rawValue)").map { (measure, side, $0) }
        }
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        var limits: [Limit] = []
        for (measure, side, key) in Self.bounds {
            guard let bound = try object.number(key, in: measure.range) else { continue }
            do { limits.append(try Limit(measure, side, bound)) } catch {
                throw object.refusal(.range, key, "\(error)")
            }
        }
        let seconds = try object.integer(.within, in: 0...Self.farthest.components.seconds) ?? 0
        let place: PlaceTarget? = try object.part(.place)
        let sky: Sky? = try object.word(.sky)
        do { try self.init(place: place, within: .seconds(seconds), sky: sky, limits: limits) } catch {
            throw object.refusal(error == .empty ? .missing : .range, error == .place ? .place : .sky, error.noun)
        }
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.place, place)
        if within > .zero { writer.put(.within, within.components.seconds) }
        writer.put(.sky, sky?.rawValue)
        for (measure, side, key) in Self.bounds {
            writer.put(key, limits.first { $0.measure == measure && $0.side == side }?.bound)
        }
    }
}

extension WeatherCondition.Invalid {
    /// What is expected.
    fileprivate var noun: String {
        switch self {
        case .empty: "a sky or a bound such as temperature_below"
        case .place: "a place other than the nearest of a kind"
        default: "\(self)"
        }
    }
}
