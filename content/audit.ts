import type { Fault, Head } from '#app/domain/audit/trail.ts'

export const auditTrail = {
  whole: ({ count, hmac }: Head) =>
    count === 0
      ? 'The audit trail is intact. It has no entries yet.'
      : `The audit trail is intact: ${count} ${count === 1 ? 'entry' : 'entries'}, head ${count}:${hmac}`,
  broken: (entry: number, fault: Fault) => `The audit trail is broken at entry ${entry}: ${faults[fault]}`,
}

const faults: Record<Fault, string> = {
  altered: 'it was changed after it was written.',
  missing: 'it is missing.',
  added: 'it was added by something other than the website.',
  head: 'it doesn’t match the recorded end of the trail.',
  'cut-off': 'this entry and everything after it were removed.',
  rewritten: 'the entries up to here differ from the ones on record.',
  key: 'the trail’s key is missing or belongs to a different ENCRYPTION_KEY.',
}

export const acts = {
  'admin.card-put-off': 'Postponed setting up two-factor authentication',
  'admin.codes-renewed': 'Created new backup codes',
  'admin.link-made': 'Created admin sign-in link',
  'admin.link-used': 'Signed in with an admin link and chose a new password',
  'admin.second-factor-failed': 'Entered an incorrect code',
  'admin.second-factor-off': 'Turned off two-factor authentication',
  'admin.second-factor-on': 'Turned on two-factor authentication',
  'admin.sign-in-failed': 'Failed admin sign-in: incorrect password',
  'admin.signed-in': 'Signed in',
  'admin.signed-out': 'Signed out',
  'admin.stepped-up': 'Confirmed identity',
  'appointment.accepted': 'Confirmed an appointment request',
  'appointment.booked': 'Booked an appointment',
  'appointment.cancelled': 'Canceled an appointment',
  'appointment.corrected': 'Corrected an appointment',
  'appointment.declined': 'Declined an appointment request',
  'appointment.moved': 'Moved an appointment',
  'appointment.restored': 'Undid a cancellation',
  'appointment.state': 'Updated appointment status',
  'backup.asked': 'Started a backup',
  'backup.restored': 'Restored a backup',
  'backup.test-asked': 'Started a test of the newest backup',
  'block.added': 'Blocked time',
  'block.removed': 'Unblocked time',
  'calendar.renewed': 'Created a new calendar feed link',
  'clinic.closed': 'Added closed days',
  'clinic.closure-removed': 'Removed closed days',
  'clinic.closure-told': 'Emailed people with appointments on closed days',
  'clinic.reset': 'Reset clinic settings to default',
  'clinic.saved': 'Changed clinic settings',
  'connection.tested': 'Sent a test to an outside service',
  'import.answered': 'Chose who in a subscriber file can be emailed',
  'import.discarded': 'Discarded a subscriber file',
  'import.exported': 'Downloaded an import report',
  'import.started': 'Imported subscribers from a file',
  'import.uploaded': 'Uploaded a subscriber file',
  'health.erased': 'Deleted a health answer at the end of its retention period',
  'health.kept': 'Kept a health answer past its deletion date',
  'health.released': 'Restored automatic deletion of a health answer',
  'health.read': 'Read a health answer',
  'keys.rotated': 'Rotated the encryption key',
  'letter.handled': 'Marked a failed email as resolved',
  'letter.readdressed': 'Corrected the address on a failed email and resent it',
  'letter.retried': 'Resent a failed email',
  'letters.retried': 'Resent all failed emails',
  'message.handled': 'Marked a message as handled',
  'message.reopened': 'Reopened a message',
  'newsletter.cancelled': 'Stopped a newsletter',
  'newsletter.drafted': 'Drafted a newsletter',
  'newsletter.paused': 'Paused a newsletter',
  'newsletter.resumed': 'Resumed a newsletter',
  'newsletter.retried': 'Resent a newsletter to failed recipients',
  'newsletter.scheduled': 'Scheduled a newsletter',
  'newsletter.sent': 'Sent a newsletter',
  'newsletter.tested': 'Sent a test newsletter',
  'newsletter.unscheduled': 'Unscheduled a newsletter',
  'order.changed': 'Updated an order',
  'orders.exported': 'Exported orders',
  'password.changed': 'Changed the password',
  'person.erased': 'Erased a person',
  'post.hidden': 'Hid a blog post',
  'post.kept': 'Approved a blog post as is',
  'post.shown': 'Unhid a blog post',
  'subscriber.added': 'Added a subscriber',
  'subscriber.changed': 'Changed a subscriber',
  'subscriber.deleted': 'Deleted a subscriber',
  'subscriber.reset': 'Reset a bounced address',
  'subscriber.restored': 'Restored a deleted subscriber',
  'subscribers.exported': 'Exported subscribers',
} as const satisfies Record<`${string}.${string}`, string>

type RecordKind = {
  word: string
  /** The record's page in the dashboard. */
  href?: (id: string) => string
}

export const records = {
  account: { word: 'Account', href: () => '/admin/security' },
  appointment: { word: 'Appointment', href: (id) => `/admin/appointments/${id}` },
  block: { word: 'Blocked time', href: () => '/admin/appointments' },
  clinic: { word: 'Clinic', href: () => '/admin/clinic' },
  connection: { word: 'Connection', href: () => '/admin/connections' },
  import: { word: 'Import', href: () => '/admin/subscribers/imports' },
  letter: { word: 'Email', href: (id) => `/admin/mail/${id}` },
  message: { word: 'Message', href: (id) => `/admin/messages/${id}` },
  newsletter: { word: 'Newsletter', href: (id) => `/admin/newsletter/${id}` },
  order: { word: 'Order', href: (number) => `/admin/orders/${number}` },
  post: { word: 'Blog post', href: () => '/admin/posts' },
  subscriber: { word: 'Subscriber', href: (id) => `/admin/subscribers?edit=${id}` },
} as const satisfies Record<string, RecordKind>
