public import CivilTime
public import Tracking

/// When the sun rises and sets, and how high it is, for any place on Earth.
///
/// By ``SolarPosition`` after Meeus, and with the sun's position at the event itself: within seconds of almanacs between
/// 65° south and 65° north from 1950 to 2100. In the open, weather and hills are worth minutes.
public enum Sun {
    /// Degrees that the sun's centre is above the horizon when its upper limb is seen there: 34′ of refraction and 16′ of
    /// the sun's own, as almanacs have it ("-50′").
    public static let limb = -50.0 / 60
    /// Degrees that its centre is above the horizon when civil twilight begins and ends.
    public static let civilTwilight = -6.0

    /// Degrees that the sun's centre is above the level horizon of a place, without refraction; -90 to 90.
    public static func altitude(at moment: Timestamp, of place: Coordinate) -> Double {
        SolarPosition(at: moment.seconds).altitude(of: place)
    }

    /// Rise, noon and set of a date at a place.
    ///
    /// The noon is the one nearest to 12:00 of the zone's clocks, so that it falls into the date also where these are far
    /// from the sun's, as in Kiribati or in the west of China; all others are around that noon, and may fall into the
    /// dates before and after.
    public static func day(_ date: CivilDate, zone: Zone, at place: Coordinate) -> SunDay {
        let clocks = zone.moment(of: CivilDateTime(date: date, time: .noon)).seconds
        let noon = passage(of: 0, near: clocks + turn(0, at: clocks, place))
        let before = passage(of: 180, near: noon - 43_200)
        let after = passage(of: 180, near: noon + 43_200)

        /// Nearer by the angle that is left each time; it is settled at the third.
        func passage(of angle: Double, near seconds: Double) -> Double {
            var seconds = seconds
            for _ in 0..<3 { seconds += turn(angle, at: seconds, place) }
            return seconds
        }

        let heights = [before, noon, after].map { SolarPosition(at: $0).altitude(of: place) }

        func morning(_ altitude: Double) -> Timestamp? {
            crossing(of: altitude, from: (before, heights[0]), to: (noon, heights[1]), place)
        }

        func evening(_ altitude: Double) -> Timestamp? {
            crossing(of: altitude, from: (after, heights[2]), to: (noon, heights[1]), place)
        }

        let (rise, set) = (morning(limb), evening(limb))
        let kind: SunDay.Kind = heights[1] <= limb ? .polarNight : rise == nil && set == nil ? .polarDay : .ordinary
        return SunDay(
            noon: Timestamp(seconds: noon),
            midnights: (Timestamp(seconds: before), Timestamp(seconds: after)),
            rise: rise,
            set: set,
            dawn: morning(civilTwilight),
            dusk: evening(civilTwilight),
            kind: kind
        )
    }

    /// Seconds until the sun's hour angle at a place is that of so many degrees, within half a day.
    private static func turn(_ angle: Double, at seconds: Double, _ place: Coordinate) -> Double {
        let now = SolarPosition(at: seconds).hourAngle + place.longitude
        // The sun comes round in a day of 86,400 s, but for half a minute.
        return SolarPosition.turned(angle - now) * 240
    }

    /// When between a midnight, at which the sun is below an altitude, and the noon, at which it is above, it passes it.
    ///
    /// Between both it climbs all the time, so there is one such moment. Each step takes the straight line between the
    /// ends; an end that stays counts half the next time ("Illinois": M. Dowell and P. Jarratt, *A modified regula falsi
    /// method for computing the root of an equation*, BIT 11, 1971), and where that has not come to 10 ms or a
    /// hundred-millionth of a degree after ten steps, the interval is halved.
    private static func crossing(
        of altitude: Double,
        from midnight: (seconds: Double, height: Double),
        to noon: (seconds: Double, height: Double),
        _ place: Coordinate
    ) -> Timestamp? {
        var (low, high) = ((midnight.seconds, midnight.height - altitude), (noon.seconds, noon.height - altitude))
        guard low.1 <= 0, high.1 > 0 else { return nil }
        var kept = 0
        for step in 0..<40 where abs(high.0 - low.0) > 0.01 {
            let share = step < 10 ? low.1 / (low.1 - high.1) : 0.5
            let seconds = low.0 + (high.0 - low.0) * share
            let height = SolarPosition(at: seconds).altitude(of: place) - altitude
            if abs(height) < 1e-8 { return Timestamp(seconds: seconds) }
            if height > 0 {
                high = (seconds, height)
                if kept > 0 { low.1 /= 2 }
                kept = 1
            } else {
                low = (seconds, height)
                if kept < 0 { high.1 /= 2 }
                kept = -1
            }
        }
        return Timestamp(seconds: (low.0 + high.0) / 2)
    }
}
