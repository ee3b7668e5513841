import { matchRoutes } from 'react-router'
import type { Role } from '#app/domain/accounts/roles.ts'
import { adminRoutes } from '#app/admin-routes.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'
import type { Typed } from './parse-form.ts'

const managers: Role[] = ['owner', 'manager']
const frontDesk: Role[] = [...managers, 'front-desk']
const website: Role[] = [...managers, 'editor']
const everyone: Role[] = [...managers, 'front-desk', 'practitioner', 'editor']
/** Practitioners only see and change their own appointments and patients: their scope (`getActor`) is part of each query. */
const calendar: Role[] = [...frontDesk, 'practitioner']
/** Of a list of entries, and of an entry or page. */
const ofLists = ['add', 'up', 'down']
const ofSavedAtOnce = ['publish', 'restore', 'remove', 'put-back']
const ofRecords = [
  ...ofSavedAtOnce,
  ...['save', 'autosave', 'schedule', 'unschedule', 'discard', 'reopen', 'add-picture', 'file'],
]
const healthReaders: Role[] = [...managers, 'practitioner']

type Row = {
  path: string
  roles: readonly Role[]
  /** What its forms may send: names of the pressed buttons, '' for a form without one, 'file' for one with a file. */
  posts: readonly string[]
  /** Of these, what fewer roles may send. */
  limited?: Record<string, readonly Role[]>
  /** How its action reads which button was pressed, if otherwise than `readIntent`. */
  intentOf?: (typed: Typed) => string
}

/**
 * Who may open an address of the dashboard and post to it (product decisions, 'Staff'). An address or a button without a
 * row opens to nobody; a test asks for every address as every role.
 */
