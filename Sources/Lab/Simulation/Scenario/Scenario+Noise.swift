import Settings
import Tracking

extension Scenario {
    /// How far what is measured and sent is from what is, in each kind of surroundings.
    public struct Noise: Hashable, Sendable {
        /// Where it begins; an event may lead elsewhere.
        public let surroundings: Surroundings
        private var sets: [Surroundings: NoiseParameters] = [:]

        /// The sets as they are written in docs/noise.md.
        public init(_ surroundings: Surroundings) { self.surroundings = surroundings }

        /// What is wrong in some surroundings.
        public internal(set) subscript(surroundings: Surroundings) -> NoiseParameters {
            get { sets[surroundings] ?? NoiseParameters(surroundings) }
            set { sets[surroundings] = newValue }
        }
    }
}

/// Reads what a scenario says about noise: one of the sets by its name, or a mapping that changes single values of one.
enum NoiseReader {
    private enum Word: String, CaseIterable {
        case none
        case openSky = "open-sky"
        case urban
        case indoor
    }

    private enum Key: String, SettingsKey {
        case surroundings, gnss, radio, cellular
        case clockRate = "clock-ppm"
    }

    /// The noise that a value tells; nil for none.
    static func noise(_ value: SettingsValue) throws(SettingsError) -> Scenario.Noise? {
        guard value.isSection else {
            return Surroundings(rawValue: try value.word(Word.self).rawValue).map { Scenario.Noise($0) }
        }
        let section = try value.section(Key.self)
        let surroundings = try section[.surroundings]?.word(Surroundings.self) ?? .openSky
        var noise = Scenario.Noise(surroundings)
        for place in Surroundings.allCases {
            var parameters = NoiseParameters(place)
            try change(&parameters, section)
            noise[place] = parameters
        }
        return noise
    }

    private static func change(
        _ parameters: inout NoiseParameters, _ section: SettingsSection<Key>
    ) throws(SettingsError) {
        if let value = section[.gnss] { try changeGNSS(&parameters, value) }
        if let value = section[.radio] {
            parameters.radio = try isNone(value) ? nil : radio(parameters.radio ?? .init(), value)
        }
        if let value = section[.cellular] {
            parameters.cellular = try isNone(value) ? nil : cellular(parameters.cellular ?? .init(), value)
        }
        try section.read(.clockRate, into: &parameters.clockRate, in: 0...10_000, unit: "ppm")
    }

    /// `gnss: none` leaves a part exact.
    private static func isNone(_ value: SettingsValue) throws(SettingsError) -> Bool {
        if value.isSection { return false }
        guard value.text == "none" else { throw value.unexpected("none or a mapping (key: value)") }
        return true
    }

    private enum GNSSKey: String, SettingsKey {
        case dilution = "hdop"
        case dilutionSpread = "hdop-spread"
        case dilutionTime = "hdop-time"
        case rangeError = "uere-m"
        case phoneRangeError = "phone-uere-m"
        case phoneNetworkError = "phone-network-m"
        case whiteShare = "white-share"
        case fastShare = "fast-share"
        case fastTime = "fast-time"
        case slowTime = "slow-time"
        case accuracySpread = "accuracy-spread"
        case accuracyTime = "accuracy-time"
        case jumpEvery = "jump-every"
        case jumpFor = "jump-for"
        case jumpLength = "jump-m"
        case jumpNoticed = "jump-noticed"
        case blockedEvery = "blocked-every"
        case blockedFor = "blocked-for"
        case coldStart = "cold-start"
        case warmStart = "warm-start"
        case hotStart = "hot-start"
        case startSpread = "start-spread"
        case orbitsLast = "orbits-last"
    }

    private static func changeGNSS(_ parameters: inout NoiseParameters, _ value: SettingsValue) throws(SettingsError) {
        guard try !isNone(value), var gnss = parameters.gnss else { return parameters.gnss = nil }
        let section = try value.section(GNSSKey.self)
        try section.read(.dilution, into: &gnss.dilution, in: 0...100)
        try section.read(.dilutionSpread, into: &gnss.dilutionSpread, in: 0...2)
        try section.readTime(.dilutionTime, into: &gnss.dilutionTime)
        try section.read(.rangeError, into: &gnss.rangeError, in: 0...1000, unit: "m")
        try section.read(.phoneRangeError, into: &parameters.phoneRangeError, in: 0...1000, unit: "m")
        try section.read(.phoneNetworkError, into: &parameters.phoneNetworkError, in: 0...10_000, unit: "m")
        try section.readShare(.whiteShare, into: &gnss.whiteShare)
        try section.readShare(.fastShare, into: &gnss.fastShare)
        try section.readTime(.fastTime, into: &gnss.fastTime)
        try section.readTime(.slowTime, into: &gnss.slowTime)
        try section.read(.accuracySpread, into: &gnss.accuracySpread, in: 0...2)
        try section.readTime(.accuracyTime, into: &gnss.accuracyTime)
        try section.readTime(.jumpEvery, into: &gnss.jumps.off)
        try section.readTime(.jumpFor, into: &gnss.jumps.on)
        try section.read(.jumpLength, into: &gnss.jumpLength, in: 0...1000, unit: "m")
        try section.readShare(.jumpNoticed, into: &gnss.jumpNoticed)
        try section.readTime(.blockedEvery, into: &gnss.blocked.off)
        try section.readTime(.blockedFor, into: &gnss.blocked.on)
        try section.readTime(.coldStart, into: &gnss.coldStart)
        try section.readTime(.warmStart, into: &gnss.warmStart)
        try section.readTime(.hotStart, into: &gnss.hotStart)
        try section.read(.startSpread, into: &gnss.startSpread, in: 0...2)
        try section.readTime(.orbitsLast, into: &gnss.orbitsLast)
        guard gnss.whiteShare + gnss.fastShare <= 1 else {
            throw SettingsError(value.place, "white-share and fast-share are more than 100% together")
        }
        parameters.gnss = gnss
    }

