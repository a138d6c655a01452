// A group, as far as one may see it.
import { api } from "../api.js";
import { h, icon, show as fill } from "../dom.js";
import { day } from "../format.js";
import { button, busy, confirm, empty, field, toast, trouble } from "../parts.js";
import { face, personLine, sectionChoice } from "../people/parts.js";
import { photoPicker } from "../photopicker.js";
import { strings } from "../strings.js";
import { grantEditor, targets } from "./settings/grants.js";

const words = strings.groups;

export function show({ parameters: [id], go, retitle, session }) {
    const box = h("div", { class: "stack" });
    const element = h("div", { class: "narrow stack" }, h("a", { class: "back", href: "/groups" }, icon("back"), words.title), box);
    let isShown = true;

    async function draw() {
        try {
            const detail = await api.group(id);
            const isMember = ["admin", "member"].includes(detail.group.role);
            const [items, contacts] = await Promise.all([isMember ? api.items() : [], detail.group.role === "admin" ? api.people() : []]);
            if (!isShown) return;
            retitle(detail.group.name);
            const typed = typedOf(box);
            fill(box, ...parts(detail, { id, go, draw, items, contacts, me: session.account }));
            typed(box);
        } catch (problem) {
            if (!isShown) return;
            fill(box, problem.status === 404 ? empty({ heading: "h1", symbol: "search", title: words.noSuch, text: words.noSuchText }) : trouble(problem));
        }
    }

    draw();
    return { title: words.title, element, dispose() { isShown = false; } };
}

/// What somebody has begun to change of the group; puts it back once everything is drawn anew.
function typedOf(box) {
    const form = box.querySelector("[data-form=group][data-typed]");
    const values = form ? [...form.querySelectorAll("#group-name, #group-description, #group-open")].map((each) => [each.id, each.type === "checkbox" ? "checked" : "value", each.type === "checkbox" ? each.checked : each.value]) : [];
    const focused = form?.contains(document.activeElement) ? document.activeElement.id : null;
    return (now) => {
        const fresh = now.querySelector("[data-form=group]");
        if (!form || !fresh) return;
        fresh.open = form.open;
        fresh.dataset.typed = "";
        for (const [id, key, value] of values) fresh.querySelector(`#${id}`)[key] = value;
        if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
    };
}

function parts(detail, context) {
    const { group, people, membership } = detail;
    const isAdmin = group.role === "admin";
    const head = h("header", { class: "person" }, face(group, { large: true }), h("div", {},
        h("h1", { dir: "auto" }, group.name),
        h("p", { class: "muted" }, [words.roles[group.role], words.members(group.members), group.open ? words.isOpen : words.isClosed].filter(Boolean).join(" · "))));
    const about = group.description ? h("p", { class: "lines", dir: "auto" }, group.description) : null;
    if (!people) return [head, about, joining(group, context)];
    return [
        head, about, memberPanel(detail, context), isAdmin ? inviting(detail, context) : null,
        giving(membership, context), isAdmin ? changing(group, context) : null, leaving(group, context),
    ];
}

/// What one who is not in it sees: a way in.
function joining(group, { id, draw, go, me }) {
    const level = sectionChoice(words.level, [], "join-level");
    const join = button(words.join, { kind: "primary", type: "submit" });
    const reject = group.role === "invited" ? button(words.reject, { onclick: () => busy(reject, async () => {
        await api.endInvitation(id, me);
        toast(words.rejected(group.name));
        await go("/groups");
    }) }) : null;
    return h("form", { class: "panel stack", novalidate: true, "data-form": "join", onsubmit: (event) => {
        event.preventDefault();
        busy(join, async () => {
            await api.joinGroup(id, { level: level.read() });
            toast(words.joined(group.name));
            await draw();
        });
    } }, group.invited_by ? h("p", {}, words.invitedBy(group.invited_by)) : null, level.element, h("div", { class: "buttons" }, join, reject));
}

function memberPanel({ group, people }, { id, draw, me }) {
    const isAdmin = group.role === "admin";
    const line = (person) => {
        const isMe = person.account === me;
        const admin = isAdmin && !isMe ? button(person.admin ? words.unmakeAdmin : words.makeAdmin, { kind: "quiet", onclick: () => busy(admin, async () => {
            await api.setGroupAdmin(id, person.account, !person.admin);
            toast(person.admin ? words.noAdminNow(person.name) : words.adminNow(person.name));
            await draw();
        }) }) : null;
        const remove = isAdmin && !isMe ? button("", { kind: "square quiet", symbol: "bin", title: words.removeMember(person.name), onclick: () => busy(remove, async () => {
            if (!(await confirm({ title: words.removeTitle(person.name), text: words.removeText, action: words.removeAction }))) return;
            await api.removeMember(id, person.account);
            toast(words.memberRemoved(person.name));
            await draw();
        }) }) : null;
        const element = personLine(isMe ? { ...person, name: words.you(person.name) } : person, { text: [person.admin ? words.roles.admin : null, words.since(day(person.joined))].filter(Boolean).join(" · ") });
        element.append(...[admin, remove].filter(Boolean));
        return element;
    };
    return h("section", { class: "panel stack", "aria-labelledby": "members" }, h("h2", { id: "members" }, words.membersTitle),
        h("ul", { class: "places devices faces" }, people.map(line)));
}