export const rights: Row[] = [
  {
    path: '/admin',
    roles: frontDesk,
    posts: ['factor-later', 'hours', 'holidays', 'put-away', 'bring-back'],
    limited: { hours: managers, holidays: managers, 'put-away': managers, 'bring-back': managers },
  },
  { path: '/admin/my-day', roles: ['practitioner'], posts: [] },
  { path: '/admin/more', roles: everyone, posts: [] },
  { path: '/admin/waiting', roles: everyone, posts: [] },
  { path: '/admin/search', roles: everyone, posts: [''] },
  { path: '/admin/search/results', roles: everyone, posts: [''] },
  {
    path: '/admin/security',
    roles: everyone,
    posts: [
      ...['start', 'confirm', 'renew', 'off', 'end', 'everywhere'],
      ...['start-passkey', 'add-passkey', 'rename-passkey', 'remove-passkey', 'remove-last-passkey'],
    ],
  },
  { path: '/admin/*', roles: everyone, posts: [] },

  {
    path: '/admin/appointments',
    roles: calendar,
    posts: ['block', 'block-anyway', 'unblock', 'end-series', 'stretch', 'renew-feed'],
  },
  { path: '/admin/appointments/new', roles: calendar, posts: ['', 'enter', 'find', 'show', 'book', 'anyway'] },
  {
    path: '/admin/appointments/:id',
    roles: calendar,
    posts: [
      ...['health', 'form', 'keep-health', 'release-health', 'form-on-paper', 'form-not-on-paper', 'send-forms'],
      ...['accepted', 'declined', 'undo-answer', 'cancel', 'undo', 'correct', 'correct-anyway', 'waive-fee'],
      ...['arrived', 'in-session', 'completed', 'no-show', 'confirmed', 'agree-texts', 'end-texts'],
      ...['confirm-address', 'unconfirm-address', 'tablet'],
    ],
    limited: {
      health: healthReaders,
      form: healthReaders,
      'confirm-address': healthReaders,
      'unconfirm-address': healthReaders,
      'keep-health': healthReaders,
      'release-health': healthReaders,
    },
  },
  { path: '/admin/appointments/hand-over', roles: frontDesk, posts: ['all'] },
  { path: '/admin/appointments/held-back', roles: frontDesk, posts: ['release', 'undo-release'] },
  { path: '/admin/appointments/:id/forms/:signed', roles: healthReaders, posts: [''] },
  { path: '/admin/appointments/:id/move', roles: calendar, posts: ['', 'undo'] },
  // A practitioner's are her own: their scope decides.
  { path: '/admin/hours', roles: [...managers, 'practitioner'], posts: [] },
  {
    path: '/admin/hours/:id',
    roles: [...managers, 'practitioner'],
    posts: ['week', 'as-clinic', 'days', 'remove-days', 'undo', 'services', 'allow'],
    limited: { allow: managers },
    // The second button says that the person has read the question.
    intentOf: (typed) => readIntent(typed).replace(/-anyway$/, ''),
  },
  { path: '/admin/patients', roles: calendar, posts: [''] },
  {
    path: '/admin/patients/:id',
    roles: calendar,
    posts: [
      ...['desk-note', 'delete-desk-note', 'clinical-note', 'show-notes', 'delete-clinical-note', 'tag', 'untag'],
      ...['merge', 'merge-same', 'separate', 'split', 'undo', 'find', 'distinct', 'undo-distinct', 'end-texts'],
      ...['merge-open', 'accept-phone', 'decline-phone', 'undo-phone'],
      ...['enter-request', 'show-requests', 'request-done', 'request-partly', 'request-denied', 'erase-patient'],
    ],
    limited: {
      ...{ 'clinical-note': healthReaders, 'show-notes': healthReaders, 'delete-clinical-note': healthReaders },
      // What a merge opens to links and accounts, only those choose who may read it all.
      'merge-open': managers,
      // Who somebody is, only those who see everybody can tell.
      ...{ merge: frontDesk, 'merge-same': frontDesk, separate: frontDesk, split: frontDesk, undo: frontDesk },
      ...{ 'enter-request': frontDesk, 'show-requests': managers, 'request-done': managers },
      ...{ 'request-partly': managers, 'request-denied': managers, 'erase-patient': managers },
      ...{ find: frontDesk, distinct: frontDesk, 'undo-distinct': frontDesk },
    },
  },
  { path: '/admin/patients/:id/copy', roles: managers, posts: ['', 'show'] },
  { path: '/admin/patients/:id/copy/file', roles: managers, posts: [''] },
  {
    path: '/admin/waitlist',
    roles: calendar,
    posts: ['add', 'offer', 'skip', 'remove', 'undo-removal', 'end-texts'],
    limited: { add: frontDesk, offer: frontDesk, skip: frontDesk, remove: frontDesk, 'undo-removal': frontDesk },
  },
  { path: '/admin/plans', roles: calendar, posts: [] },
  { path: '/admin/plans/new', roles: frontDesk, posts: ['', 'enter', 'find', 'show', 'propose', 'add', 'book'] },
  {
    path: '/admin/plans/:id',
    roles: calendar,
    posts: ['prepaid', 'pay', 'not-prepaid', 'pay-back', 'cancel-plan'],
    limited: { prepaid: frontDesk, pay: frontDesk, 'not-prepaid': frontDesk, 'pay-back': managers },
  },
  { path: '/admin/plans/:id/move', roles: frontDesk, posts: ['', 'undo'] },
  { path: '/admin/orders', roles: frontDesk, posts: ['', 'undo'] },
  { path: '/admin/orders/export', roles: managers, posts: [''] },
  { path: '/admin/orders/:number', roles: frontDesk, posts: ['', 'undo'] },
  { path: '/admin/payments', roles: frontDesk, posts: ['explain'], limited: { explain: managers } },
  { path: '/admin/payments/export', roles: managers, posts: [''] },
  {
    path: '/admin/payments/:id',
    roles: frontDesk,
    posts: ['refund', 'ask', 'send-waiting', 'keep-waiting'],
    limited: { refund: managers, 'send-waiting': managers, 'keep-waiting': managers },
  },
  { path: '/admin/gift-cards', roles: frontDesk, posts: ['find', 'sell'] },
  {
    path: '/admin/gift-cards/:id',
    roles: frontDesk,
    posts: ['use', 'undo-use', 'show', 'send', 'block', 'unblock', 'replace'],
    // Who knows a card's code can spend it.
    limited: { show: managers, replace: managers },
  },
  { path: '/admin/stock', roles: frontDesk, posts: [] },
  { path: '/admin/stock/:item', roles: frontDesk, posts: ['count', 'correct', 'end', 'undo'] },
  { path: '/admin/messages', roles: frontDesk, posts: ['', 'assign', 'unassign', 'snooze', 'wake'] },
  { path: '/admin/messages/undelivered', roles: frontDesk, posts: [] },
  { path: '/admin/messages/templates', roles: frontDesk, posts: ofLists },
  { path: '/admin/messages/templates/:id', roles: frontDesk, posts: ofSavedAtOnce },
  {
    path: '/admin/messages/:id',
    roles: frontDesk,
    posts: ['', 'insert-template', 'reply', 'undo-reply', 'assign', 'snooze', 'wake'],
  },
  {
    path: '/admin/mail',
    roles: frontDesk,
    posts: ['retry', 'undo-retry', 'retry-all', 'undo-retry-all', 'handle', 'reopen'],
  },
  { path: '/admin/mail/texts', roles: frontDesk, posts: [] },
  { path: '/admin/mail/:id', roles: frontDesk, posts: ['correct', 'retry', 'undo-retry', 'handle', 'reopen'] },
  { path: '/admin/mail/:id/html', roles: frontDesk, posts: [] },

  { path: '/admin/newsletter', roles: website, posts: [''] },
  {
    path: '/admin/newsletter/:id',
    roles: website,
    posts: ['send', 'schedule', 'unschedule', 'pause', 'resume', 'cancel', 'retry', 'test', 'address'],
  },
  { path: '/admin/newsletter/:id/write', roles: website, posts: ['', 'autosave', 'save', 'review'] },
  { path: '/admin/newsletter/:id/preview', roles: website, posts: [] },
  {
    path: '/admin/subscribers',
    roles: website,
    posts: [
      ...['', 'add', 'add-despite', 'save', 'reset', 'delete', 'undo', 'delete-chosen', 'restore-chosen'],
      ...['reset-chosen', 'undo-reset', 'unsubscribe-chosen', 'undo-unsubscribe'],
    ],
  },
  { path: '/admin/subscribers/export', roles: managers, posts: [''] },
  { path: '/admin/subscribers/imports', roles: website, posts: ['file'] },
  { path: '/admin/subscribers/imports/:id', roles: website, posts: ['answer', 'import', 'discard'] },
  { path: '/admin/subscribers/imports/:id/report', roles: website, posts: [] },
  { path: '/admin/subscribers/imports/:id/report/file', roles: website, posts: [''] },

  { path: '/admin/pages', roles: website, posts: [] },
  { path: '/admin/posts', roles: website, posts: ['add', 'newsletter', 'hide', 'show', 'keep'] },
  {
    path: '/admin/clinic',
    roles: website,
    posts: [
      ...['closures:close', 'closures:tell', 'closures:remove', 'closures:open-holiday', 'closures:close-holiday'],
      ...['notice', 'hours', 'reminder', 'address', 'phones', 'emails', 'product', 'service'],
    ],
    // Emails go to the people of the calendar; by the clinic's own addresses travel messages and money.
    limited: { 'closures:tell': calendar, phones: managers, emails: managers },
    // Each section is a form; a product or service is one, too.
    intentOf: ({ section = '', intent = 'close' }) =>
      section === 'closures' ? `closures:${intent}` : section.replace(/:.*/s, ''),
  },
  { path: '/admin/pictures', roles: website, posts: ['file'] },
  { path: '/admin/pictures/:id', roles: website, posts: ['save', 'remove'] },
  { path: '/admin/forms', roles: managers, posts: ofLists },
  { path: '/admin/forms/:id', roles: managers, posts: ofRecords },
  { path: '/admin/forms/:name/preview', roles: managers, posts: [] },
  { path: '/admin/:section', roles: website, posts: ofLists },
  { path: '/admin/:section/:id', roles: website, posts: ofRecords },
  { path: '/admin/:section/:name/preview', roles: website, posts: [] },

  { path: '/admin/insights', roles: managers, posts: [] },
  { path: '/admin/system', roles: managers, posts: ['backup', 'test'] },
  { path: '/admin/system/erase', roles: managers, posts: ['find', 'erase'] },
  { path: '/admin/audit', roles: managers, posts: [''] },
  { path: '/admin/staff', roles: managers, posts: ['invite', 'withdraw', 'role', 'end'] },
  {
    path: '/admin/private-calendars',
    roles: [...managers, 'practitioner'],
    posts: ['add', 'check', 'choose', 'remove', 'allow-server'],
  },
  { path: '/admin/connections', roles: managers, posts: [''] },
]

