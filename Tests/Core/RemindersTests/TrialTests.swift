import Calendars
import Testing
import Tracking

@testable import Reminders

/// What would be found of conditions that nobody has made a reminder of.
@Suite(.timeLimit(.minutes(30)))
struct TrialTests {
    private func draft(_ conditions: Conditions) -> Reminder {
        Reminder(id: sample("draft"), title: title("draft"), made: Scene.at(8), conditions: conditions)
    }

    private func rain(within seconds: Int = 0) throws -> Conditions {
        try Conditions(weather: WeatherCondition(within: .seconds(seconds), sky: .rain))
    }

    @Test func `weather is asked for, found, and let go of again`() throws {
        let scene = Scene()
        scene.walk(north: 0, at: Scene.at(8))
        let cell = Need.weather(Cell.weather(of: Scene.home))
        let first = scene.engine.report(trying: draft(try rain()), of: Scene.sam, at: Scene.at(8))
        #expect(first.status == .unknown)
        #expect(first.findings.map(\.value) == [.missing(.waiting)])
        #expect(scene.engine.needs == [cell] && scene.engine.untaught == [cell])
        let haveChanged = scene.engine.takeNeedsChanged()
        #expect(haveChanged)
        scene.learn(.known(Scene.forecast(from: Scene.at(8), [.rain, .clear])), at: Scene.at(8))
        let second = scene.engine.report(trying: draft(try rain()), of: Scene.sam, at: Scene.at(8))
        #expect(second.status == .holds)
        #expect(scene.engine.untaught.isEmpty && !scene.engine.takeNeedsChanged())
        // Nothing is told of it, and it is no reminder.
        #expect(scene.told().isEmpty && scene.engine.isEmpty && !scene.engine.hasChanges)
        let end = Scene.at(8).advanced(by: FactGuests.stay)
        #expect(scene.engine.next() == end)
        scene.engine.tick(at: end)
        #expect(scene.engine.needs.isEmpty && scene.engine.takeNeedsChanged() && !scene.engine.hasTrials)
        #expect(scene.engine.next() == nil)
    }

    @Test func `what a reminder needs stays when a trial with the same is over`() throws {
        let scene = Scene()
        scene.walk(north: 0, at: Scene.at(8))
        scene.put("rain", try rain(), at: Scene.at(8))
        scene.learn(.known(Scene.forecast(from: Scene.at(8), [.clear])), at: Scene.at(8))
        _ = scene.engine.takeNeedsChanged()
        let trial = scene.engine.report(trying: draft(try rain()), of: Scene.sam, at: Scene.at(8))
        #expect(trial.status == .waiting)
        scene.engine.tick(at: Scene.at(8).advanced(by: FactGuests.stay))
        #expect(!scene.engine.takeNeedsChanged() && scene.engine.needs.count == 1)
        let again = scene.engine.report(trying: draft(try rain()), of: Scene.sam, at: Scene.at(8, 5))
        #expect(again.status == .waiting)
        // And the other way round: the reminder goes, and who tries goes on.
        scene.engine.remove(ReminderID(owner: Scene.sam, id: sample("rain")))
        let last = scene.engine.report(trying: draft(try rain()), of: Scene.sam, at: Scene.at(8, 6))
        #expect(last.status == .waiting && scene.engine.needs.count == 1)
    }

    @Test func `a calendar that was learnt for a trial is forgotten with it`() throws {
        let scene = Scene()
        let free = try Conditions(availability: AvailabilityCondition(.free(.seconds(600))))
        let first = scene.engine.report(trying: draft(free), of: Scene.sam, at: Scene.at(8))
        #expect(first.findings.map(\.value) == [.missing(.waiting)])
        let agenda = Agenda(merging: [], from: Scene.at(0), to: Scene.at(0, day: 10))
        scene.engine.learn(.known(agenda), of: Scene.sam, at: Scene.at(8))
        let second = scene.engine.report(trying: draft(free), of: Scene.sam, at: Scene.at(8))
        #expect(second.status == .holds)
        scene.engine.tick(at: Scene.at(8).advanced(by: FactGuests.stay))
        let third = scene.engine.report(trying: draft(free), of: Scene.sam, at: Scene.at(9))
        #expect(third.findings.map(\.value) == [.missing(.waiting)])
    }

    @Test func `a place is told with its distance, and that it was entered is not known`() throws {
        let scene = Scene()
        let place = PlaceTarget.area(.circle(Scene.home, radius: 100), name: nil)
        let within = draft(try Conditions(place: PlaceCondition(.within, place)))
        #expect(
            scene.engine.report(trying: within, of: Scene.sam, at: Scene.at(8)).findings.map(\.value)
                == [.missing(.noPosition)])
        scene.walk(north: 0, at: Scene.at(8))
        let found = scene.engine.report(trying: within, of: Scene.sam, at: Scene.at(8))
        #expect(found.status == .holds)
        guard case .distance(let distance, let sigma, let crossed)? = found.findings.first?.value else {
            Issue.record("no distance was found: \(found.findings)")
            return
        }
        #expect(abs(distance + 100) < 1 && sigma == 3 && crossed == nil)
        let enters = draft(try Conditions(place: PlaceCondition(.enters, place)))
        #expect(scene.engine.report(trying: enters, of: Scene.sam, at: Scene.at(8)).status == .waiting)
    }

    @Test func `what is tried beyond six at a time says so, and is asked for once there is room`() throws {
        let scene = Scene()
        func value(_ number: Int, at now: Timestamp) throws -> Finding.Value? {
            let target = PlaceTarget.area(.circle(place(Double(number), 10), radius: 100), name: nil)
            let conditions = try Conditions(
                weather: WeatherCondition(place: target, within: .seconds(3600), sky: .rain))
            return scene.engine.report(trying: draft(conditions), of: Scene.sam, at: now).findings.first?.value
        }
        for number in 0..<FactGuests.mostOfOwner {
            #expect(try value(number, at: Scene.at(8)) == .missing(.waiting))
        }
        #expect(try value(50, at: Scene.at(8)) == .missing(.failing(FactGuests.tooMany)))
        #expect(scene.engine.needs.count == FactGuests.mostOfOwner)
        // What is there already goes on, and asking again for what is too much costs nothing.
        for _ in 0..<NeedPace.burst { _ = try value(50, at: Scene.at(8)) }
        #expect(try value(0, at: Scene.at(8)) == .missing(.waiting))
        #expect(try value(50, at: Scene.at(8).advanced(by: FactGuests.stay)) == .missing(.waiting))
    }

    @Test func `of a stranger nothing stays`() throws {
        let scene = Scene()
        let eve = sample("eve")
        scene.engine.moved(eve, to: Whereabouts(Scene.home, sigma: 3, time: Scene.at(8)), at: Scene.at(8))
        _ = scene.engine.report(trying: draft(try rain()), of: eve, at: Scene.at(8))
        scene.engine.forgetStranger(eve)
        // The forecast that is on its way is for where she is.
        #expect(scene.engine.owners[eve] != nil)
        scene.engine.tick(at: Scene.at(8).advanced(by: FactGuests.stay))
        #expect(scene.engine.owners[eve] == nil)
        scene.engine.forgetStranger(Scene.sam)
        #expect(scene.engine.owners.isEmpty)
    }
}
