import Hummingbird
import Store
import Tracking
import Web

/// What a change of an item can touch; a change that names the state it is based on goes by nothing else.
///
/// Positions, levels, batteries and all else that is measured change with every report.
struct ItemSettings: Encodable, Equatable {
    let item: String?
    let power: String?
    let mode: String?
    let reportEveryS: Int?
    let warningM: Double?
    let criticalM: Double?

    init(_ desired: DesiredState?, _ thresholds: Thresholds?, item kept: ItemName? = nil) {
        (item, power, mode) = ((desired?.item ?? kept)?.text, desired?.power.rawValue, desired?.mode.rawValue)
        reportEveryS = desired?.reportEvery
        (warningM, criticalM) = (thresholds?.warning, thresholds?.critical)
    }

    init(_ record: ItemRecord) {
        // Of an item without a tracker that is told its name, the name is in the store alone.
        let kept = record.isControllable ? nil : record.row.device.item
        self.init(record.desired, record.rules.thresholds, item: kept)
    }
}

extension ItemRecord {
    /// Refuses a change that is based on other settings.
    ///
    /// - Throws: ``Problem`` with 412.
    func check(_ request: Request) throws { try EntityTag(of: Answer.bytes(of: ItemSettings(self))).check(request) }
}
