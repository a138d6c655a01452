// What the console says of a request, in words for a person: without the names of members, and without what was found there.
import { strings } from "./strings.js";

const words = strings.problems;

/// A sentence for where there is no field; it names the field that it is about.
export function plain(text) {
    const [, place, told] = /^(?:(\/[^\s:]*|[a-z_]+(?:\/[a-z_]+)*): )?(.*)$/s.exec(text);
    const [name, wanted] = [words.labels[place], wantedOf(told)];
    if (wanted) return name ? words.enterAs(name, wanted) : words.enter(wanted);
    if (isMissing(told)) return name ? words.missingAs(name) : words.missing;
    if (!place) return text;
    return name ? words.about(name, ended(told)) : capital(ended(told));
}

/// What is said, in the language of the page, where positions of a month are in object storage and cannot be had; null for
/// another sentence.
export function archived(text) {
    const [, year, month, isAway] = /^the positions of (\d{4})-(\d\d) are in an object storage( that cannot be read now)?\b/.exec(text) ?? [];
    if (!year) return null;
    return (isAway ? words.archiveAway : words.archiveUnset)(`${year}-${month}`);
}

/// What is wrong with each field, by its pointer: sentences for beside it.
export function plainFields(errors) {
    return Object.fromEntries(errors.map(({ pointer, parameter, detail }) => [pointer ?? parameter, beside(detail.replace(/^\/[^\s:]*: /, ""))]));
}

function beside(told) {
    const wanted = wantedOf(told);
    return wanted ? words.enter(wanted) : isMissing(told) ? words.missing : capital(ended(told));
}

/// What would have been right, of `X is expected, found Y`: for a person, who types no quotes and no null.
function wantedOf(told) {
    const [, wanted] = /^(.*?),? (?:is|are) expected\b/s.exec(told) ?? [];
    return wanted?.replace(/, or null$/, "").replaceAll('"', "");
}

function isMissing(told) { return /^(it )?is required/.test(told); }
function ended(text) { return /[.!?]$/.test(text) ? text : `${text}.`; }
function capital(text) { return `${text.charAt(0).toUpperCase()}${text.slice(1)}`; }
