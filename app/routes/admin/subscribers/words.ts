import type { SubscriberSort, SubscriberState } from '#app/domain/newsletter/subscriber.ts'
import type { Facts } from '#content/pages/page.ts'

type Imported = { name: string | null; signedUp: string | null; source: string | null; day: string }

const subscribers = (count: number) => (count === 1 ? '1 subscriber' : `${people(count)} subscribers`)

const people = (count: number) => count.toLocaleString('en-US')

export const subscribersPage = {
  title: 'Subscribers',
  total: (count: number) => `${people(count)} in total`,
  email: 'Email',
  addButton: 'Add Subscriber',
  edit: 'Edit',
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete',
  undo: 'Undo',
  /** Lets the newsletter use a bounced address again. */
  reset: 'Reset',
  /** Added to a row's button for screen readers. */
  of: (email: string) => ` ${email}`,
  search: 'Search',
  searchLabel: 'Email or part of it',
  clear: 'Show all',
  filters: 'Show',
  all: 'All',
  states: {
    pending: 'Pending',
    subscribed: 'Subscribed',
    unsubscribed: 'Unsubscribed',
    bounced: 'Bounced',
  } satisfies Record<SubscriberState, string>,
  /** Evidence of consent, word for word from the file. */
  imported: ({ name, signedUp, source, day }: Imported) =>
    [
      `Imported ${day}${source ? ` from ${source}` : ''}.`,
      name && `Name in the file: ${name}.`,
      signedUp ? `Signed up there: ${signedUp}.` : 'The file gave no sign-up date.',
    ]
      .filter(Boolean)
      .join(' '),
  importedColumns: { name: 'Name', signedUp: 'Signed up (imported)', source: 'Imported from' },
  columns: { email: 'Email', state: 'Status', date: 'Subscribed', acts: 'Actions' },
  pages: 'Pages of subscribers',
  earlier: 'Previous page',
  later: 'Next page',
  sorts: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    email: 'Email, A to Z',
  } satisfies Record<SubscriberSort | 'newest', string>,
  choose: (email: string) => `Choose ${email}`,
  bulk: {
    deleted: (count: number, skipped: number) =>
      `${subscribers(count)} deleted.${skipped > 0 ? ` ${skipped} had been deleted before.` : ''}`,
    restored: (count: number, skipped: number) =>
      `${subscribers(count)} restored.${skipped > 0 ? ` It was too late for ${skipped}.` : ''}`,
    unsubscribe: 'Unsubscribe',
    unsubscribed: (count: number, skipped: number) =>
      `${subscribers(count)} unsubscribed.${skipped > 0 ? ` ${skipped} had unsubscribed before.` : ''}`,
    unsubscribesUndone: (count: number, skipped: number) =>
      `Undone for ${subscribers(count)}.${skipped > 0 ? ` ${skipped} stay unsubscribed.` : ''}`,
    wereReset: (count: number, skipped: number) =>
      `${subscribers(count)} will receive the newsletter again.${skipped > 0 ? ` ${skipped} hadn’t bounced.` : ''}`,
    resetsUndone: (count: number, skipped: number) =>
      `Undone for ${subscribers(count)}.${skipped > 0 ? ` ${skipped} have changed since.` : ''}`,
    noneBounced: 'Nothing was changed: none of them is marked as bounced.',
    noneUnsubscribed: 'Nothing was changed: they’re unsubscribed already, or were deleted.',
    noneChanged: 'Nothing was changed: someone else has deleted them already.',
  },
  none: {
    text: 'There are no subscribers yet.',
    hint: 'People sign up on your website. You can also add an address above, or bring a list.',
    step: { text: 'Import from a file', href: '/admin/subscribers/imports' },
  },
  noneFound: { text: 'No matching addresses', hint: 'Try a shorter part of the address, or its domain.' },
  noneInState: { text: 'No subscribers with this status' },
  unreadable: (clinic: Facts) =>
    `The list isn’t available right now. Please reload this page in a minute. People can still sign up for the ${clinic.name} newsletter.`,
  failed: 'We couldn’t save that. Please try again in a minute.',
  offline: 'You seem to be offline. What you typed is still here; try again in a moment.',
  added: (email: string) => `${email} added.`,
  known: (email: string) => `${email} is already on the list.`,
  saved: (email: string) => `Saved as ${email}.`,
  deleted: (email: string) => `${email} deleted.`,
  restored: (email: string) => `${email} restored.`,
  wasReset: (email: string) => `${email} will receive the newsletter again.`,
  unsubscribed: {
    text: (email: string) => `${email} unsubscribed. Add this address again only if they asked you to.`,
    button: 'Add anyway',
  },
  bounced: (email: string) =>
    `The mail server permanently rejected ${email}, so the newsletter skips it. Reset it if you know the address works now.`,
  gone: (typed: string) =>
    `This subscriber was just deleted. ${typed} is in the field above in case you want to add it.`,
  changed: (now: string) => `Someone else just changed this address to ${now}. Press Save again to replace it.`,
  taken: 'Another subscriber already has this address.',
  hasLeft: 'This address has unsubscribed, so it can’t replace another one.',
  tooLate: 'That can no longer be undone. Add the address again if it should be on the list.',
  backAlready: 'This address is already back on the list, so there’s nothing to undo.',
  notBounced: 'This address is no longer marked as bounced.',
  export: 'Export as CSV',
  import: 'Import from a file',
}
