import Store
import Tracking

/// What a reader finds in a file.
enum Found {
    /// A position, and the line it stands in where that can be told.
    case position(Candidate, line: Int?)
    /// What is no position of a device.
    case other
}

/// One file being taken in: counts what its reader finds.
struct ImportRun {
    let file: String
    let device: DeviceID
    let options: ImportOptions
    var report = ImportReport()
    /// Positions of this file so far.
    private var record = 0
    private var others = 0

    init(file: String, device: DeviceID, options: ImportOptions) {
        (self.file, self.device, self.options) = (file, device, options)
    }

    /// The fix that was found; nil for none, or where one that is bad is to be left out.
    mutating func fix(_ found: Found) throws(ImportError) -> StoredFix? {
        guard case .position(let candidate, let line) = found else {
            others += 1
            report.passedOver += 1
            return nil
        }
        record += 1
        do {
            let fix = try candidate.fix(of: device, options)
            report.saw(fix.fix.time)
            return fix
        } catch {
            let refusal = ImportError(file: file, line: line, record: record, message: error.message)
            guard options.skipsBad else { throw refusal }
            report.skipped += 1
            if report.reasons.count < ImportReport.mostReasons { report.reasons.append("\(refusal)") }
            return nil
        }
    }

    /// Refuses a file in which there was nothing at all.
    func finish() throws(ImportError) {
        guard record == 0, others == 0 else { return }
        throw ImportError(file: file, message: "there is no position in it")
    }
}
