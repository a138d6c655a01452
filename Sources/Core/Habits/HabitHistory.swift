public import Tracking

/// What is known of where somebody and their things were, as suggestions are looked for in it.
public struct HabitHistory: Sendable {
    /// Where their phone was, oldest first.
    public var fixes: [Fix]
    public var things: [Belonging]
    public var places: [HabitPlace]

    public init(fixes: [Fix], things: [Belonging], places: [HabitPlace]) {
        (self.fixes, self.things, self.places) = (fixes, things, places)
    }
}

/// A thing of somebody's, and where it was.
public struct Belonging: Sendable {
    /// Which of the owner's things.
    public var thing: Name
    /// What a person calls it.
    public var title: ItemName
    /// Where it was, oldest first.
    public var fixes: [Fix]

    public init(thing: Name, title: ItemName, fixes: [Fix]) {
        (self.thing, self.title, self.fixes) = (thing, title, fixes)
    }
}

/// A place of somebody's that has a name.
public struct HabitPlace: Hashable, Sendable {
    public var name: ItemName
    /// Places of several things may have the same name: then it is any of them.
    public var areas: [Area]

    public init(name: ItemName, areas: [Area]) { (self.name, self.areas) = (name, areas) }

    /// Places by their names, in the order in which these come first.
    public static func all(of places: [TrustedPlace]) -> [HabitPlace] {
        var found: [HabitPlace] = []
        for place in places {
            guard let index = found.firstIndex(where: { $0.name == place.name }) else {
                found.append(HabitPlace(name: place.name, areas: [place.area]))
                continue
            }
            if !found[index].areas.contains(place.area) { found[index].areas.append(place.area) }
        }
        return found
    }

    /// How likely somebody with this fix is in it.
    func probability(of fix: Fix) -> Double {
        areas.reduce(0) { max($0, $1.probability(of: fix.coordinate, sigma: fix.sigma)) }
    }

    /// Metres from the border to the outside; 0 within.
    func distance(to position: Coordinate) -> Double {
        max(0, -(areas.map { $0.depth(of: position) }.max() ?? -.infinity))
    }

    /// Where a fix is for sure, as far as it says so.
    func side(of fix: Fix) -> Side? {
        let probability = probability(of: fix)
        if probability >= Self.sure { return .inside }
        return probability <= 1 - Self.sure ? .outside : nil
    }

    enum Side: Hashable, Sendable { case inside, outside }

    /// As for a reminder's place: with a phone's usual doubt indoors nobody would ever be more surely in a small one.
    static let sure = 0.8
}