/** Which button was pressed, as actions read it: what follows a colon says what it is about. */
function readIntent({ intent = '' }: Typed) {
  return intent.replace(/:.*/s, '')
}

/** Which of the row's posts a form is. */
export const intentOf = (pattern: string, typed: Typed) => (rows.get(pattern)?.intentOf ?? readIntent)(typed)

/** The roles that may open the pages of a route and, with an intent, send it to them. `pattern`: of its address. */
export function rolesFor(pattern: string, intent?: string): readonly Role[] {
  const { roles = [], posts = [], limited = {} } = rows.get(pattern) ?? {}
  if (intent === undefined) return roles
  const senders = ownValue(limited, intent) ?? roles
  return posts.includes(intent) ? roles.filter((role) => senders.includes(role)) : []
}

/** Whether a role may send a form of these pages with this intent. */
export const mayPost = (role: Role, pattern: string, intent: string) => rolesFor(pattern, intent).includes(role)

/** Whether a form of these pages may have a file: its intent is 'file', whatever its fields say. */
export const takesFiles = (pattern: string) => rows.get(pattern)?.posts?.includes('file') ?? false

/**
 * The pattern of the route that React Router chooses for an address, also for a script's request. It is looked for among
 * the routes, not among the rows: a row without a route is nobody's.
 */
export function patternOf(href: string) {
  const { pathname } = new URL(href, 'http://localhost')
  return matchRoutes(routes, pathname.replace(/(?<=\/)_\.data$|\.data$/, ''))?.at(-1)?.route.path ?? ''
}

export const mayOpen = (role: Role, href: string) => rolesFor(patternOf(href)).includes(role)

const rows = new Map(rights.map((row) => [row.path, row]))
const routes = adminRoutes.map(({ path }) => ({ path: `/admin/${path}`.replace(/\/$/, '') }))
