import Access
import History
import Messages
import Store
import Tracking
import Web

extension StoredFix {
    /// What is told of the fix where only the area may be: neither number nor words, which could say where it was.
    var byArea: StoredFix {
        StoredFix(device: device, fix: fix.byArea, battery: battery, received: received, isImplausible: isImplausible)
    }
}

extension ItemRecord {
    /// What is told of the item where only the area may be: no distance, no place, and no position of its owner.
    var byArea: ItemRecord {
        var record = self
        record.row.lastFix = row.lastFix?.byArea
        // As they were written they say more, and what of them is told is beside them.
        record.row.documents = [:]
        record.standing = standing.byArea
        record.desired?.reference = nil
        record.rules.places = []
        record.rules.lost = record.rules.lost?.byArea
        return record
    }
}

extension AlertMessage {
    private static let keysByArea = [
        "_type", "id", "event", "level", "previous", "threshold_m", "owner", "tracker", "item", "time",
        "last_position", "link", "episode",
    ]

    /// What is told of the alert where only the area may be: neither how far nor how sure.
    var byArea: [UInt8] {
        var alert = self
        alert.lastPosition = lastPosition?.byArea
        return alert.encoded().picking(Self.keysByArea)
    }
}

extension LiveEvent {
    /// What is told of a change where only the area may be; nil for nothing.
    ///
    /// Documents are written anew from what is known of them: a key that nobody here knows is left out.
    var byArea: LiveEvent? {
        switch content {
        case .gone: return self
        case .fix(let fix): return LiveEvent(kind: kind, subject: subject, content: .fix(fix.byArea))
        case .document(let json):
            return Self.document(json, kind).map { LiveEvent(kind: kind, subject: subject, content: .document($0)) }
        }
    }

    private static func document(_ json: [UInt8], _ kind: LiveKind) -> [UInt8]? {
        switch kind {
        case .state: return (try? StateMessage(decoding: json))?.byArea.encoded()
        case .alert: return (try? AlertMessage(decoding: json))?.byArea
        case .reported: return (try? ReportedState(decoding: json))?.encoded()
        case .result: return (try? CommandResult(decoding: json))?.encoded()
        // A word, and a time.
        case .availability, .ringing: return json
        case .desired:
            guard var desired = try? DesiredState(decoding: json) else { return nil }
            desired.reference = nil
            return desired.encoded()
        case .rules:
            guard var rules = try? ItemRules(decoding: json) else { return nil }
            rules.places = []
            rules.lost = rules.lost?.byArea
            return rules.encoded()
        case .gateway, .fix, .guarded, .services, .inbox, .reminder, .reminderState, .reminderEvent: return nil
        }
    }
}

extension Sight {
    /// A change as the viewer may see it; nil for nothing.
    func shown(_ event: LiveEvent) -> LiveEvent? {
        if case .reminder(let id) = event.subject {
            // What cannot be noted is not told.
            do { try recordAccess(to: event, of: id) } catch { return nil }
            return event
        }
        guard case .device(let device) = event.subject else { return event }
        switch event.kind {
        case .state: recordAccessAgain(.lastPosition, at: device)
        case .fix, .alert: recordAccessAgain(.history, at: device, from: parts.clock.now, to: parts.clock.now)
        case .reported, .desired, .availability, .rules, .gateway, .result, .ringing, .guarded, .services, .inbox,
            .reminder, .reminderState, .reminderEvent:
            break
        }
        return viewer.isByArea(device) ? event.byArea : event
    }
}
