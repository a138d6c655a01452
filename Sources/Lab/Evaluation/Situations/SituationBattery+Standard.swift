import Simulation

extension SituationBattery {
    /// Everyday life, in a size that takes some minutes with a few seeds.
    ///
    /// Not everything goes with everything, which would be 35,000 situations: what a table is by goes with each other,
    /// and the rest is dealt from shuffled decks, so that each card comes as often as the others.
    public static let standard = SituationBattery(rides + losses)

    /// A few situations of each kind that are no hard ones: they are to be right with every seed.
    public static let small = SituationBattery([
        Situation(.walk, .every(5), .pocket, .openSky, .kept),
        Situation(.bus, .every(20), .pocket, .urban, trackerEvery: 10, .kept),
        Situation(.metro, .every(20), .pocket, .openSky, .kept),
        Situation(.train, .every(60), .none, .openSky, trackerEvery: 60, .kept),
        Situation(.walk, .every(5), .pocket, nil, .left),
        Situation(.bus, .every(20), .none, .openSky, trackerEvery: 10, .left),
        Situation(.bicycle, .every(20), .pocket, .openSky, trackerEvery: 10, .taken),
        Situation(.walk, .every(5), .pocket, .openSky, .fetched),
    ])

    private static let phones: [Situation.Phone] = [
        .every(1), .every(5), .every(20), .every(60), .every(180), .every(300), .every(900),
        .significant, .move, .saver, .dying,
    ]
    /// Those that tell where they are before somebody is below the ground, or in the air.
    private static let quickPhones: [Situation.Phone] = [.every(1), .every(5), .every(20), .every(60)]
    private static let noises: [Surroundings?] = [nil, .openSky, .urban, .indoor]
    private static let rhythms: [Int?] = [nil, 1, 10, 60]

    /// Each rhythm of the phone with each place of a gateway.
    private static var rides: [Situation] {
        var situations: [Situation] = []
        for (happening, count) in [(Situation.Happening.kept, 5), (.silent, 1)] {
            var dealer = Dealer(happening)
            for phone in phones {
                for ears in Situation.Ears.allCases {
                    for _ in 0..<count {
                        situations.append(dealer.situation(dealer.travels.deal(), phone, ears, happening))
                    }
                }
            }
        }
        return situations
    }

    /// Each way of getting about with each place of a gateway.
    private static var losses: [Situation] {
        var situations: [Situation] = []
        let counts: [(Situation.Happening, Int)] = [(.left, 3), (.leftSilent, 1), (.taken, 2), (.fetched, 2)]
        for (happening, count) in counts {
            var dealer = Dealer(happening)
            for travel in Situation.Travel.allCases {
                let isSilent = travel == .metro || travel == .plane
                // Nobody comes back from up there within minutes.
                if isSilent, happening == .fetched { continue }
                for ears in Situation.Ears.allCases {
                    for _ in 0..<count {
                        let isQuick = isSilent || happening == .fetched
                        let phone = isQuick ? dealer.quickPhones.deal() : dealer.phones.deal()
                        situations.append(dealer.situation(travel, phone, ears, happening))
                    }
                }
            }
        }
        return situations
    }

    /// Deals what a table is not by.
    private struct Dealer {
        let name: String
        var travels: Deck<Situation.Travel>
        var phones: Deck<Situation.Phone>
        var quickPhones: Deck<Situation.Phone>
        var noises: Deck<Surroundings?>
        var rhythms: Deck<Int?>

        init(_ happening: Situation.Happening) {
            name = happening.rawValue
            travels = Deck(Situation.Travel.allCases, "\(name)/travel")
            phones = Deck(SituationBattery.phones, "\(name)/phone")
            quickPhones = Deck(SituationBattery.quickPhones, "\(name)/quick-phone")
            noises = Deck(SituationBattery.noises, "\(name)/noise")
            rhythms = Deck(SituationBattery.rhythms, "\(name)/tracker")
        }

        mutating func situation(
            _ travel: Situation.Travel,
            _ phone: Situation.Phone,
            _ ears: Situation.Ears,
            _ happening: Situation.Happening
        ) -> Situation {
            Situation(travel, phone, ears, noises.deal(), trackerEvery: rhythms.deal(), happening)
        }
    }

    /// Cards that are dealt one after the other, and shuffled anew when none is left.
    private struct Deck<Card> {
        private let cards: [Card]
        private var left: [Card] = []
        private var draws: SplitMix

        init(_ cards: [Card], _ name: String) {
            self.cards = cards
            draws = SplitMix(seed: 1, stream: "battery/\(name)")
        }

        mutating func deal() -> Card {
            if left.isEmpty { left = cards.shuffled(using: &draws) }
            return left.removeLast()
        }
    }
}
