// Who of an address book is here, and whom one can invite.
import { api } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { day } from "../format.js";
import { button, busy, confirm, empty, field, notice, toast, trouble } from "../parts.js";
import { peopleHead, sectionChoice } from "../people/parts.js";
import { strings } from "../strings.js";

const words = strings.book;
/// What the console takes.
const largest = 10 * 2 ** 20;
/// How many are shown at once: thousands of lines would make a phone slow.
const portion = 100;
/// What each choice of the filter shows.
const kinds = {
    all: () => true,
    here: ({ standing }) => ["oneself", "contact", "asking", "asked", "here"].includes(standing),
    invite: ({ standing }) => ["invitable", "invited"].includes(standing),
    other: ({ standing }) => ["unknown", "unreachable"].includes(standing),
};
/// How it stands with an address that cannot be invited any more, by the type of the problem.
const standingsOf = { "urn:tagalong:already-invited": "invited", "urn:tagalong:is-here": "here" };
const language = () => (document.documentElement.lang.startsWith("de") ? "de" : "en");

export function show() {
    const head = peopleHead(words.title, "people");
    const input = h("input", { class: "input", type: "file", accept: ".vcf,.vcard,text/vcard" });
    const file = field(words.file, input, { hint: words.fileHint, id: "book-file" });
    const look = button(words.look, { kind: "primary", type: "submit" });
    const status = h("p", { class: "muted", role: "status" });
    const result = h("div", { class: "stack" });
    const invited = h("div", { class: "stack" });
    let isShown = true;

    const form = h("form", { class: "panel stack", novalidate: true, "data-form": "book", onsubmit: (event) => {
        event.preventDefault();
        busy(look, read, { complain: (problem) => {
            status.textContent = "";
            file.complain(problem.message);
        } });
    } }, h("p", { class: "muted" }, words.text), file.element, h("div", { class: "buttons" }, look), status);
    const element = h("div", { class: "narrow stack" }, h("a", { class: "back", href: "/people" }, icon("back"), strings.people.title), head.element, form, result, invited);

    async function read() {
        const [chosen] = input.files;
        if (!file.complain(chosen ? "" : words.noFile)) return input.focus();
        if (!file.complain(chosen.size <= largest ? "" : words.tooLarge)) return input.focus();
        status.textContent = words.looking;
        const book = await api.lookAtBook(chosen);
        if (!isShown) return undefined;
        status.textContent = words.looked(book.people.length);
        return fill(result, bookPanel(book, drawInvited), skippedPanel(book));
    }

    async function drawInvited() {
        try {
            const { invitations, may_invite: may } = await api.mailInvitations();
            if (isShown) fill(invited, may || invitations.length ? invitedPanel(invitations, may, drawInvited) : null);
        } catch (problem) {
            if (isShown) fill(invited, trouble(problem));
        }
    }

    drawInvited();
    return { title: words.title, element, dispose() {
        isShown = false;
        head.stop();
    } };
}

