internal import Files

extension ZoneDatabase {
    /// The zone of this machine, as the C library finds it.
    ///
    /// `TZ` comes first: a name, a name after a colon, a file of the database, or a rule as POSIX has it; empty it is UTC.
    /// Then `/etc/localtime`, whose name is where its link leads or what `/etc/timezone` says, then that name alone, else
    /// UTC. `TZDIR` is where the database is.
    /// - Throws: ``ZoneError`` where what is set is no zone.
    public static func local(environment: [String: String]) throws(ZoneError) -> Zone {
        try local(environment: environment, etc: "/etc")
    }

    static func local(environment: [String: String], etc: String) throws(ZoneError) -> Zone {
        let database = environment["TZDIR"].map { ZoneDatabase(directory: $0) } ?? ZoneDatabase()
        if let text = environment["TZ"] { return try database.zone(set: text) }
        return try database.zone(ofMachine: etc)
    }

    /// What `TZ` says.
    private func zone(set text: String) throws(ZoneError) -> Zone {
        let isFile = text.hasPrefix(":")
        let text = String(text.dropFirst(isFile ? 1 : 0))
        guard !text.isEmpty else { return .utc }
        let name = text.hasPrefix(directory + "/") ? String(text.dropFirst(directory.utf8.count + 1)) : text
        do throws(ZoneError) { return try zone(named: name) } catch {
            switch error {
            case .unknown, .badName:
                // A rule has an offset, which only few names have: what has none is told of as a name.
                guard !isFile, text.utf8.contains(where: { (48...57).contains($0) }) else { throw error }
                return try Zone(name: text, posix: text)
            case .unreadable, .badFile, .leapSeconds, .badRule: throw error
            }
        }
    }

    /// What is set for the whole machine.
    private func zone(ofMachine etc: String) throws(ZoneError) -> Zone {
        let link = etc + "/localtime"
        guard let data = try Self.read(link) else {
            guard let name = Self.written(in: etc) else { return .utc }
            return try zone(named: name)
        }
        let name = linked(link) ?? Self.written(in: etc) ?? "localtime"
        return try Zone(name: name, data: data)
    }

    /// The name that a link into the database leads to; a link of the database to another of its names is followed too.
    private func linked(_ path: String) -> String? {
        guard let end = FileReader.destination(of: path), let home = FileReader.destination(of: directory),
            end.hasPrefix(home + "/")
        else { return nil }
        let name = String(end.dropFirst(home.utf8.count + 1))
        return Self.isName(name) ? name : nil
    }

    /// What `/etc/timezone` says, its first line.
    private static func written(in etc: String) -> String? {
        guard let bytes = try? read(etc + "/timezone") else { return nil }
        let line = String(decoding: bytes.prefix { $0 > 32 }, as: UTF8.self)
        return isName(line) ? line : nil
    }
}
