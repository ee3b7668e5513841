import { matchRoutes } from 'react-router'
import type { Role } from '#app/domain/accounts/roles.ts'
import { ownValue } from '#app/domain/shared/own-value.ts'

const managers: Role[] = ['owner', 'manager']
const frontDesk: Role[] = [...managers, 'front-desk']
const website: Role[] = [...managers, 'editor']
const everyone: Role[] = [...managers, 'front-desk', 'practitioner', 'editor']
/** Practitioners only see and change their own appointments and patients: their reach (`getActor`) is part of each query. */
const calendar: Role[] = [...frontDesk, 'practitioner']
const healthReaders: Role[] = [...managers, 'practitioner']

/** `posts`: intents of its forms that fewer roles may send. */
type Row = { path: string; roles: readonly Role[]; posts?: Record<string, readonly Role[]> }

/**
 * Who may open an address of the dashboard and post to it (product decisions, 'Staff'). One without a row opens to
 * nobody; a test asks for every address as every role.
 */
export const rights: Row[] = [
  {
    path: '/admin',
    roles: frontDesk,
    posts: { hours: managers, holidays: managers, 'put-away': managers, 'bring-back': managers },
  },
  { path: '/admin/my-day', roles: ['practitioner'] },
  { path: '/admin/more', roles: everyone },
  { path: '/admin/waiting', roles: everyone },
  { path: '/admin/search', roles: everyone },
  { path: '/admin/search/results', roles: everyone },
  { path: '/admin/security', roles: everyone },
  { path: '/admin/*', roles: everyone },

  { path: '/admin/appointments', roles: calendar },
  { path: '/admin/appointments/new', roles: calendar },
  {
    path: '/admin/appointments/:id',
    roles: calendar,
    posts: {
      health: healthReaders,
      form: healthReaders,
      'confirm-address': healthReaders,
      'unconfirm-address': healthReaders,
      'keep-health': healthReaders,
      'release-health': healthReaders,
    },
  },
  { path: '/admin/appointments/hand-over', roles: frontDesk },
  { path: '/admin/appointments/held-back', roles: frontDesk },
  { path: '/admin/appointments/:id/forms/:signed', roles: healthReaders },
  { path: '/admin/appointments/:id/move', roles: calendar },
  // A practitioner's are her own: their reach decides.
  { path: '/admin/hours', roles: [...managers, 'practitioner'] },
  { path: '/admin/hours/:id', roles: [...managers, 'practitioner'], posts: { allow: managers } },
  { path: '/admin/patients', roles: calendar },
  {
    path: '/admin/patients/:id',
    roles: calendar,
    posts: {
      ...{ 'clinical-note': healthReaders, 'show-notes': healthReaders, 'delete-clinical-note': healthReaders },
      // Who somebody is, only those who see everybody can tell.
      // What a merge opens to links and accounts, only those choose who may read it all.
      'merge-open': managers,
      ...{ merge: frontDesk, 'merge-same': frontDesk, separate: frontDesk, split: frontDesk, undo: frontDesk },
      ...{ 'enter-request': frontDesk, 'show-requests': managers, 'request-done': managers },
      ...{ 'request-partly': managers, 'request-denied': managers, 'erase-patient': managers },
      ...{ find: frontDesk, distinct: frontDesk, 'undo-distinct': frontDesk },
    },
  },
  { path: '/admin/patients/:id/copy', roles: managers },
  { path: '/admin/patients/:id/copy/file', roles: managers },
  {
    path: '/admin/waitlist',
    roles: calendar,
    posts: { add: frontDesk, offer: frontDesk, skip: frontDesk, remove: frontDesk, 'undo-removal': frontDesk },
  },
  { path: '/admin/plans', roles: calendar },
  { path: '/admin/plans/new', roles: frontDesk },
  {
    path: '/admin/plans/:id',
    roles: calendar,
    posts: { prepaid: frontDesk, pay: frontDesk, 'not-prepaid': frontDesk, 'pay-back': frontDesk },
  },
  { path: '/admin/plans/:id/move', roles: frontDesk },
  { path: '/admin/orders', roles: frontDesk },
  { path: '/admin/orders/export', roles: managers },
  { path: '/admin/orders/:number', roles: frontDesk },
  { path: '/admin/payments', roles: frontDesk, posts: { explain: managers } },
  { path: '/admin/payments/export', roles: managers },
  { path: '/admin/payments/:id', roles: frontDesk, posts: { refund: managers } },
  { path: '/admin/gift-cards', roles: frontDesk },
  { path: '/admin/gift-cards/:id', roles: frontDesk },
  { path: '/admin/stock', roles: frontDesk },
  { path: '/admin/stock/:item', roles: frontDesk },
  { path: '/admin/messages', roles: frontDesk },
  { path: '/admin/messages/undelivered', roles: frontDesk },
  { path: '/admin/messages/templates', roles: frontDesk },
  { path: '/admin/messages/:id', roles: frontDesk },
  { path: '/admin/mail', roles: frontDesk },
  { path: '/admin/mail/texts', roles: frontDesk },
  { path: '/admin/mail/:id', roles: frontDesk },
  { path: '/admin/mail/:id/html', roles: frontDesk },

  { path: '/admin/newsletter', roles: website },
  { path: '/admin/newsletter/:id', roles: website },
  { path: '/admin/newsletter/:id/write', roles: website },
  { path: '/admin/newsletter/:id/preview', roles: website },
  { path: '/admin/subscribers', roles: website },
  { path: '/admin/subscribers/export', roles: managers },
  { path: '/admin/subscribers/imports', roles: website },
  { path: '/admin/subscribers/imports/:id', roles: website },
  { path: '/admin/subscribers/imports/:id/report', roles: website },
  { path: '/admin/subscribers/imports/:id/report/file', roles: website },

  { path: '/admin/pages', roles: website },
  { path: '/admin/posts', roles: website },
  { path: '/admin/clinic', roles: website },
  { path: '/admin/pictures', roles: website },
  { path: '/admin/pictures/:id', roles: website },
  { path: '/admin/forms', roles: managers },
  { path: '/admin/forms/:id', roles: managers },
  { path: '/admin/forms/:name/preview', roles: managers },
  { path: '/admin/:section', roles: website },
  { path: '/admin/:section/:id', roles: website },
  { path: '/admin/:section/:name/preview', roles: website },

  { path: '/admin/insights', roles: managers },
  { path: '/admin/system', roles: managers },
  { path: '/admin/system/erase', roles: managers },
  { path: '/admin/audit', roles: managers },
  { path: '/admin/staff', roles: managers },
  { path: '/admin/private-calendars', roles: [...managers, 'practitioner'] },
  { path: '/admin/connections', roles: managers },
]

/** The roles that may open the pages of a route and post these intents to them. `pattern`: of its address. */
export function rolesFor(pattern: string, intents: readonly string[] = []): readonly Role[] {
  const { roles = [], posts = {} } = rows.get(pattern) ?? {}
  return roles.filter((role) => intents.every((intent) => ownValue(posts, intent)?.includes(role) ?? true))
}

/** Whether a role may send a form of these pages with this intent. */
export const mayPost = (role: Role, pattern: string, intent: string) => rolesFor(pattern, [intent]).includes(role)

/** Whether it depends on the intent who may post. */
export const hasLimitedPosts = (pattern: string) => rows.get(pattern)?.posts !== undefined

/** The pattern of an address, which may have a query and a fragment; of none of ours, one that nobody may open. */
export const patternOf = (href: string) => matchRoutes(routes, href.replace(/[?#].*$/, ''))?.at(-1)?.route.path ?? ''

export const mayOpen = (role: Role, href: string) => rolesFor(patternOf(href)).includes(role)

const rows = new Map(rights.map((row) => [row.path, row]))
const routes = rights.map(({ path }) => ({ path }))
