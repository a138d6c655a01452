import Archive
import Foundation
import Settings
import Store
import Tracking

/// The object storage of one call.
struct ArchiveChoice: Sendable {
    let storage: ObjectStorage
    /// What was fetched of it.
    let cache: MonthCache

    /// What is given by flags, or set for more than one call; nil for none.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    static func read(_ options: ArchiveOptions?, _ settings: CommandSettings) throws -> ArchiveChoice? {
        guard let given = try settings.value(.archive, flag: options?.archive), given.text != "off" else { return nil }
        // What is none may have a secret in it.
        guard let address = ArchiveAddress(given.text) else {
            throw CommandFailure(.badInput, "\(given.origin): \(ArchiveAddress.expectation) is expected, or off")
        }
        let environment = ProcessInfo.processInfo.environment
        let limit =
            try settings.value(.archiveCache, flag: options?.cache)?
            .read(expecting: "a whole number of MiB from 1 to 1000000") { text in
                Int(text).flatMap { (1...1_000_000).contains($0) ? $0 << 20 : nil }
            } ?? MonthCache.standardLimit
        let credentials = try credentials(options, settings, environment, of: address)
        let storage = ObjectStorage(address, credentials, clock: SystemUTCClock())
        let directory = "\(Directories.cache(environment))/archive"
        return ArchiveChoice(storage: storage, cache: MonthCache(storage, in: directory, limit: limit))
    }

    /// The same where a command cannot do without.
    static func require(_ options: ArchiveOptions, _ settings: CommandSettings) throws -> ArchiveChoice {
        guard let choice = try read(options, settings) else {
            throw CommandFailure(
                .badInput, "no archive is set: --archive, or archive in the configuration file, is expected to name it")
        }
        return choice
    }

    /// Where the months of a store can be read, or why they cannot.
    ///
    /// - Throws: ``StoreError``.
    func shelf(of store: Store) throws -> any FixShelf {
        do { try storage.expectPlace(of: store) } catch let error as ArchiveError { return StrangeShelf(error) }
        return cache
    }

    private static func credentials(
        _ options: ArchiveOptions?, _ settings: CommandSettings, _ environment: [String: String],
        of address: ArchiveAddress
    ) throws -> StorageCredentials {
        if let file = try settings.value(.archiveKeyFile, flag: options?.keyFile) {
            guard let credentials = StorageCredentials(file: try SettingsFile(path: file.path).text) else {
                throw CommandFailure(
                    .badInput, "\(file.path): aws_access_key_id = … and aws_secret_access_key = … are expected")
            }
            return credentials
        }
        guard let credentials = StorageCredentials(environment: environment) else {
            throw CommandFailure(
                .badInput,
                "\(address): no keys are set; --archive-key-file, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, are "
                    + "expected")
        }
        return credentials
    }

    /// For how long months stay.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    static func keepHot(_ options: KeepHotOptions?, _ settings: CommandSettings) throws -> KeepHot {
        try settings.value(.keepHot, flag: options?.keepHot)?
            .read(expecting: KeepHot.expectation) { KeepHot($0) } ?? .standard
    }
}

extension StoreChoice {
    /// Opens the database for reading, with the months that are out.
    ///
    /// - Throws: ``StoreError``, or ``CommandFailure`` when there is none yet, or for bad input.
    func openForReading(with options: ArchiveOptions?, _ settings: CommandSettings) throws -> Store {
        let store = try openForReading()
        // Nobody needs keys who asks for nothing that is out; but what was fetched of it does not stay.
        guard try !store.monthsOut().isEmpty else {
            try? ArchiveChoice.read(options, settings)?.cache.sweep(at: SystemUTCClock().now) { try store.objectsOut() }
            return store
        }
        guard let choice = try ArchiveChoice.read(options, settings) else { return store }
        store.attach(try choice.shelf(of: store))
        try choice.cache.sweep(at: SystemUTCClock().now) { try store.objectsOut() }
        return store
    }
}
