import Synchronization
public import Tracking

/// Where months that were moved out can be read: what was fetched of an object storage.
public protocol FixShelf: Sendable {
    /// The fixes of a month as a store of their own, for reading; nil while they are not here.
    ///
    /// - Throws: ``StoreError`` for what was fetched and cannot be read.
    func open(_ month: MonthOut) throws -> Store?

    /// Fetches a month, which ``open(_:)`` has as long as the store is kept, at least.
    ///
    /// - Throws: Why it cannot be had.
    func fetch(_ month: MonthOut) async throws -> Store

    /// Drops what was fetched to a file, as it cannot be read; false for a file that is none of these.
    func discard(_ path: String) -> Bool
}

extension FixShelf {
    public func discard(_ path: String) -> Bool { false }
}

/// What was asked for lies in months that are out, and are not here; see ``Store/fetching(_:)``.
public struct FixesOut: Error, Hashable, Sendable, CustomStringConvertible {
    /// The months to be fetched.
    public let months: [MonthOut]

    public var description: String {
        guard let first = months.first else { return "positions are in the object storage" }
        return "the positions of \(first.device) of \(first.month) are in \(first.storage) and have to be fetched"
    }
}

/// Months that are out cannot be had now: an answer without them would be wrong.
public struct FixesAway: Error, Hashable, Sendable, CustomStringConvertible {
    public let month: MonthOut
    /// Why, within a sentence.
    public let reason: String

    public var description: String {
        "the positions of \(month.device) of \(month.month) cannot be read now: \(reason)"
    }
}

/// Where fixes are looked for.
public enum FixReach: Sendable {
    /// Wherever they are. What is out is fetched by ``Store/fetching(_:)``.
    case everything
    /// In the store alone, where the newest always are: for what must not wait for others.
    case store
}

extension Store {
    /// Has months that are out read from a shelf; nil to have them refused.
    public func attach(_ shelf: (any FixShelf)?) { self.shelf.withLock { $0 = shelf } }

    /// Reads, and fetches what that needs of months that are out.
    ///
    /// `body` is run again after each fetch: it must lead to nothing else than its value. What was fetched and cannot be
    /// read is fetched once more.
    ///
    /// - Throws: What `body` throws, or ``FixesAway``.
    public func fetching<Value>(_ body: () throws -> Value) async throws -> Value {
        var (fetched, discarded) = ([Store](), Set<String>())
        while true {
            do { return try withExtendedLifetime(fetched, body) } catch let out as FixesOut {
                guard let shelf = shelf.withLock({ $0 }) else { throw out }
                try Task.checkCancellation()
                for month in out.months {
                    do { fetched.append(try await shelf.fetch(month)) } catch let error as CancellationError {
                        throw error
                    } catch {
                        // It may have got another object since it was asked for, or have come back.
                        if try !monthsOut(of: month.device).contains(month) { break }
                        throw FixesAway(month: month, reason: "\(error)")
                    }
                }
            } catch let error as StoreError {
                guard error.path != path, discarded.insert(error.path).inserted,
                    shelf.withLock({ $0 })?.discard(error.path) == true
                else { throw error }
                fetched.removeAll { $0.path == error.path }
            }
        }
    }

    /// Throws what ``fetching(_:)`` fetches unless all that is out of a span of time is here.
    ///
    /// - Throws: ``FixesOut``, or ``StoreError``.
    public func expectHere(_ device: DeviceID, from start: Timestamp, to end: Timestamp) throws {
        guard start <= end else { return }
        let times = start.milliseconds...end.milliseconds
        _ = try readTogether { try openMonths(monthsOut(of: device, times, $0)) }
    }

    /// The months as stores, all of them or none.
    func openMonths(_ months: [MonthOut]) throws -> [Store] {
        guard let first = months.first else { return [] }
        guard let shelf = shelf.withLock({ $0 }) else {
            throw StoreError(path: path, .out(device: "\(first.device)", month: "\(first.month)", first.storage))
        }
        let stores = try months.map { try shelf.open($0) }
        let missing = zip(months, stores).filter { $1 == nil }.map(\.0)
        if !missing.isEmpty { throw FixesOut(months: missing) }
        return stores.compactMap(\.self)
    }
}
