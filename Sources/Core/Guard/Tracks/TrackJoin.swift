/// Which track goes on under a new identity.
///
/// A tag that rotates ends as one identity and begins as another, of the same network and kind and about as strong.
/// Where others come and go at the same time, as on a platform, nothing is joined.
struct TrackJoin {
    /// Seconds after its beginning when an identity is looked at: one that overlaps is heard again until then.
    static let after = 360
    /// Seconds that an earlier identity may have been heard after the beginning.
    private static let overlap = 60
    /// Seconds for which the decision is put off at most.
    private static let longest = 3600
    /// Seconds of silence between the two.
    private static let longestGap = 1500
    /// dB between the two.
    private static let similar = 15.0
    /// dB by which one has to be more alike than another.
    private static let clear = 3.0
    /// Seconds by which a rotation is early or late.
    private static let punctual = 150
    /// The deviations by which strength and moment of a rotation differ, in dB and seconds, and by how much more of
    /// their squares another one has to differ.
    private static let deviation = (strength: 2.5, time: 60.0, clear: 4.0)

    let tracks: [Int: TagTrack]
    /// Whether the owner stays somewhere at that time.
    let isStaying: Bool
    /// The time of the look.
    let now: Int

    /// What becomes of a new track.
    enum Outcome {
        /// One that it might continue may be there still.
        case early
        case continues(TagTrack)
        /// With what all that it might continue have in common at least.
        case begins(Double?)
    }

    func outcome(for new: TagTrack) -> Outcome {
        let alike = alike(new)
        if isEarly(for: new, alike) { return .early }
        if let old = predecessor(of: new, alike) { return .continues(old) }
        return .begins(belonging(of: new, alike))
    }

    /// The tracks of its network and kind that were heard so lately that they tell anything of its beginning.
    private func alike(_ new: TagTrack) -> [TagTrack] {
        tracks.values.filter {
            $0.last >= new.began - Self.longestGap && $0.number != new.number && isAlike($0, new)
        }
    }

    /// The track that the new one continues; nil for none, or more than one that it might.
    private func predecessor(of new: TagTrack, _ alike: [TagTrack]) -> TagTrack? {
        let ended = alike.filter { self.ended($0, as: new) }
        let due = ended.filter { isDue($0, at: new.began) }
        if let old = due.first {
            let rivals = alike.filter { $0.number != old.number && isDue(old, at: $0.began) }
            return due.count == 1 && isPunctual(new, after: old, rivals) ? old : nil
        }
        let rivals = alike.filter { abs($0.began - new.began) <= Self.after }
        // On the way what belongs here ends, and what is met begins.
        guard isStaying else { return nil }
        let fitting = ended.filter { old in
            old.period.map { TrackRhythm.isInStep(old, at: new.began, $0) } ?? true
        }
        if fitting.count == 1, rivals.isEmpty { return fitting.first }
        // Those that rotate at the same hour are told apart by their strength.
        let clear = fitting.filter { old in isClear(old, new, fitting.filter { $0.number != old.number }, rivals) }
        return clear.count == 1 ? clear.first : nil
    }

    /// Whether one that it might continue may be there still, only heard rarely.
    private func isEarly(for new: TagTrack, _ alike: [TagTrack]) -> Bool {
        now - new.began < Self.longest && alike.contains { follows($0, new) && !$0.isSilent(at: now) }
    }

    /// What all that it might continue have in common at least: that they belong where the owner stays.
    private func belonging(of new: TagTrack, _ alike: [TagTrack]) -> Double? {
        guard isStaying else { return nil }
        let ended = alike.filter { self.ended($0, as: new) }
        guard let most = ended.map(\.score).max(), most < new.score else { return nil }
        return most
    }

    /// Whether a track is about to rotate by the period that it has kept so far.
    private func isDue(_ track: TagTrack, at time: Int) -> Bool {
        track.period.map { abs(time - track.began - $0) <= Self.punctual } ?? false
    }

