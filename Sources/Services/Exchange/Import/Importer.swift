public import Store
public import Tracking

/// Takes files with positions into a history: all of them, or when one is bad, nothing.
public struct Importer: Sendable {
    public var options: ImportOptions
    /// Is told how many bytes of all files have been read: now and then, and at the end of each file.
    public var progress: @Sendable (_ bytes: Int) -> Void = { _ in }

    public init(options: ImportOptions) { self.options = options }

    /// How many positions are read or stored between two times that it is asked whether to go on, or memory is given back.
    private static let portion = 8192

    /// Stores what files say as fixes of a device, within a transaction that is the caller's, and is to be given up
    /// when this throws.
    ///
    /// Whatever their size, no more than a portion of the files is in memory. After each portion it is told that it goes
    /// on.
    ///
    /// - Throws: ``ImportError``, ``StoreError``, or `CancellationError`.
    public func run(
        _ files: [ImportSource],
        of device: DeviceID,
        into transaction: inout StoreTransaction,
        goesOn: () -> Void = {}
    ) throws -> ImportReport {
        try each(files, of: device, into: &transaction, goesOn: goesOn).sum
    }

    /// Stores what files say as ``run(_:of:into:goesOn:)`` does, and reports of each.
    ///
    /// - Throws: ``ImportError``, ``StoreError``, or `CancellationError`.
    public func each(
        _ files: [ImportSource],
        of device: DeviceID,
        into transaction: inout StoreTransaction,
        goesOn: () -> Void = {}
    ) throws -> [ImportReport] {
        var count = 0
        return try walk(files, of: device) { fix in
            count += 1
            if count.isMultiple(of: Self.portion) {
                try transaction.relieve()
                goesOn()
            }
            return try transaction.insertRecorded(fix, at: options.now)
        }
    }

    /// Reads files as ``run(_:of:into:)`` does, and reports as if all were new, but stores nothing: what is wrong with
    /// them is found without holding up anybody who writes.
    ///
    /// - Throws: ``ImportError``, or `CancellationError`.
    public func check(_ files: [ImportSource], of device: DeviceID) throws -> ImportReport {
        try walk(files, of: device) { _ in true }.sum
    }

    /// Goes through files, and reports of each; the body takes each fix that is to be kept, and tells whether it is new.
    private func walk(
        _ files: [ImportSource], of device: DeviceID, _ take: (StoredFix) throws -> Bool
    ) throws -> [ImportReport] {
        var reports: [ImportReport] = []
        var allowance = options.byteLimit
        var count = 0
        var before = 0
        for file in files {
            let stream = try file.open(limit: allowance)
            var run = ImportRun(file: file.name, device: device, options: options)
            try reader(of: stream).read(stream) { found in
                count += 1
                if count.isMultiple(of: Self.portion) {
                    try Task.checkCancellation()
                    progress(before + stream.count)
                }
                guard let fix = try run.fix(found) else { return }
                if let start = options.keptSince, fix.fix.time < start {
                    run.report.outdated += 1
                } else if try take(fix) {
                    run.report.stored += 1
                } else {
                    run.report.duplicates += 1
                }
            }
            try run.finish()
            reports.append(run.report)
            allowance -= stream.count
            before += stream.count
            progress(before)
        }
        return reports
    }

    private func reader(of stream: ByteStream) throws(ImportError) -> any FixReader {
        let head = try stream.head()
        guard let format = options.format ?? ImportFormat(head: head) else {
            let formats = ImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ImportError(file: stream.name, message: "this is none of the files that can be read: \(formats)")
        }
        switch format {
        case .gpx: return GPXFixes()
        case .rec: return RecFixes()
        case .takeout: return TakeoutFixes(now: options.now)
        case .geojson: return GeoJSONFixes()
        case .csv: return CSVFixes()
        }
    }
}

/// Reads one kind of file.
protocol FixReader {
    /// Hands out what is in a file, in its order.
    func read(_ stream: ByteStream, _ found: (Found) throws -> Void) throws
}
