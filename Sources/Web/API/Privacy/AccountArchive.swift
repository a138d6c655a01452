public import Access
import Exchange
public import Store
public import Tracking

/// Takes the bytes of an archive, in order.
public protocol ArchiveSink {
    @concurrent
    mutating func write(_ bytes: [UInt8]) async throws
}

/// All that is kept of an account and of the things of its owner, as one ZIP file.
///
/// It is made while it is read, a month of positions and a page of alerts at a time.
public struct AccountArchive: Sendable {
    private let account: Name
    private let owner: Name
    private let access: AccessControl
    private let store: Store
    private let now: Timestamp
    /// The content of `keys.json`, the keys of the owner's tags; nil, as it is unless somebody asks for them, for none.
    public var keys: [UInt8]?

    /// The export of an account, with the items and phones of an owner.
    public init(of account: Name, owner: Name, access: AccessControl, store: Store, at now: Timestamp) {
        (self.account, self.owner, self.access, self.store, self.now) = (account, owner, access, store, now)
    }

    /// Whether anything is kept of it, were it only that it is being erased.
    public var exists: Bool {
        get throws {
            let isAccount = try access.accounts().contains { $0.name == account }
            let isLeaving = try access.erasures().contains { $0.account == account || $0.account == nil }
            if try isAccount || isLeaving || !store.devices(of: owner).isEmpty { return true }
            return try !store.reminders(of: owner).isEmpty || store.calendar(of: owner) != nil
        }
    }

    /// What to call the file.
    public var fileName: String { "tagalong-\(account)-\("\(now)".prefix(10)).zip" }

    /// Writes the archive.
    ///
    /// - Throws: ``AccessError``, ``StoreError``, and what the sink throws.
    @concurrent
    public func write(to sink: inout some ArchiveSink) async throws {
        var zip = ZipWriter()
        let devices = try store.devices(of: owner)
        try await file("README.txt", Array(readme(devices).utf8), &zip, &sink)
        let portrait = PortraitFiles(try access.portrait(of: account, owner: owner))
        for (name, json) in try portrait.all() { try await file(name, json, &zip, &sink) }
        let people = PeopleFiles(try access.peoplePortrait(of: account, owner: owner, at: now))
        for (name, bytes) in try people.all() { try await file(name, bytes, &zip, &sink) }
        if let keys { try await file("keys.json", keys, &zip, &sink) }
        try await file("reminders.json", try ReminderFiles(owner, store).reminders(), &zip, &sink)
        try await reminderEvents(&zip, &sink)
        if let calendar = try ReminderFiles(owner, store).calendar() {
            try await file("calendar.json", calendar, &zip, &sink)
        }
        for device in devices { try await write(device, &zip, &sink) }
        try await sink.write(zip.finish())
    }

    @concurrent
    private func file(
        _ name: String, _ bytes: [UInt8], _ zip: inout ZipWriter, _ sink: inout some ArchiveSink
    ) async throws {
        try await sink.write(zip.begin(name, at: now) + zip.add(bytes))
    }

    @concurrent
    private func write(_ device: DeviceRow, _ zip: inout ZipWriter, _ sink: inout some ArchiveSink) async throws {
        let folder = "\(device.kind == .tracker ? "items" : "phones")/\(device.id.device)"
        let files = DeviceFiles(device, store)
        try await file("\(folder)/about.json", try files.about(), &zip, &sink)
        if let photo = try store.photo(of: device.id) {
            try await file("\(folder)/photo.\(photo.ending)", photo.data, &zip, &sink)
        }
        try await file("\(folder)/place-events.json", try files.placeEvents(), &zip, &sink)
        try await file("\(folder)/refused.json", try files.refused(), &zip, &sink)
        try await alerts(of: device.id, "\(folder)/alerts.jsonl", &zip, &sink)
        for month in try store.months(of: device.id) {
            for format in [TrackFormat.csv, .rec] {
                try await fixes(of: device, since: month, format, "\(folder)/fixes", &zip, &sink)
            }
        }
    }

    @concurrent
    private func alerts(
        of device: DeviceID, _ name: String, _ zip: inout ZipWriter, _ sink: inout some ArchiveSink
    ) async throws {
        try await sink.write(zip.begin(name, at: now))
        var search = AlertSearch()
        (search.owner, search.tracker) = (device.owner, device.device)
        while true {
            let rows = try store.alerts(search, limit: 500)
            for row in rows { try await sink.write(zip.add(try row.json() + [UInt8(ascii: "\n")])) }
            guard rows.count == 500, let last = rows.last else { return }
            search.before = AlertSearch.Place(last)
        }
    }

