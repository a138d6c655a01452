internal import Foundation
public import ServerSupport
public import Store
public import Testing

/// Which engine a test's stores are of.
public enum TestDatabase: Sendable {
    case sqlite
    case postgres(TestPostgres)

    @TaskLocal public static var current = TestDatabase.sqlite
}

extension Store {
    /// A store for one test, of the engine that the test runs on.
    ///
    /// - Throws: ``StoreError``.
    public static func forTest() throws -> Store {
        switch TestDatabase.current {
        case .sqlite: try .inMemory()
        case .postgres(let server): try Store(path: server.address(), mode: .readWrite(create: true))
        }
    }
}

/// Where a test's store lies that is opened several times.
public final class TestPlace: Sendable {
    /// What the store is opened with.
    public let path: String
    private let directory: String?

    /// A place that nobody has used yet.
    public init() throws {
        switch TestDatabase.current {
        case .sqlite:
            let directory = "\(FileManager.default.temporaryDirectory.path)/store-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            (self.directory, path) = (directory, directory + "/history.sqlite")
        case .postgres(let server): (directory, path) = (nil, server.address())
        }
    }

    deinit {
        if let directory { try? FileManager.default.removeItem(atPath: directory) }
    }
}

/// Runs each test twice: with SQLite and with a real PostgreSQL.
public struct OnBothEngines: TestTrait, SuiteTrait, TestScoping {
    public let isRecursive = true

    public func scopeProvider(for test: Test, testCase: Test.Case?) -> OnBothEngines? { testCase == nil ? nil : self }

    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        try await function()
        let server = try await TestPostgres.shared
        try await TestDatabase.$current.withValue(.postgres(server), operation: function)
    }
}

extension Trait where Self == OnBothEngines {
    /// Runs the test, or each of the suite, with SQLite and with PostgreSQL.
    public static var onBothEngines: OnBothEngines { OnBothEngines() }
}
