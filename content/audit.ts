import type { Fault, Head } from '#app/domain/audit/trail.ts'

/** What the admin's page and the command say about the audit trail. */
export const auditTrail = {
  whole: ({ count, hmac }: Head) =>
    count === 0
      ? 'The audit trail is whole: it has no entries yet.'
      : `The audit trail is whole: ${count} ${count === 1 ? 'entry' : 'entries'}, head ${count}:${hmac}`,
  broken: (entry: number, fault: Fault) => `The audit trail is broken at entry ${entry}: ${faults[fault]}`,
}

const faults: Record<Fault, string> = {
  altered: 'it is not as it was written.',
  missing: 'it is missing.',
  added: 'it was added without being recorded.',
  head: 'the head row does not belong to it.',
  'cut-off': 'it and everything after it were cut off.',
  rewritten: 'the entries up to it are not those known from before.',
  key: "the trail's key is gone or belongs to another ENCRYPTION_KEY.",
}

/** Every act there is, in plain words. */
export const acts = {
  'admin.card-put-off': 'Put off setting up a second factor',
  'admin.codes-renewed': 'Made new backup codes',
  'admin.link-made': 'Had a link made to get in',
  'admin.link-used': 'Got in with a link and chose a new password',
  'admin.second-factor-failed': 'Entered a wrong code',
  'admin.second-factor-off': 'Turned the second factor off',
  'admin.second-factor-on': 'Set up a second factor',
  'admin.sign-in-failed': 'Somebody entered a wrong password for the admin',
  'admin.signed-in': 'Signed in',
  'admin.signed-out': 'Signed out',
  'admin.stepped-up': 'Showed again who is there',
  'appointment.accepted': 'Confirmed an appointment that was asked for',
  'appointment.booked': 'Booked an appointment',
  'appointment.cancelled': 'Canceled an appointment',
  'appointment.corrected': 'Corrected an appointment',
  'appointment.declined': 'Declined an appointment that was asked for',
  'appointment.moved': 'Moved an appointment',
  'appointment.restored': 'Took a cancellation back',
  'appointment.state': 'Marked what became of a visit',
  'backup.restored': 'Restored a backup',
  'block.added': 'Kept time for the clinic',
  'block.removed': 'Gave time back that was kept for the clinic',
  'calendar.renewed': 'Made a new address for the calendar feed',
  'clinic.closed': 'Entered a closure',
  'clinic.closure-removed': 'Removed a closure',
  'clinic.closure-told': 'Emailed the people whose appointments lie on closed days',
  'clinic.reset': 'Took clinic settings back to their default',
  'clinic.saved': 'Changed clinic settings',
  'connection.tested': 'Sent a test to an outside service',
  'import.answered': 'Said who in a file of subscribers may be mailed',
  'import.discarded': 'Discarded a file of subscribers',
  'import.exported': 'Saved the report of an import as a file',
  'import.started': 'Imported subscribers from a file',
  'import.uploaded': 'Uploaded a file of subscribers',
  'health.erased': 'Erased a health answer whose time was over',
  'health.kept': 'Kept a health answer beyond its time',
  'health.released': 'Let a health answer be erased in its time',
  'health.read': 'Read a health answer',
  'keys.rotated': 'Changed the encryption key',
  'letter.handled': 'Marked a failed letter as dealt with',
  'letter.readdressed': 'Corrected the address of a failed email and sent it again',
  'letter.retried': 'Sent a failed letter again',
  'letters.retried': 'Sent all failed letters again',
  'message.handled': 'Marked a message as handled',
  'message.reopened': 'Put a message back among those to answer',
  'newsletter.cancelled': 'Canceled a newsletter',
  'newsletter.drafted': 'Prepared a newsletter',
  'newsletter.paused': 'Paused a newsletter',
  'newsletter.resumed': 'Resumed a newsletter',
  'newsletter.retried': 'Sent a newsletter again to those it had not reached',
  'newsletter.scheduled': 'Scheduled a newsletter',
  'newsletter.sent': 'Sent a newsletter',
  'newsletter.tested': 'Sent a newsletter to try',
  'newsletter.unscheduled': 'Took a newsletter off its schedule',
  'order.changed': 'Changed an order',
  'orders.exported': 'Saved the orders as a file',
  'password.changed': 'Changed the password',
  'person.erased': 'Erased a person',
  'post.hidden': 'Hid a blog post',
  'post.kept': 'Kept a blog post as it is',
  'post.shown': 'Showed a hidden blog post again',
  'subscriber.added': 'Added a subscriber',
  'subscriber.changed': 'Changed a subscriber',
  'subscriber.deleted': 'Deleted a subscriber',
  'subscriber.reset': 'Let a bounced address get mail again',
  'subscriber.restored': 'Brought a deleted subscriber back',
  'subscribers.exported': 'Saved the subscribers as a file',
} as const satisfies Record<`${string}.${string}`, string>

type RecordKind = {
  word: string
  /** Where the dashboard shows one, by its id. */
  href?: (id: string) => string
}

/** Every kind of record that an act is done to. */
export const records = {
  account: { word: 'Account', href: () => '/admin/security' },
  appointment: { word: 'Appointment', href: (id) => `/admin/appointments/${id}` },
  block: { word: 'Kept time', href: () => '/admin/appointments' },
  clinic: { word: 'Clinic', href: () => '/admin/clinic' },
  connection: { word: 'Connection', href: () => '/admin/connections' },
  import: { word: 'Import', href: () => '/admin/subscribers/imports' },
  letter: { word: 'Letter', href: (id) => `/admin/mail/${id}` },
  message: { word: 'Message', href: (id) => `/admin/messages/${id}` },
  newsletter: { word: 'Newsletter', href: (id) => `/admin/newsletter/${id}` },
  order: { word: 'Order', href: (number) => `/admin/orders/${number}` },
  post: { word: 'Blog post', href: () => '/admin/posts' },
  subscriber: { word: 'Subscriber', href: (id) => `/admin/subscribers?edit=${id}` },
} as const satisfies Record<string, RecordKind>
