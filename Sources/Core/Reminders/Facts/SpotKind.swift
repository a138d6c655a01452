/// A kind of shop or service, of which the nearest is of use.
///
/// The raw values are what is written in files and interfaces.
public enum SpotKind: String, CaseIterable, Hashable, Sendable {
    case supermarket, convenience, bakery, butcher, greengrocer, kiosk, drugstore, pharmacy
    case doItYourself = "diy"
    case hardware, electronics, clothes, shoes, books, pets, florist, hairdresser, laundry, bicycle
    case petrol
    case chargingStation = "charging-station"
    case postOffice = "post-office"
    case postBox = "post-box"
    case bank, cashMachine = "cash-machine"
    case doctor, dentist, hospital, library, school, restaurant, cafe, recycling
    case railwayStation = "railway-station"
    case busStop = "bus-stop"

    /// A key and its value in OpenStreetMap.
    public struct Tag: Hashable, Sendable {
        public let key: String
        public let value: String

        init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }
    }

    /// What it is tagged with in OpenStreetMap, one or the other, by the wiki's page "Map features"; letters, digits and
    /// underscores only.
    public var tags: [Tag] {
        switch self {
        case .supermarket: [Tag("shop", "supermarket")]
        case .convenience: [Tag("shop", "convenience")]
        case .bakery: [Tag("shop", "bakery")]
        case .butcher: [Tag("shop", "butcher")]
        case .greengrocer: [Tag("shop", "greengrocer")]
        case .kiosk: [Tag("shop", "kiosk"), Tag("shop", "newsagent")]
        case .drugstore: [Tag("shop", "chemist")]
        case .pharmacy: [Tag("amenity", "pharmacy")]
        case .doItYourself: [Tag("shop", "doityourself")]
        case .hardware: [Tag("shop", "hardware"), Tag("shop", "doityourself")]
        case .electronics: [Tag("shop", "electronics"), Tag("shop", "computer"), Tag("shop", "mobile_phone")]
        case .clothes: [Tag("shop", "clothes")]
        case .shoes: [Tag("shop", "shoes")]
        case .books: [Tag("shop", "books")]
        case .pets: [Tag("shop", "pet")]
        case .florist: [Tag("shop", "florist")]
        case .hairdresser: [Tag("shop", "hairdresser")]
        case .laundry: [Tag("shop", "laundry"), Tag("shop", "dry_cleaning")]
        case .bicycle: [Tag("shop", "bicycle")]
        case .petrol: [Tag("amenity", "fuel")]
        case .chargingStation: [Tag("amenity", "charging_station")]
        case .postOffice: [Tag("amenity", "post_office")]
        case .postBox: [Tag("amenity", "post_box")]
        case .bank: [Tag("amenity", "bank")]
        case .cashMachine: [Tag("amenity", "atm")]
        case .doctor: [Tag("amenity", "doctors"), Tag("healthcare", "doctor")]
        case .dentist: [Tag("amenity", "dentist")]
        case .hospital: [Tag("amenity", "hospital")]
        case .library: [Tag("amenity", "library")]
        case .school: [Tag("amenity", "school")]
        case .restaurant: [Tag("amenity", "restaurant")]
        case .cafe: [Tag("amenity", "cafe")]
        case .recycling: [Tag("amenity", "recycling")]
        case .railwayStation: [Tag("railway", "station"), Tag("railway", "halt")]
        case .busStop: [Tag("highway", "bus_stop")]
        }
    }
}