/// All in the book, with what there is to do with each.
function bookPanel({ people, may_invite: may }, changed) {
    if (!people.length) return empty({ symbol: "person", title: words.nobody });
    const list = h("ul", { class: "places devices" });
    const more = button(words.more, { kind: "quiet", onclick: () => {
        count += portion;
        draw();
    } });
    const chosen = new Set();
    const invite = button("", { kind: "primary", onclick: () => busy(invite, inviteChosen) });
    const tools = h("div", { class: "buttons", hidden: true }, invite);
    const nobody = h("p", { class: "muted", hidden: true }, words.nobodyOfKind);
    const term = h("input", { class: "input", type: "search", autocomplete: "off", oninput: () => { count = portion; draw(); } });
    const filter = h("select", { class: "input", onchange: () => {
        [kind, count] = [filter.value, portion];
        draw();
    } }, Object.entries(words.kinds).map(([value, text]) => h("option", { value }, text)));
    let kind = "all";
    let count = portion;

    function draw() {
        const text = term.value.trim().toLocaleLowerCase();
        const fitting = people.filter((each) => kinds[kind](each) && [each.name, each.called ?? "", ...each.mails].some((word) => word.toLocaleLowerCase().includes(text)));
        fill(list, fitting.slice(0, count).map(line));
        list.hidden = !fitting.length;
        nobody.hidden = fitting.length > 0;
        more.hidden = fitting.length <= count;
        drawTools();
    }

    function drawTools() {
        tools.hidden = !chosen.size;
        fill(invite, h("span", {}, words.inviteChosen(chosen.size)));
    }

    function line(each) {
        const ask = each.standing === "here" && each.account ? button(strings.people.ask, { kind: "small", title: words.askOf(each.name), onclick: () => busy(ask, async () => {
            await api.askPerson(each.account, {});
            each.standing = "asked";
            toast(strings.people.askedToast(each.called ?? each.name));
            draw();
        }) }) : null;
        const send = each.standing === "invitable" ? button(words.invite, { kind: "small", title: words.inviteOf(each.name), onclick: () => busy(send, async () => {
            await inviteOne(each);
            toast(words.invitedToast(each.mail));
            draw();
            changed();
        }) }) : null;
        const box = send ? h("input", { type: "checkbox", checked: chosen.has(each), "aria-label": words.choose(each.name), onchange: () => {
            if (box.checked) chosen.add(each); else chosen.delete(each);
            drawTools();
        } }) : null;
        const name = each.account ? h("a", { href: `/people/${encodeURIComponent(each.account)}`, dir: "auto" }, each.name) : h("span", { dir: "auto" }, each.name);
        const said = [words.standings[each.standing], each.called && each.called !== each.name ? words.called(each.called) : null, each.invited ? day(each.invited) : null, each.mail];
        return h("li", { "data-standing": each.standing, "data-line": each.line }, box, h("div", {}, name, h("p", { class: "muted small", dir: "auto" }, said.filter(Boolean).join(" · "))), ask ?? send);
    }

    async function inviteOne(each) {
        const { sent } = await api.inviteByMail({ mail: each.mail, language: language() });
        mark(each, { standing: "invited", invited: sent });
    }

    /// Says of all with the address of somebody how it stands with them now: there may be several cards of one.
    function mark({ mail }, now) {
        for (const same of people.filter((other) => other.mail?.toLowerCase() === mail.toLowerCase())) {
            Object.assign(same, now);
            chosen.delete(same);
        }
    }

    async function inviteChosen() {
        if (!(await confirm({ title: words.inviteTitle(chosen.size), text: words.inviteText, action: words.invite, danger: false }))) return;
        let sent = 0;
        try {
            for (const each of [...chosen]) {
                // Gone with another card of the same address.
                if (!chosen.has(each)) continue;
                try {
                    await inviteOne(each);
                    sent += 1;
                } catch (problem) {
                    const standing = standingsOf[problem.type];
                    if (!standing) throw problem;
                    mark(each, { standing });
                }
            }
        } finally {
            if (sent) toast(words.invitedMany(sent));
            draw();
            changed();
        }
    }

    draw();
    return h("section", { class: "panel stack", "aria-labelledby": "book" }, h("h2", { id: "book" }, words.found),
        may || people.every((each) => each.standing !== "unknown") ? null : notice(words.mayNotInvite),
        field(words.filter, filter, { id: "book-kind" }).element, field(words.search, term, { id: "book-search" }).element, tools, list, nobody, h("div", { class: "buttons" }, more));
}

/// Cards that could not be read.
function skippedPanel({ skipped, skipped_count: count }) {
    if (!count && !skipped.length) return null;
    return h("details", { class: "panel" }, h("summary", {}, icon("next"), words.skipped(Math.max(count, skipped.length))),
        h("ul", {}, skipped.map(({ line, reason }) => h("li", {}, words.skippedLine(line), " ", h("span", { lang: "en" }, reason)))));
}

/// Whom one has invited, and one more.
function invitedPanel(invitations, may, changed) {
    const mail = field(words.mail, h("input", { class: "input", type: "email", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "254" }), { id: "invite-mail" });
    const level = sectionChoice(words.level, [], "invite-level");
    const send = button(words.invite, { kind: "primary", type: "submit" });
    const form = may ? h("form", { class: "stack", novalidate: true, "data-form": "invite-mail", onsubmit: (event) => {
        event.preventDefault();
        busy(send, async () => {
            const address = mail.input.value.trim();
            if (!mail.complain(/^[^@\s]+@[^@\s]+$/.test(address) ? "" : strings.signin.mailWrong)) return mail.input.focus();
            await api.inviteByMail({ mail: address, grants: level.read(), language: language() });
            toast(words.invitedToast(address));
            return changed();
        }, { complain: (problem) => mail.complain(words.troubles[problem.type] ?? problem.message) });
    } }, mail.element, level.element, h("div", { class: "buttons" }, send)) : null;
    return h("section", { class: "panel stack", "aria-labelledby": "invited" }, h("h2", { id: "invited" }, words.invitedTitle), h("p", { class: "muted" }, words.invitedText),
        invitations.length ? h("ul", { class: "places devices" }, invitations.map((each) => {
            const withdraw = button(words.withdraw, { kind: "quiet", title: words.withdrawOf(each.mail), onclick: () => busy(withdraw, async () => {
                await api.withdrawInvitation(each.id);
                toast(words.withdrawn(each.mail));
                await changed();
            }) });
            return h("li", { "data-invitation": each.mail }, h("div", {}, h("span", {}, each.mail), h("p", { class: "muted small" }, words.invitedOn(day(each.sent), day(each.expires)))), withdraw);
        })) : null, form);
}
