/// Finds the first of many patterns that matches, without trying them all: by a key that has to be advertised.
struct PatternIndex: Sendable {
    /// A pattern and its profile; the order of all entries is the order in which they are tried.
    private struct Entry: Sendable {
        var pattern: TagPattern
        var profile: Int
    }

    private var entries: [Entry] = []
    private var byService: [BluetoothUUID: [Int]] = [:]
    private var byServiceData: [BluetoothUUID: [Int]] = [:]
    private var byCompany: [UInt16: [Int]] = [:]
    /// Those that no such key gives away: a name only, or a frame of any company.
    private var rest: [Int] = []

    /// Profiles in the order in which they win among patterns that settle as much.
    init(_ profiles: [TagProfile]) {
        let all = profiles.enumerated().flatMap { place, profile in
            profile.patterns.map { (entry: Entry(pattern: $0, profile: place), bits: $0.specificity) }
        }
        // Sorting keeps the order of equals.
        entries = all.enumerated()
            .sorted { ($1.element.bits, $0.offset) < ($0.element.bits, $1.offset) }
            .map(\.element.entry)
        for (place, entry) in entries.enumerated() { add(entry.pattern, at: place) }
    }

    private mutating func add(_ pattern: TagPattern, at place: Int) {
        switch pattern.anchor {
        case .service(let uuid): byService[uuid, default: []].append(place)
        case .serviceData(let uuid): byServiceData[uuid, default: []].append(place)
        case .company(let company): byCompany[company, default: []].append(place)
        case nil: rest.append(place)
        }
    }

    /// The place of the profile that an advertisement belongs to; nil when none matches.
    func profile(of advertisement: Advertisement) -> Int? {
        var best = Int.max
        for uuid in advertisement.serviceData.keys { improve(&best, byServiceData[uuid], advertisement) }
        for company in advertisement.manufacturerData.keys { improve(&best, byCompany[company], advertisement) }
        for uuid in advertisement.services { improve(&best, byService[uuid], advertisement) }
        improve(&best, rest, advertisement)
        return best == .max ? nil : entries[best].profile
    }

    /// Lowers `best` to the first entry that matches, when that comes before it.
    private func improve(_ best: inout Int, _ places: [Int]?, _ advertisement: Advertisement) {
        guard let places else { return }
        for place in places {
            if place >= best { return }
            if entries[place].pattern.matches(advertisement) {
                best = place
                return
            }
        }
    }
}

extension TagPattern {
    /// A key that an advertisement must have for the pattern to match.
    fileprivate enum Anchor {
        case service(BluetoothUUID)
        case serviceData(BluetoothUUID)
        case company(UInt16)
    }

    fileprivate var anchor: Anchor? {
        if let frame { return frame.anchor }
        if let serviceData { return .serviceData(serviceData.key) }
        if let manufacturer { return .company(manufacturer.key) }
        return services.min().map { .service($0) }
    }
}

extension FrameCondition {
    /// Nil for a frame that no key gives away.
    fileprivate var anchor: TagPattern.Anchor? {
        switch self {
        case .altBeacon: nil
        case .iBeacon, .findMy: .company(IBeaconFrame.company)
        case .eddystone: .serviceData(EddystoneFrame.service)
        case .dult: .serviceData(DULTFrame.service)
        case .fmdn: .serviceData(FMDNFrame.service)
        case .smartTag: .serviceData(SmartTagFrame.service)
        case .chipolo: .serviceData(ChipoloFrame.service)
        case .tagalong: .service(TagalongService.uuid)
        }
    }
}