    @concurrent
    private func reminderEvents(_ zip: inout ZipWriter, _ sink: inout some ArchiveSink) async throws {
        try await sink.write(zip.begin("reminder-events.jsonl", at: now))
        var before: String?
        while true {
            let rows = try store.reminderEvents(of: [owner], before: before, limit: 500)
            for row in rows { try await sink.write(zip.add(row.payload + [UInt8(ascii: "\n")])) }
            guard rows.count == 500, let last = rows.last else { return }
            before = last.id
        }
    }

    /// The fixes of a calendar month, in files of at most 3 GiB.
    @concurrent
    private func fixes(
        of device: DeviceRow,
        since month: Timestamp,
        _ format: TrackFormat,
        _ folder: String,
        _ zip: inout ZipWriter,
        _ sink: inout some ArchiveSink
    ) async throws {
        let name = "\(folder)/\("\(month)".prefix(7))"
        var pages = FixPages(store, of: device.id, month...month.monthsEnd)
        var (part, writer) = (1, format.writer(for: device.item?.text ?? device.id.device.text))
        try await sink.write(zip.begin("\(name).\(format.ending)", at: now) + zip.add(Array(writer.start().utf8)))
        while let page = try await pages.page() {
            if zip.size > 3 << 30 {
                part += 1
                let end = zip.add(Array(writer.end().utf8))
                writer = format.writer(for: device.item?.text ?? device.id.device.text)
                let next = zip.begin("\(name)-\(part).\(format.ending)", at: now)
                try await sink.write(end + next + zip.add(Array(writer.start().utf8)))
            }
            var text = ""
            for fix in page { text += writer.add(fix) }
            try await sink.write(zip.add(Array(text.utf8)))
        }
        try await sink.write(zip.add(Array(writer.end().utf8)))
    }

    private var keyLines: String {
        guard keys != nil else { return "" }
        return """
            keys.json         SECRET: the keys of tags whose addresses rotate; who has them recognises the tags.
                              'tagalong pair --key keys.json NAME --item ITEM' pairs one again

            """
    }

    private func readme(_ devices: [DeviceRow]) -> String {
        """
        All that Tagalong keeps of the account '\(account)' and of the things of the owner '\(owner)'
        as of \(now), \(devices.count) device\(devices.count == 1 ? "" : "s")

        Times are RFC 3339 in UTC, coordinates degrees on WGS 84, distances metres.

        account.json      the account, its mail address, what it may do, identities of other sites, its sessions, tokens, passkeys, the devices it logged in
                          from and the browsers that alerts are pushed to; no passcode, no secret and no hash of one: nothing here lets anybody in
        shares.json       what other accounts may do with these things
        links.json        the open links to these things, and those that the account made
        people.json       the profile with all sections, contacts with what each grants the other, requests, groups,
                          invitations, and what is shared with contacts and groups, by and with the account
        picture.*         the picture of the profile; groups/* those of the groups that the account made
        found-pages.json  the pages for finders that the account made, and what finders have written there
        inbox.json        what others have told it, the newest first, and the kinds that it has silenced
        audit.json        logins, refusals and changes of the account
        looks.json        which other accounts looked at these things, when and from where
        looked.json       which things of others this account looked at
        reminders.json    the reminders, each with how it stands with it
        reminder-events.jsonl  what they have told and what was done with it, a line for each, the newest first
        calendar.json     that a calendar is connected, and since when; not where it is, nor what logs in there
        items/NAME/       a thing with a tracker; phones/NAME/ a phone
          about.json      its name, how it is watched over, its places, and the last messages of it
          photo.*         its photo
          alerts.jsonl    every alert with what it rested on, a line for each, the newest first
          place-events.json  places that a phone came to, left or defined
          refused.json    messages of it that could not be used
          fixes/MONTH.csv every position; 'tagalong import' reads it back
          fixes/MONTH.rec the same as OwnTracks has it, with the keys that have no column in the other
        \(keyLines)
        What is not here: logs of the machine, copies that somebody made (backups), and what the broker has under way.

        """
    }
}

extension Timestamp {
    /// The last millisecond of the calendar month that begins at this moment.
    fileprivate var monthsEnd: Timestamp {
        let (year, month, _) = Self.civil(fromDays: milliseconds.dividedDown(by: 86_400_000))
        let next = month == 12 ? (year + 1, Int64(1)) : (year, month + 1)
        return Timestamp(milliseconds: Self.days(fromCivil: next.0, next.1, 1) * 86_400_000 - 1)
    }
}

extension Int64 {
    fileprivate func dividedDown(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