    /// Whether the new one fits what the old one is to become clearly better than any other that began about then.
    private func isPunctual(_ new: TagTrack, after old: TagTrack, _ rivals: [TagTrack]) -> Bool {
        let misfit = misfit(new, after: old)
        return rivals.allSatisfy { self.misfit($0, after: old) >= misfit + Self.deviation.clear }
    }

    /// How unlike the expected successor it is: the sum of squares of both deviations.
    private func misfit(_ new: TagTrack, after old: TagTrack) -> Double {
        let late = Double(new.began - old.began - (old.period ?? 0)) / Self.deviation.time
        guard let one = old.strength, let two = new.strength else { return late * late }
        let apart = (one - two) / Self.deviation.strength
        return late * late + apart * apart
    }

    /// Whether the two are clearly more alike in strength than either is to any other.
    private func isClear(_ old: TagTrack, _ new: TagTrack, _ olds: [TagTrack], _ news: [TagTrack]) -> Bool {
        guard let one = old.strength, let two = new.strength else { return olds.isEmpty && news.isEmpty }
        let distance = abs(one - two)
        return distance <= Self.similar
            && olds.allSatisfy { abs(($0.strength ?? two) - two) >= distance + Self.clear }
            && news.allSatisfy { abs(($0.strength ?? one) - one) >= distance + Self.clear }
    }

    private func isAlike(_ one: TagTrack, _ two: TagTrack) -> Bool {
        one.network == two.network && one.kind == two.kind
    }

    private func ended(_ track: TagTrack, as new: TagTrack) -> Bool { follows(track, new) && track.isSilent(at: now) }

    private func follows(_ track: TagTrack, _ new: TagTrack) -> Bool {
        let gap = new.began - track.last
        guard gap >= -Self.overlap, gap <= min(Self.longestGap, 2 * track.interval + 60), Self.isInOrder(track, new)
        else {
            return false
        }
        guard let one = track.strength, let two = new.strength else { return true }
        return abs(one - two) <= Self.similar
    }

    /// Whether the network's counter went on by as much as time did, in steps of a quarter of an hour, as a SmartTag's
    /// does (AirGuard, `BackgroundBluetoothScanner.saveDevice`: one step from an identity to the next).
    static func isInOrder(_ old: TagTrack, _ new: TagTrack) -> Bool {
        guard let one = old.counter, let two = new.counter else { return (old.counter == nil) == (new.counter == nil) }
        return two > one && Int(two - one) <= 1 + max(0, new.began - old.last) / 900
    }
}

extension TagTrack {
    /// Goes on under another identity, which had a track of its own so far.
    mutating func join(_ new: TagTrack) {
        let beat = period.flatMap { TrackRhythm.beat(of: self, until: new.began, $0) }
        if beat == nil {
            doubtful.append(new.began)
            if doubtful.count > 16 { doubtful.removeFirst() }
        }
        take(new, life: beat)
    }

    /// Takes in what was another track, with all of its identities; the one before lived for some seconds, or until then.
    mutating func take(_ new: TagTrack, life: Int? = nil) {
        lives = (lives + [life ?? (new.first - began)] + new.lives).suffix(TrackLink.most)
        let link = TrackLink(
            identity: identity, began: began, last: last, strength: strength, counter: counter, joins: joins
        )
        links = ((links ?? []) + [link] + (new.links ?? [])).suffix(TrackLink.most)
        joins += 1 + new.joins
        doubtful = (doubtful + new.doubtful).suffix(16)
        (identity, began, last) = (new.identity, new.began, max(last, new.last))
        if let counter = new.counter { self.counter = counter }
        if let strength = new.strength { self.strength = strength }
        minutes = Array((minutes + new.minutes.drop { $0 <= (minutes.last ?? 0) }).suffix(Self.mostMinutes))
    }
}