    private enum RadioKey: String, SettingsKey {
        case calibrated, exponent
        case biasSigma = "bias-db"
        case shadowSigma = "shadow-db"
        case shadowTime = "shadow-time"
        case fadeSigma = "fade-db"
        case channelSigma = "channel-db"
        case bodyLoss = "body-db"
        case bodyEvery = "body-every"
        case bodyFor = "body-for"
        case sensitivity = "sensitivity-dbm"
        case softness = "softness-db"
        case loss, supervision
        case rotateEvery = "rotate-every"
        case rotateGap = "rotate-gap"
    }

    private static func radio(
        _ start: RadioNoise.Parameters, _ value: SettingsValue
    ) throws(SettingsError) -> RadioNoise.Parameters {
        let section = try value.section(RadioKey.self)
        var radio = start
        radio.isCalibrated = try section[.calibrated]?.flag() ?? false
        // As good as it gets with half a minute at two distances.
        if radio.isCalibrated { radio.biasSigma = 2 }
        radio.exponent = try section[.exponent]?.number(in: 0.5...10) ?? radio.exponent
        try section.read(.biasSigma, into: &radio.biasSigma, in: 0...40, unit: "dB")
        try section.read(.shadowSigma, into: &radio.shadowSigma, in: 0...40, unit: "dB")
        try section.readTime(.shadowTime, into: &radio.shadowTime)
        try section.read(.fadeSigma, into: &radio.fadeSigma, in: 0...40, unit: "dB")
        try section.read(.channelSigma, into: &radio.channelSigma, in: 0...40, unit: "dB")
        try section.read(.bodyLoss, into: &radio.bodyLoss, in: 0...60, unit: "dB")
        try section.readTime(.bodyEvery, into: &radio.body.off)
        try section.readTime(.bodyFor, into: &radio.body.on)
        try section.read(.sensitivity, into: &radio.sensitivity, in: -127...0, unit: "dBm")
        try section.read(.softness, into: &radio.softness, in: 0.01...20, unit: "dB")
        try section.readShare(.loss, into: &radio.loss)
        try section.readTime(.supervision, into: &radio.supervision)
        try section.readTime(.rotateEvery, into: &radio.rotateEvery)
        try section.readTime(.rotateGap, into: &radio.rotateGap)
        return radio
    }

    private enum CellularKey: String, SettingsKey {
        case firstAttach = "first-attach"
        case attach
        case attachSpread = "attach-spread"
        case attachLimit = "attach-limit"
        case exchange, wake
        case exchangeSpread = "exchange-spread"
        case holeEvery = "hole-every"
        case holeFor = "hole-for"
        case saving
        case active, tail
        case updateEvery = "update-every"
        case cycle
        case backOff = "back-off"
        case backOffLimit = "back-off-limit"
    }

    private static func cellular(
        _ start: CellularNoise.Parameters, _ value: SettingsValue
    ) throws(SettingsError) -> CellularNoise.Parameters {
        let section = try value.section(CellularKey.self)
        var cellular = start
        try section.readTime(.firstAttach, into: &cellular.firstAttach)
        cellular.attach = try section.time(.attach) ?? cellular.attach
        try section.read(.attachSpread, into: &cellular.attachSpread, in: 0...2)
        try section.readTime(.attachLimit, into: &cellular.attachLimit)
        cellular.exchange = try section.time(.exchange) ?? cellular.exchange
        try section.readTime(.wake, into: &cellular.wake)
        try section.read(.exchangeSpread, into: &cellular.exchangeSpread, in: 0...2)
        try section.readTime(.holeEvery, into: &cellular.holes.off)
        try section.readTime(.holeFor, into: &cellular.holes.on)
        cellular.saving = try section[.saving]?.word(CellularNoise.Parameters.Saving.self) ?? cellular.saving
        try section.readTime(.active, into: &cellular.active)
        try section.readTime(.tail, into: &cellular.tail)
        try section.readTime(.updateEvery, into: &cellular.updateEvery)
        try section.readTime(.cycle, into: &cellular.cycle)
        try section.readTime(.backOff, into: &cellular.backOff)
        try section.readTime(.backOffLimit, into: &cellular.backOffLimit)
        return cellular
    }
}

extension SettingsSection {
    func read(
        _ key: Key, into number: inout Double, in range: ClosedRange<Double>, unit: String = ""
    ) throws(SettingsError) {
        if let value = self[key] { number = try value.number(in: range, unit: unit) }
    }

    fileprivate func readShare(_ key: Key, into share: inout Double) throws(SettingsError) {
        if let value = self[key] { share = try value.percentage() }
    }

    fileprivate func readTime(_ key: Key, into seconds: inout Double) throws(SettingsError) {
        seconds = try time(key) ?? seconds
    }

    fileprivate func time(_ key: Key) throws(SettingsError) -> Double? {
        try self[key]?.duration(in: .zero...Duration.seconds(400 * 86_400)).inSeconds
    }
}
