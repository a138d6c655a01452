/// What a track was known by before it was joined with another one.
struct TrackLink: Hashable, Sendable, Codable {
    var identity: String
    var began: Int
    var last: Int
    var strength: Double?
    var counter: UInt32?
    /// How many rotations had been joined until then.
    var joins: Int

    /// How many a track keeps.
    static let most = 8
}

extension TagTrack {
    /// Takes apart what was joined wrongly: this one ends as it was known by a link, and the rest is a track of its own.
    ///
    /// What moved on a way on which the two were joined counts for neither. The number, and with it what was told and
    /// what its owner said of it, stays with the one that was heard when its owner came to know it; the other one gets
    /// the new number, and is told of if it follows.
    ///
    /// - Returns: The rest; nil where there is no such link.
    mutating func part(at index: Int, number: Int) -> TagTrack? {
        guard let links, links.indices.contains(index) else { return nil }
        let link = links[index], later = links.count - index
        let cut = index + 1 < links.count ? links[index + 1].began : began
        var rest = self
        rest.first = cut
        rest.minutes = minutes.filter { Int($0) * 60 + 59 >= cut }
        rest.links = Array(links[(index + 1)...])
        rest.lives = lives.suffix(later - 1)
        rest.doubtful = doubtful.filter { $0 > cut }
        rest.joins = joins - link.joins - 1
        rest.episodes = episodes.filter { $0.leg.departed >= cut }
        rest.score = rest.episodes.reduce(0) { $0 + $1.weight }
        (rest.stage, rest.noticed) = (.listed, nil)
        // What was told named the other one, but in the minutes before the two were joined.
        let isOfRest = (named ?? noticed).map { $0 >= cut + TrackJoin.after } ?? false
        if let noticed, noticed >= cut { (stage, self.noticed) = (.listed, nil) }
        score -= episodes.reduce(0) { $1.leg.arrived > cut ? $0 + $1.weight : $0 }
        episodes.removeAll { $0.leg.arrived > cut }
        minutes.removeAll { Int($0) * 60 + 59 >= cut }
        lives = lives.dropLast(later)
        doubtful.removeAll { $0 >= cut }
        self.links = Array(links[..<index])
        (identity, began, last, joins) = (link.identity, link.began, link.last, link.joins)
        (strength, counter) = (link.strength, link.counter)
        if isOfRest {
            rest.introduced = introduced ?? first
            self.number = number
            (named, told, introduced) = (nil, nil, nil)
        } else {
            rest.number = number
            (rest.named, rest.told, rest.introduced) = (nil, nil, nil)
        }
        return rest
    }

    /// Takes the number of another one that it was joined with, if that is the one that its owner knows.
    mutating func takeName(of new: TagTrack) {
        if let told = new.told { self.told = self.told.map { max($0, told) } ?? told }
        guard named == nil, noticed == nil, let known = new.named ?? new.noticed else { return }
        (number, named, introduced) = (new.number, known, new.introduced ?? new.first)
    }
}
