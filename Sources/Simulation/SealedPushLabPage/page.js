// Copyright 2026 The SealedPush authors
// SPDX-License-Identifier: Apache-2.0
'use strict';

// What is drawn at most; the server has the rest.
const MOST = {pushes: 500, phones: 12, notifications: 50, text: 1000, chunk: 40};

const byId = (id) => document.getElementById(id);
const state = {phones: [], pushes: new Map(), drawn: new Map(), chosen: null, relay: null};

// MARK: Elements. Text from pushes gets in as text nodes alone, each isolated by its own bdi.

function el(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

function svg(name, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A text of others in a node of text: cut at its limit, and without effect on the direction of its neighbours. */
function foreign(text, most = MOST.text) {
  const value = String(text);
  const shown = value.length > most ? value.slice(0, most) + ' …' : value;
  // A word of thousands of letters takes Chromium a second, unless it may be broken anyway.
  return el('bdi', {}, shown.split(/(\S{50})/u).flatMap((part, index) => (index % 2 ? [part, el('wbr')] : part)));
}

const mono = (text, most) => el('pre', {tabindex: 0}, foreign(text, most));
const clock = (time) => new Date(time).toLocaleTimeString([], {hour: '2-digit', minute: '2-digit'});
const pause = () => new Promise((resolve) => setTimeout(resolve));
const say = (text) => byId('announce').replaceChildren(foreign(text, 300));

// MARK: The lab's API

async function ask(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body === undefined ? {} : {'Content-Type': 'application/json'},
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  const value = text ? JSON.parse(text) : null;
  if (answer.ok) return value;
  const error = new Error((value && value.detail) || `the lab answers ${answer.status}`);
  error.status = answer.status;
  throw error;
}

/** Does what a button asks for, and says so if it cannot be done. */
async function act(work) {
  try { return await work(); } catch (error) { say(`Not done: ${error.message}`); return null; }
}

const phonePath = (phone, rest = '') => `/phones/${encodeURIComponent(phone.id)}${rest}`;

// MARK: Phones

function phoneElement(phone) {
  const parts = {
    time: el('p', {class: 'time'}), name: el('h3'), state: el('p', {class: 'state'}),
    badges: el('p', {class: 'state'}), list: el('div', {class: 'list', tabindex: 0, role: 'region'}),
    lock: el('button', {type: 'button', onclick: () => act(() => ask('PATCH', phonePath(phone),
      {lock: entry.phone.lock === 'unlocked' ? 'locked' : 'unlocked'}))}),
    online: el('button', {type: 'button', onclick: () => act(() => ask('PATCH', phonePath(phone),
      {online: !entry.phone.online}))}),
    clear: el('button', {type: 'button', onclick: () => act(() => ask('DELETE',
      phonePath(phone, '/notifications')))}, 'Clear'),
  };
  const element = el('li', {class: 'phone', role: 'group'}, parts.time, parts.name, parts.state,
    parts.badges, el('div', {class: 'tools'}, parts.lock, parts.online, parts.clear), parts.list);
  const entry = {phone, element, parts, items: new Map()};
  return entry;
}

function showPhone(entry, phone) {
  const {parts, element} = entry;
  entry.phone = phone;
  entry.ahead = phone.time - Date.now();
  element.setAttribute('aria-label', `Phone ${phone.name}`);
  parts.list.setAttribute('aria-label', `Notifications of ${phone.name}`);
  parts.time.textContent = clock(phone.time);
  parts.name.replaceChildren(foreign(phone.name, 100));
  const words = {locked: 'locked', unlocked: 'unlocked', beforeFirstUnlock: 'never unlocked since its start'};
  parts.state.textContent = [words[phone.lock] || phone.lock, phone.online ? null : 'offline',
    phone.focus ? 'Focus' : null, phone.muted ? 'muted' : null].filter(Boolean).join(', ');
  parts.badges.replaceChildren(...phone.apps.map((app) => el('span', {class: 'row'},
    foreign(app.topic, 155), app.badge ? el('span', {class: 'badge', role: 'img',
      'aria-label': `badge ${app.badge}`}, String(app.badge)) : null)));
  parts.lock.textContent = phone.lock === 'unlocked' ? 'Lock' : 'Unlock';
  parts.online.textContent = phone.online ? 'Take offline' : 'Take online';
}

/** Sends the user's answer to a notification, and says what came of it. */
function respond(phone, shown, body) {
  return act(async () => {
    const path = phonePath(phone, `/notifications/${encodeURIComponent(shown.id)}/responses`);
    const report = await ask('POST', path, body);
    say(`${report.action}: ${report.opened ? 'the app was opened' : 'the app stays where it is'}, `
      + (report.app === 'noDelegate' ? 'and has no delegate to be told' : report.app));
  });
}

function actionElement(phone, shown, action) {
  const style = action.destructive ? 'destructive' : undefined;
  if (!action.reply) {
    return el('button', {type: 'button', class: style,
      onclick: () => respond(phone, shown, {action: action.id})}, foreign(action.title, 200));
  }
  const field = el('input', {type: 'text', maxlength: 4096, 'aria-label': `Text for ${action.title}`});
  return el('form', {onsubmit: (event) => {
    event.preventDefault();
    respond(phone, shown, {action: action.id, text: field.value});
  }}, field, el('button', {class: style}, foreign(action.title, 200)));
}

function pictureElement(file) {
  const name = foreign(`${file.identifier} (${file.type}, ${file.size} bytes)`, 120);
  if (!file.picture) return el('li', {}, name);
  return el('li', {}, el('img', {src: file.picture, alt: `attachment ${file.identifier}`.slice(0, 200),
    width: 96, height: 96, loading: 'lazy', decoding: 'async'}));
}

function notificationElement(phone, shown) {
  const level = {'time-sensitive': 'Time sensitive', critical: 'Critical', passive: 'Quiet'}[
    shown.content.interruptionLevel];
  const app = el('span', {class: 'app'}, el('span', {class: 'name'}, foreign(shown.topic, 155)),
    level ? el('span', {class: 'chip'}, level) : null,
    shown.audible ? el('span', {class: 'chip'}, 'Sound') : null,
    shown.time ? el('span', {}, clock(shown.time)) : null);
  const lines = shown.lines.length ? shown.lines : ['(no text)'];
  const open = el('button', {type: 'button', class: 'open',
    onclick: () => respond(phone, shown, {action: 'default'})},
  shown.sender ? el('span', {class: 'face', 'aria-hidden': 'true'},
    foreign([...shown.sender.name][0] || '?')) : null,
  lines.map((line) => el('span', {class: 'line'}, foreign(line))));
  const tools = el('div', {class: 'actions'},
    (shown.actions || []).map((action) => actionElement(phone, shown, action)),
    shown.push ? el('button', {type: 'button', onclick: () => choose(shown.push)}, 'Why?') : null,
    el('button', {type: 'button', 'aria-label': `Dismiss ${lines[0]}`.slice(0, 120),
      onclick: () => respond(phone, shown, {action: 'dismiss'})}, 'Dismiss'));
  const pictures = (shown.attachments || []).slice(0, 10).map(pictureElement);
  return el('li', {class: shown.sender ? 'notification communication' : 'notification', 'data-id': shown.id},
    app, open, pictures.length ? el('ul', {class: 'pictures', 'aria-label': 'Attachments'}, pictures) : null, tools);
}

/** Draws the list as a lock screen groups it: by app and thread, the latest first. */
function showNotifications(entry, notifications) {
  const {phone, parts} = entry;
  const focus = document.activeElement;
  const drawn = notifications.slice(0, MOST.notifications);
  const items = new Map();
  const threads = new Map();
  for (const shown of drawn) {
    const print = JSON.stringify(shown);
    const known = entry.items.get(shown.id);
    const element = known && known.print === print ? known.element : notificationElement(phone, shown);
    items.set(shown.id, {print, element});
    const thread = `${shown.topic}\n${shown.content.threadIdentifier || ''}`;
    if (!threads.has(thread)) threads.set(thread, []);
    threads.get(thread).push(element);
  }
  const open = new Set([...parts.list.querySelectorAll('details[open]')].map((one) => one.dataset.thread));
  const groups = [...threads].map(([thread, elements]) => {
    const list = el('ul', {class: 'thread', 'aria-label': `${elements.length} of one thread`}, elements[0]);
    if (elements.length > 1) {
      list.append(el('li', {class: 'thread'}, el('details', {'data-thread': thread, open: open.has(thread)},
        el('summary', {}, `${elements.length - 1} more of this thread`),
        el('ul', {class: 'thread'}, elements.slice(1)))));
    }
    return list;
  });
  entry.items = items;
  const rest = notifications.length - drawn.length;
  parts.list.replaceChildren(...groups, rest > 0 ? el('p', {}, `and ${rest} more`) : '');
  if (!notifications.length) parts.list.append(el('p', {class: 'state'}, 'No notifications'));
  if (focus && focus !== document.activeElement && parts.list.contains(focus)) focus.focus();
}

async function refreshPhones() {
  const {phones} = await ask('GET', '/phones');
  state.phones = phones;
  const drawn = phones.slice(-MOST.phones);
  const elements = [];
  for (const phone of drawn) {
    const entry = state.drawn.get(phone.id) || phoneElement(phone);
    state.drawn.set(phone.id, entry);
    showPhone(entry, phone);
    elements.push(entry.element);
  }
  for (const id of [...state.drawn.keys()]) if (!drawn.some((phone) => phone.id === id)) state.drawn.delete(id);
  const list = byId('phones');
  if (elements.length !== list.children.length || elements.some((one, index) => list.children[index] !== one)) {
    list.replaceChildren(...elements);
  }
  byId('no-phones').hidden = phones.length > 0;
  const more = phones.length - drawn.length;
  byId('more-phones').textContent = more > 0 ? `${more} earlier phones are not drawn.` : '';
  const names = phones.slice(-100).map((phone) => el('option', {value: phone.id}, foreign(phone.name, 100)));
  const chosen = byId('message-phone').value;
  byId('message-phone').replaceChildren(el('option', {value: ''}, 'all phones'), ...names);
  byId('message-phone').value = names.some((one) => one.value === chosen) ? chosen : '';
}

async function refreshNotifications(id) {
  const entry = state.drawn.get(id);
  if (!entry) return;
  const {notifications} = await ask('GET', phonePath(entry.phone, '/notifications'));
  showNotifications(entry, notifications);
}

// MARK: The list of pushes

function pushElement(push) {
  const isGood = push.outcome === 'accepted' && !push.findings;
  const end = push.outcome === 'refused' ? `refused: ${push.status || ''} ${push.reason || ''}`
    : push.outcome === 'notSeen' ? 'a fault took it' : push.result || 'accepted';
  const button = el('button', {type: 'button', tabindex: -1, 'data-number': push.number,
    onclick: () => choose(push.number)},
  el('span', {class: 'cut'}, `${push.number} · ${clock(push.time)} · `, foreign(push.title || '(no text)', 200)),
  el('span', {class: 'cut soft'}, foreign(push.topic || 'no topic', 155), push.phone ? ` → ${push.phone}` : ''),
  el('span', {class: `cut ${isGood ? 'good' : 'bad'}`}, foreign(end, 200),
    push.findings ? ' · ' : '', push.finding ? foreign(push.finding, 300) : ''));
  return el('li', {}, button);
}

/** Draws what has changed, a few at a time, so that no task is long. */
async function refreshPushes() {
  const {pushes, count} = await ask('GET', `/pushes?limit=${MOST.pushes}`);
  const list = byId('pushes');
  const numbers = new Set(pushes.map((push) => push.number));
  let drawn = 0;
  for (const [number, known] of [...state.pushes]) {
    if (numbers.has(number)) continue;
    if (known.element.contains(document.activeElement)) list.focus();
    known.element.remove();
    state.pushes.delete(number);
    if (++drawn % MOST.chunk === 0) await pause();
  }
  const last = Math.max(0, ...state.pushes.keys());
  // From the oldest to the latest: each goes before those that came before it.
  for (const push of [...pushes].reverse()) {
    const print = JSON.stringify(push);
    const known = state.pushes.get(push.number);
    if (known && known.print === print) continue;
    const element = pushElement(push);
    if (known) {
      const isFocused = known.element.contains(document.activeElement);
      known.element.replaceWith(element);
      if (isFocused) element.firstChild.focus();
    } else if (push.number > last) list.prepend(element);
    else {
      const after = [...list.children].find((one) => Number(one.firstChild.dataset.number) < push.number);
      list.insertBefore(element, after || null);
    }
    state.pushes.set(push.number, {print, element});
    if (++drawn % MOST.chunk === 0) await pause();
  }
  byId('count').textContent = count > pushes.length ? `the last ${pushes.length} of ${count}` : String(count);
  byId('no-pushes').hidden = count > 0;
  markChosen();
  const [latest] = pushes;
  if (latest && latest.number > last && last > 0) say(`Push ${latest.number}: ${latest.title || 'no text'}`);
}

function markChosen() {
  let isMarked = false;
  for (const [number, {element}] of state.pushes) {
    const button = element.firstChild;
    const isChosen = number === state.chosen;
    isMarked ||= isChosen;
    if (isChosen) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
    button.tabIndex = isChosen ? 0 : -1;
  }
  const [first] = byId('pushes').children;
  if (!isMarked && first) first.firstChild.tabIndex = 0;
}

function moveFocus(event) {
  const buttons = [...byId('pushes').querySelectorAll('button')];
  const place = buttons.indexOf(document.activeElement);
  const next = {ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: buttons.length - 1}[event.key];
  if (next === undefined || place < 0 || !buttons[next]) return;
  event.preventDefault();
  buttons[place].tabIndex = -1;
  buttons[next].tabIndex = 0;
  buttons[next].focus();
}

// MARK: The explanation of a sealed push

function barElement(bar) {
  let start = 0;
  const parts = bar.parts.map((part) => {
    const rect = svg('rect', {class: `c${part.color}`, x: start, y: 0, width: part.size, height: 24},
      svg('title', {}, `${part.name}: ${part.size} bytes`));
    start += part.size;
    return rect;
  });
  return el('figure', {}, el('figcaption', {}, foreign(bar.name)),
    svg('svg', {class: 'bar', viewBox: `0 0 ${bar.total} 24`, preserveAspectRatio: 'none', role: 'img',
      'aria-label': bar.name}, ...parts),
    el('ul', {class: 'legend'}, bar.parts.map((part) => el('li', {},
      el('span', {class: `swatch c${part.color}`}), foreign(`${part.name}: ${part.size}`)))));
}

function fieldsElement(fields, name) {
  const rows = fields.map((field, index) => el('tr', {},
    el('td', {}, el('span', {class: `swatch c${index}`}), `${field.offset}–${field.offset + field.size - 1}`),
    el('th', {scope: 'row'}, foreign(field.name)),
    el('td', {}, foreign(field.meaning), field.size <= 16 ? el('span', {class: 'mono'}, ` (${field.hex})`) : ''),
    el('td', {}, foreign(field.rule))));
  return el('div', {class: 'scroll'}, el('table', {class: 'fields', 'aria-label': name},
    el('thead', {}, el('tr', {}, ['bytes', 'field', 'value', 'rule'].map((title) =>
      el('th', {scope: 'col'}, title)))), el('tbody', {}, rows)));
}

function bytesElement(fields) {
  return el('p', {class: 'hex', 'aria-hidden': 'true'}, fields.map((field, index) =>
    el('span', {class: `c${index}`, title: `${field.name}: ${field.meaning}. ${field.rule}`}, field.hex)));
}

function lineElement(step, outcome) {
  const isRefused = step.result === 'decided' && outcome !== 'opened' && outcome !== 'recovered';
  const mark = {passed: 'passed', followed: 'then', unknown: 'unknown without keys'}[step.result] || outcome;
  return el('li', {class: step.result + (isRefused ? ' bad' : ''), 'data-line': step.line},
    el('span', {class: 'mark'}, foreign(mark, 100)), el('span', {class: 'words'}, foreign(step.words)),
    step.detail ? el('span', {class: 'detail'}, foreign(step.detail)) : null,
    el('span', {class: 'rule'}, foreign(step.rule)));
}

const stepsElement = (explanation) => el('ol', {class: 'steps', 'aria-label': 'The receiver’s steps'},
  explanation.steps.map((step) => lineElement(step, explanation.outcome)));

function envelopeElements(explanation) {
  if (!explanation.fields.length) return [];
  const inside = explanation.inside.length
    ? [el('h3', {}, 'Inside the ciphertext'), fieldsElement(explanation.inside, 'Inside the ciphertext')] : [];
  return [...explanation.bars.map(barElement), bytesElement(explanation.fields),
    fieldsElement(explanation.fields, 'Fields of the envelope'), ...inside];
}

async function inspect(event) {
  event.preventDefault();
  const push = byId('pasted').value;
  const explanation = await act(() => ask('POST', '/inspections', {push, testKeys: byId('test-keys').checked}));
  if (!explanation) return;
  byId('inspected-sentence').replaceChildren(foreign(explanation.sentence));
  byId('inspected').replaceChildren(...envelopeElements(explanation), el('h3', {}, 'What a receiver does'),
    stepsElement(explanation));
}

// MARK: The chosen push

const column = (title, ...children) => el('div', {class: 'column', role: 'group', 'aria-label': title},
  el('h3', {}, title), ...children);

function appleColumn(push) {
  const rows = push.headers.map(([name, value]) => el('tr', {}, el('th', {scope: 'row'}, foreign(name, 100)),
    el('td', {}, foreign(value, 1000))));
  return column('Apple sees', el('p', {}, foreign(push.method, 20), ' ', foreign(push.path, 300)),
    el('p', {}, `${push.size} bytes of payload`),
    mono(push.payload === undefined ? push.payloadHex || '' : push.payload, 6000),
    el('div', {class: 'scroll'}, el('table', {'aria-label': 'Headers'}, el('tbody', {}, rows))));
}

function relayColumn(push) {
  const fields = (push.explanation && push.explanation.fields) || [];
  const ids = fields.filter((field) => field.name.endsWith(' id'));
  const seen = push.explanation ? el('p', {}, `an envelope of ${push.explanation.envelopeBytes} bytes`) : null;
  const facts = ids.map((field) => el('p', {}, `${field.name}: `, el('span', {class: 'mono'}, field.hex)));
  if (!state.relay) return column('A relay has', seen, facts, el('p', {class: 'soft'},
    'No relay is here.'));
  return column('The relay has', seen, facts, el('p', {}, foreign(state.relay.url, 200)),
    mono(JSON.stringify(state.relay.devices, null, 1), 6000));
}

function shownColumn(push) {
  const shown = push.report && push.report.shown;
  if (!shown) {
    const words = push.report ? push.report.explanation
      : push.outcome === 'refused' ? 'Nothing: APNs refused the push.' : 'Nothing yet.';
    return column('The phone shows', el('p', {}, foreign(words)));
  }
  const how = [shown.banner ? 'as a banner' : null, shown.listed ? 'in the list' : null,
    shown.audible ? 'with a sound' : 'silently'].filter(Boolean).join(', ');
  return column('The phone shows', shown.lines.map((line) => el('p', {}, foreign(line))),
    shown.sender ? el('p', {class: 'soft'}, 'from ', foreign(shown.sender.name, 300)) : null,
    el('p', {class: 'soft'}, how),
    shown.attachments && shown.attachments.length
      ? el('ul', {class: 'pictures'}, shown.attachments.slice(0, 10).map(pictureElement)) : null);
}

function happened(push) {
  const steps = [];
  const add = (style, mark, text, detail) => steps.push(el('li', {class: style}, el('span', {class: 'mark'}, foreign(mark, 100)),
    el('span', {class: 'words'}, foreign(text)), detail ? el('span', {class: 'detail'}, foreign(detail)) : null));
  if (push.outcome === 'accepted') add('passed', 'APNs', 'accepted', push.fate && `then ${push.fate}`);
  else if (push.outcome === 'refused') add('bad', 'APNs', `refused with ${push.status}`, push.reason);
  else add('bad', 'APNs', 'a fault that was asked for took the push', push.fault);
  const {report} = push;
  if (report) {
    const isGood = !report.faults.length && report.outcome === 'handedOver';
    add(isGood ? 'passed' : 'bad', report.outcome, report.explanation, report.reason);
    for (const fault of report.faults) add('bad', 'fault', fault);
    for (const event of report.events.slice(0, 100)) add('', `${event.at} ms`, event.event, event.detail);
    if (report.peakMemory) add('', 'memory', `${(report.peakMemory / 1048576).toFixed(1)} MiB at most`);
  } else if (push.outcome === 'accepted' && !push.settled) add('', 'phone', 'not done yet');
  return steps;
}

function findingElement(finding) {
  const {source} = finding;
  const where = typeof source === 'string' ? source : source && [source.title, source.url].filter(Boolean).join(', ');
  return el('li', {class: 'finding'}, el('p', {}, foreign(finding.sentence)),
    el('p', {class: 'remedy'}, foreign(finding.remedy)),
    el('p', {class: 'rule'}, foreign(finding.rule, 100), ' · ', foreign(where || '', 300)));
}

function showPush(push) {
  const {explanation} = push;
  const findings = push.findings.length
    ? el('ul', {class: 'steps', 'aria-label': 'Findings'}, push.findings.map(findingElement))
    : el('p', {class: 'good'}, 'Nothing is wrong with this push.');
  byId('chosen-title').textContent = `Push ${push.number}`;
  byId('chosen-body').replaceChildren(el('p', {class: 'soft'}, foreign(push.id, 100)),
    el('h3', {}, 'Findings'), findings,
    el('div', {class: 'columns'}, appleColumn(push), relayColumn(push), shownColumn(push)),
    ...(explanation ? [el('h3', {}, 'Bytes of the envelope'), ...envelopeElements(explanation)] : []),
    el('h3', {}, 'What happened'), el('ol', {class: 'steps', 'aria-label': 'What happened'}, happened(push)),
    ...(explanation ? [el('p', {class: 'sentence'}, foreign(explanation.sentence)), stepsElement(explanation)] : []));
}

async function refreshChosen() {
  if (state.chosen === null) return;
  const number = state.chosen;
  try {
    const push = await ask('GET', `/pushes/${number}`);
    if (state.relay) state.relay = await ask('GET', '/relay');
    const print = JSON.stringify([push, state.relay]);
    if (number !== state.chosen || print === state.print) return;
    state.print = print;
    showPush(push);
  } catch (error) {
    if (error.status !== 404) throw error;
    byId('chosen-title').textContent = `Push ${number} is not kept any more`;
    byId('chosen-body').replaceChildren();
  }
}

async function choose(number) {
  [state.chosen, state.print] = [number, null];
  history.replaceState(null, '', `#push-${number}`);
  markChosen();
  await act(refreshChosen);
  byId('chosen').focus();
}

// MARK: The playground

async function refreshRelay() {
  try { state.relay = await ask('GET', '/relay'); } catch (error) {
    if (error.status !== 404) throw error;
    state.relay = null;
  }
  byId('message').hidden = !state.relay;
}

async function sendMessage(event) {
  event.preventDefault();
  const [title, phone] = [byId('message-title').value, byId('message-phone').value];
  const body = {text: byId('message-text').value, ...(title ? {title} : {}), ...(phone ? {phone} : {})};
  const sent = await act(() => ask('POST', '/messages', body));
  if (!sent) return;
  byId('message-text').value = '';
  say('The sidecar has the message: it is sealed and on its way.');
}

// MARK: What changes

/** What is to be read again; it is read at most four times a second, one after the other. */
const wanted = {all: true, phones: new Set(), pushes: false, chosen: false};
let isReading = false;

async function read() {
  if (isReading) return;
  isReading = true;
  try {
    const all = wanted.all;
    const [phones, pushes, chosen] = [[...wanted.phones], wanted.pushes, wanted.chosen];
    [wanted.all, wanted.pushes, wanted.chosen] = [false, false, false];
    wanted.phones.clear();
    if (all) await refreshRelay();
    if (all || phones.length) {
      await refreshPhones();
      const ids = all ? [...state.drawn.keys()] : phones;
      for (const id of ids) { await act(() => refreshNotifications(id)); await pause(); }
    }
    if (all || pushes) await refreshPushes();
    if (all || chosen) await refreshChosen();
    byId('live').textContent = 'Live';
  } catch (error) {
    wanted.all = true;
    byId('live').replaceChildren('The lab does not answer: ', foreign(error.message, 300));
  }
  isReading = false;
}

function listen() {
  const events = new EventSource('/events');
  const on = (name, work) => events.addEventListener(name, (event) => work(JSON.parse(event.data || '{}')));
  on('push', (data) => {
    wanted.pushes = true;
    if (data.number === state.chosen) wanted.chosen = true;
  });
  on('phone', (data) => wanted.phones.add(data.phone));
  on('pushes', () => { wanted.pushes = true; wanted.chosen = true; });
  on('files', () => { wanted.all = true; });
  on('reset', () => { wanted.all = true; });
  // After a pause much may have been missed.
  events.onopen = () => { wanted.all = true; };
  events.onerror = () => { byId('live').textContent = 'Connecting again …'; };
}

function tick() {
  for (const entry of state.drawn.values()) {
    if (entry.phone.clock === 'real') entry.parts.time.textContent = clock(Date.now() + entry.ahead);
  }
}

async function makePhone(event) {
  event.preventDefault();
  const topic = byId('new-topic').value;
  await act(() => ask('POST', '/phones', {name: byId('new-name').value || 'iPhone', lock: 'locked', apps: [{topic}]}));
  wanted.all = true;
}

byId('pushes').addEventListener('keydown', moveFocus);
byId('inspect').addEventListener('submit', inspect);
byId('message-form').addEventListener('submit', sendMessage);
byId('new-phone').addEventListener('submit', makePhone);
byId('forget').addEventListener('click', () => act(() => ask('DELETE', '/pushes')));
const asked = /^#push-(\d+)$/.exec(location.hash);
if (asked) state.chosen = Number(asked[1]);
listen();
read();
setInterval(() => {
  if (wanted.all || wanted.pushes || wanted.chosen || wanted.phones.size) read();
}, 250);
setInterval(tick, 10000);
