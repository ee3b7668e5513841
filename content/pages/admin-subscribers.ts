import type { SubscriberState } from '#app/domain/newsletter/subscriber.ts'
import type { Facts, Page, Parts } from './page.ts'

type Imported = { name: string | null; signedUp: string | null; source: string | null; day: string }

const people = (count: number) => count.toLocaleString('en-US')

export const subscribersPage = {
  title: 'Subscribers',
  seo: { title: 'Subscribers', description: 'Who gets the newsletter.' },
  total: (count: number) => `${people(count)} in total`,
  email: 'Email',
  addButton: 'Add Subscriber',
  edit: 'Edit',
  save: 'Save',
  cancel: 'Cancel',
  delete: 'Delete',
  undo: 'Undo',
  /** Tries an address again that the mail server refused. */
  reset: 'Reset',
  /** What screen readers add to a row's button. */
  of: (email: string) => ` ${email}`,
  search: 'Search',
  searchLabel: 'Part of an address',
  clear: 'Show all',
  filters: 'Show',
  all: 'All',
  states: {
    pending: 'Pending',
    subscribed: 'Subscribed',
    unsubscribed: 'Unsubscribed',
    bounced: 'Bounced',
  } satisfies Record<SubscriberState, string>,
  count: people,
  /** Evidence that somebody asked for the newsletter, word for word as it stood in the file. */
  imported: ({ name, signedUp, source, day }: Imported) =>
    [
      `Imported ${day}${source ? ` from ${source}` : ''}.`,
      name && `Name in the file: ${name}.`,
      signedUp ? `Signed up there: ${signedUp}.` : 'The file gave no sign-up date.',
    ]
      .filter(Boolean)
      .join(' '),
  importedColumns: { name: 'Name', signedUp: 'Signed up (imported)', source: 'Imported from' },
  columns: { email: 'Email', state: 'State', date: 'Subscribed', acts: 'Actions' },
  pages: 'Pages of subscribers',
  earlier: 'Previous page',
  later: 'Next page',
  none: 'There are no subscribers yet.',
  noneFound: 'No address here contains that.',
  noneInState: 'Nobody is in this state.',
  unreadable: (clinic: Facts) =>
    `The list cannot be read at the moment. Please reload this page in a minute. ${clinic.name} still takes sign-ups.`,
  failed: 'That could not be saved. Please try again in a minute.',
  offline: 'You seem to be offline. What you typed is still here; try again in a moment.',
  added: (email: string) => `${email} is on the list now.`,
  known: (email: string) => `${email} is on the list already.`,
  saved: (email: string) => `Saved as ${email}.`,
  deleted: (email: string) => `${email} is deleted.`,
  deletedUnnamed: 'The subscriber is deleted.',
  restored: (email: string) => `${email} is back as before.`,
  wasReset: (email: string) => `${email} gets the newsletter again.`,
  unsubscribed: {
    text: (email: string) =>
      `${email} has unsubscribed. Add the address again only if this person asked you to get the newsletter.`,
    button: 'Add all the same',
  },
  bounced: (email: string) =>
    `The mail server refused ${email} for good, so the newsletter leaves it out. Reset it if you know that the address works now.`,
  gone: (typed: string) =>
    `This subscriber was deleted meanwhile. ${typed} stands in the field above, in case you want to add it.`,
  changed: (now: string) => `Somebody changed this address meanwhile, to ${now}. Press Save once more to replace that.`,
  taken: 'Another subscriber has this address already.',
  hasLeft: 'Whoever has this address has unsubscribed, so it cannot take the place of another one.',
  tooLate: 'That cannot be undone any more. Add the address anew if it should be on the list.',
  backAlready: 'The address is on the list again already, so there is nothing to undo.',
  notBounced: 'This address is not marked as bounced any more.',
  export: 'Export as CSV',
  import: 'Import from a file',
} satisfies Page & Parts
