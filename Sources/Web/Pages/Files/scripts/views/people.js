// Whom one knows: contacts, requests, and the search for others.
import { api, newestOnly } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { inbox } from "../inbox.js";
import { button, busy, empty, field, toast, trouble } from "../parts.js";
import { groupLine, peopleHead, personLine, placeOf, sectionChoice, sectionWords } from "../people/parts.js";
import { strings } from "../strings.js";

const words = strings.people;

export function show() {
    const head = peopleHead(words.title, "people");
    const requests = h("div", { class: "stack" });
    const list = h("div", { class: "stack", role: "region", "aria-live": "polite", "aria-label": words.title });
    const term = h("input", { class: "input", type: "search", autocomplete: "off", maxlength: "60", oninput: () => drawList() });
    const searching = field(words.search, term, { hint: words.searchHint, id: "people-search" });
    const everybody = button(words.everybody, { symbol: "search", type: "submit" });
    const newest = newestOnly();
    /// The forms of those who ask, which stay with what was ticked when another one comes.
    const forms = new Map();
    let isShown = true;
    let isSearching = false;

    const form = h("form", { class: "panel stack", role: "search", novalidate: true, onsubmit: (event) => {
        event.preventDefault();
        busy(everybody, find, { complain: (problem) => searching.complain(problem.fields?.q ?? problem.message) });
    } }, searching.element, h("div", { class: "buttons" }, everybody,
        h("a", { class: "button", href: "/people/import" }, icon("people"), h("span", {}, strings.book.open)),
        h("a", { class: "button", href: "/api/v1/people/contacts.vcf", download: "" }, icon("download"), h("span", {}, strings.book.export))));
    const element = h("div", { class: "narrow stack" }, head.element, requests, form, list);

    /// The contacts, those whose names have a word that begins so.
    async function drawList() {
        const name = term.value.trim();
        isSearching = false;
        try {
            const people = await newest(api.people(name ? { name } : {}));
            if (!people || !isShown) return;
            if (people.length) fill(list, h("ul", { class: "places devices faces" }, people.map((each) => personLine(each))));
            else fill(list, name ? h("p", { class: "muted" }, words.noContactNamed(name)) : empty({ symbol: "person", title: words.none, text: words.noneText }));
        } catch (problem) {
            if (isShown) fill(list, trouble(problem));
        }
    }

    /// All who may be found, and groups.
    async function find() {
        const asked = term.value.trim();
        if (!searching.complain(asked ? "" : words.nothingTyped)) return term.focus();
        const results = await newest(api.search(asked));
        if (!results || !isShown) return undefined;
        isSearching = true;
        return fill(list, h("h2", {}, words.found(asked)), results.length
            ? h("ul", { class: "places devices faces" }, results.map(({ person, group }) => (group
                ? groupLine(group, [words.groupWord, group.description].filter(Boolean).join(" · "))
                : personLine(person, { text: [words.standings[person.standing], placeOf(person)].filter(Boolean).join(" · ") }))))
            : h("p", {}, words.nobodyFound(asked)));
    }

    async function drawRequests(newestNotice) {
        // Of other news nothing here changes.
        if (newestNotice && !["request", "acceptance", "removal"].includes(newestNotice.kind)) return;
        const { received, sent } = await api.requests();
        if (!isShown) return;
        const asking = new Set(received.map((each) => each.account));
        for (const name of [...forms.keys()]) if (!asking.has(name)) forms.delete(name);
        for (const each of received) if (!forms.has(each.account)) forms.set(each.account, answerForm(each, drawAll));
        fill(requests,
            received.length ? h("section", { class: "panel stack", "aria-labelledby": "asking" }, h("h2", { id: "asking" }, words.asking), [...forms.values()]) : null,
            sent.length ? h("section", { class: "panel stack", "aria-labelledby": "asked" }, h("h2", { id: "asked" }, words.asked),
                h("ul", { class: "places devices faces" }, sent.map((each) => personLine(each, { text: words.askedFor(sectionWords(each.request.wants)) })))) : null);
        if (newestNotice && !isSearching) drawList();
    }

    async function drawAll() { await Promise.all([drawRequests(), term.value.trim() ? undefined : drawList()]); }

    const stop = inbox.watch((told) => { if (told) drawRequests(told).catch(() => {}); });
    drawAll().catch((problem) => { if (isShown) fill(list, trouble(problem)); });
    return {
        title: words.title, element,
        dispose() {
            isShown = false;
            head.stop();
            stop();
        },
    };
}

/// Somebody who asks, and the answer: with what one grants, or none at all.
export function answerForm(person, done) {
    const grants = sectionChoice(words.grant(person.name ?? person.account), [], `grant-${person.account}`);
    const accept = button(words.accept, { kind: "primary", type: "submit" });
    const reject = button(words.reject, { onclick: () => busy(reject, async () => {
        await api.answerPerson(person.account, { accept: false });
        toast(words.rejected(person.name ?? person.account));
        await done();
    }) });
    return h("form", { class: "stack", novalidate: true, "data-request": person.account, onsubmit: (event) => {
        event.preventDefault();
        busy(accept, async () => {
            await api.answerPerson(person.account, { accept: true, level: grants.read() });
            toast(words.accepted(person.name ?? person.account));
            await done();
        });
    } }, h("ul", { class: "places devices faces" }, personLine(person, { text: words.offers(sectionWords(person.request.grants), sectionWords(person.request.wants)) })),
    grants.element, h("div", { class: "buttons" }, accept, reject));
}
