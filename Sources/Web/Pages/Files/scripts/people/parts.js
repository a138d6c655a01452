// What the pages about people are made of.
import { h, icon, setAttribute } from "../dom.js";
import { inbox } from "../inbox.js";
import { picture } from "../parts.js";
import { strings } from "../strings.js";

const words = strings.people;

/// The sections of a profile that are granted or not.
export const sections = ["personal", "work", "school"];

/// The head of a page about people: its title, and the way to the others.
export function peopleHead(title, here, ...actions) {
    const count = h("span", { class: "badge", hidden: true });
    const links = [["people", "/people"], ["groups", "/groups"], ["inbox", "/inbox"], ["profile", "/profile"]].map(([name, path]) =>
        h("a", { href: path, "aria-current": name === here ? "page" : null }, words.pages[name], name === "inbox" ? [" ", count] : null));
    const stop = inbox.watch(() => {
        count.hidden = !inbox.unread;
        count.textContent = inbox.unread;
        setAttribute(count, "aria-label", words.unread(inbox.unread));
    });
    const element = h("div", { class: "stack people-head" },
        h("div", { class: "page-head" }, h("h1", { class: "grow" }, title), ...actions),
        h("nav", { class: "subpages", "aria-label": words.label }, links));
    return { element, stop };
}

/// The picture of a person or a group, or its first letter.
export function face({ name, account, id, picture: url }, options) {
    return picture({ item: name ?? account ?? "?", owner: account ?? id ?? "", tracker: "", photo: url ? { url } : null }, options);
}

/// A line that leads to a person.
export function personLine(person, { text, ...rest } = {}) {
    return h("li", { "data-person": person.account, ...rest }, face(person), h("div", {},
        h("a", { href: `/people/${encodeURIComponent(person.account)}`, dir: "auto" }, person.name ?? person.account),
        h("p", { class: "muted small" }, text ?? placeOf(person))));
}

/// A line that leads to a group.
export function groupLine(group, text) {
    return h("li", { "data-group": group.id }, face(group), h("div", {},
        h("a", { href: `/groups/${encodeURIComponent(group.id)}`, dir: "auto" }, group.name),
        h("p", { class: "muted small" }, text)));
}

/// Town, school and employer, as far as they are told.
export function placeOf({ town, school, employer }) { return [town, school, employer].filter(Boolean).join(" · "); }

/// Chooses sections; `read()` answers them.
export function sectionChoice(legend, chosen = [], id = "section") {
    const boxes = sections.map((name) => h("input", { type: "checkbox", id: `${id}-${name}`, value: name, checked: chosen.includes(name) }));
    // As it was given, to tell what somebody has changed since.
    for (const box of boxes) box.defaultChecked = box.checked;
    return {
        element: h("fieldset", { class: "stack sections" }, h("legend", { class: "label" }, legend),
            boxes.map((box) => h("div", { class: "check" }, box, h("label", { for: box.id }, words.sections[box.value])))),
        read: () => boxes.filter((box) => box.checked).map((box) => box.value),
    };
}

/// Sections in a sentence.
export function sectionWords(list) { return list.length ? list.map((name) => words.sections[name]).join(", ") : words.publicOnly; }

const marks = { phone: "phone", address: "pin", mail: "mail" };

/// Numbers and addresses of a profile, each a link to what it is used with.
export function entryList(entries) {
    return sections.filter((name) => entries.some((each) => each.section === name)).map((name) => h("section", { class: "stack entries-of" },
        h("h2", {}, words.sections[name]),
        h("ul", { class: "places devices" }, entries.filter((each) => each.section === name).map((each) => h("li", {}, icon(marks[each.kind]), h("div", {},
            each.link ? h("a", { href: each.link, dir: "auto" }, each.value) : h("span", { dir: "auto" }, each.value),
            h("p", { class: "muted small" }, each.label || words.kinds[each.kind])))))));
}