function inviting({ people, invitations = [] }, { id, draw, contacts }) {
    const known = new Set([...people, ...invitations].map((each) => each.account));
    const free = contacts.filter((each) => !known.has(each.account));
    const choice = field(words.invite, h("select", { class: "input" }, free.map((each) => h("option", { value: each.account }, each.name ?? each.account))), { id: "invite" });
    const send = button(words.inviteAction, { kind: "primary", type: "submit" });
    return h("section", { class: "panel stack", "aria-labelledby": "invitations" }, h("h2", { id: "invitations" }, words.invitations),
        invitations.length ? h("ul", { class: "places devices faces" }, invitations.map((each) => {
            const withdraw = button(words.withdraw, { kind: "quiet", onclick: () => busy(withdraw, async () => {
                await api.endInvitation(id, each.account);
                await draw();
            }) });
            const line = personLine(each, { text: words.invitedOn(day(each.invited)) });
            line.append(withdraw);
            return line;
        })) : null,
        free.length ? h("form", { class: "stack", novalidate: true, "data-form": "invite", onsubmit: (event) => {
            event.preventDefault();
            busy(send, async () => {
                await api.invite(id, choice.input.value);
                toast(words.invited(choice.input.selectedOptions[0].textContent));
                await draw();
            });
        } }, choice.element, h("div", { class: "buttons" }, send)) : h("p", { class: "muted" }, words.nobodyToInvite), invitingMail({ id, draw }));
}

/// Invites whoever has an address: who is here is told at once and named, others get a mail.
function invitingMail({ id, draw }) {
    const mail = field(words.inviteMail, h("input", { class: "input", type: "email", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: "254" }), { id: "invite-mail" });
    const send = button(words.inviteAction, { type: "submit" });
    return h("form", { class: "stack", novalidate: true, "data-form": "invite-mail", onsubmit: (event) => {
        event.preventDefault();
        busy(send, async () => {
            const address = mail.input.value.trim();
            if (!mail.complain(/^[^@\s]+@[^@\s]+$/.test(address) ? "" : strings.signin.mailWrong)) return mail.input.focus();
            const { account } = await api.inviteMailToGroup(id, { mail: address, language: document.documentElement.lang.startsWith("de") ? "de" : "en" });
            toast(words.invited(account ?? address));
            return draw();
        }, { complain: (problem) => mail.complain(strings.book.troubles[problem.type] ?? problem.message) });
    } }, mail.element, h("div", { class: "buttons" }, send));
}

function giving({ level, things }, { id, draw, items }) {
    const own = items.filter((each) => each.may?.includes("share"));
    const sections = sectionChoice(words.level, level, "membership");
    const editor = own.length || things.length ? grantEditor(things, targets(own, [])) : null;
    const error = h("p", { class: "error", role: "alert" });
    const save = button(strings.save, { kind: "primary", type: "submit" });
    return h("form", { class: "panel stack", novalidate: true, "data-form": "membership", onsubmit: (event) => {
        event.preventDefault();
        busy(save, async () => {
            fill(error);
            await api.setMembership(id, { level: sections.read(), things: editor?.read() ?? [] });
            toast(words.givenSaved);
            await draw();
        }, { complain: (problem) => fill(error, problem.fields?.["/things"] ?? problem.message) });
    } }, h("h2", {}, words.giveTitle), h("p", { class: "muted" }, words.giveText), sections.element, editor?.element, error, h("div", { class: "buttons" }, save));
}

function changing(group, { id, draw }) {
    const name = field(words.name, h("input", { class: "input", maxlength: "60", autocomplete: "off", dir: "auto", value: group.name }), { id: "group-name" });
    const description = field(words.description, h("textarea", { class: "input", rows: "3", maxlength: "1000", dir: "auto", value: group.description }), { id: "group-description" });
    const isOpen = h("input", { type: "checkbox", id: "group-open", checked: group.open });
    const photo = photoPicker({ item: group.name, owner: group.id, tracker: "", photo: group.picture ? { url: group.picture } : null }, { onchoose: async (blob) => {
        await (blob ? api.putGroupPicture(id, blob) : api.deleteGroupPicture(id));
        await draw();
    } });
    const save = button(strings.save, { kind: "primary", type: "submit" });
    const details = h("details", { class: "panel", "data-form": "group", oninput: () => { details.dataset.typed = ""; } }, h("summary", {}, icon("next"), words.change),
        h("div", { class: "stack guide" }, photo.element, h("form", { class: "stack", novalidate: true, onsubmit: (event) => {
            event.preventDefault();
            busy(save, async () => {
                if (!name.complain(name.input.value.trim() ? "" : words.nameMissing)) return name.input.focus();
                await api.changeGroup(id, { name: name.input.value.trim(), description: description.input.value.trim(), open: isOpen.checked });
                toast(words.changed(name.input.value.trim()));
                delete details.dataset.typed;
                return draw();
            }, { complain: (problem) => name.complain(problem.fields?.["/name"] ?? problem.message) });
        } }, name.element, description.element, h("div", { class: "check" }, isOpen, h("label", { for: "group-open" }, words.open)), h("div", { class: "buttons" }, save))));
    return details;
}

function leaving(group, { id, go, me }) {
    const leave = button(words.leave, { onclick: () => busy(leave, async () => {
        if (!(await confirm({ title: words.leaveTitle(group.name), text: words.leaveText, action: words.leave }))) return;
        await api.removeMember(id, me);
        toast(words.left(group.name));
        await go("/groups");
    }) });
    const mayDelete = group.role === "admin" || group.creator === me;
    const remove = mayDelete ? button(words.remove, { kind: "danger", symbol: "bin", onclick: () => busy(remove, async () => {
        if (!(await confirm({ title: words.deleteTitle(group.name), text: words.deleteText, action: words.remove }))) return;
        await api.deleteGroup(id);
        toast(words.deleted(group.name));
        await go("/groups");
    }) }) : null;
    return h("div", { class: "buttons" }, leave, remove);
}
