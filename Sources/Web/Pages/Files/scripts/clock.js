// The time of the service, as the clock of this device may be wrong; between two words of the service it goes on evenly.
const key = "tagalong.clock";
/// Milliseconds by which the device's clock must jump to be told from one that is corrected slowly, and those by which a
/// time in whole seconds, told some time ago, must differ to be of use.
const [jump, rough] = [2000, 60_000];

let ahead = Date.now() - performance.now();
let slept = 0;

/// Milliseconds that have gone by, those in which the device slept too: `performance.now()` stands still then on some.
///
/// A clock that is set forward is taken for a sleep: then the page waits for the next word of the service.
export function elapsed() {
    const difference = Date.now() - performance.now() - ahead;
    ahead += difference;
    if (difference > jump) slept += difference;
    return performance.now() + slept;
}

/// What is to be added to what has gone by.
let base = Date.now() + kept() - elapsed();

/// The service's time, in milliseconds since 1970; before it has told one, by what it told this device last.
export function now() { return elapsed() + base; }

/// The time of the service so many seconds from now, as its interface writes it.
export function inSeconds(seconds) { return new Date(now() + seconds * 1000).toISOString(); }

/// Takes in a time that the service told just now.
export function noteTime(time) {
    const told = Date.parse(time);
    if (Number.isNaN(told)) return;
    base = told - elapsed();
    try {
        localStorage.setItem(key, String(Math.round(told - Date.now())));
    } catch { /* Forbidden: then it is asked again. */ }
}

/// Takes in about when something was answered, until the service tells its time.
export function noteAnswer(date) {
    if (Math.abs(Date.parse(date) - now()) > rough) base = Date.parse(date) - elapsed();
}

/// How far this device's clock was behind the service's.
function kept() {
    try {
        return Number(localStorage.getItem(key)) || 0;
    } catch { return 0; }
}
