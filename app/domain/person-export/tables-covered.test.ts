import { expect, test } from 'vitest'
import type { Tables } from '#app/database/tables.ts'
import { type SectionName, sectionNames } from './export-section.ts'

/** Nobody who visits or buys from the clinic is named in it. */
const nobody = { without: 'names no patient or customer' }

/**
 * Each table with the section of a person's copy that has what it holds, or why none has it. A new table does not
 * compile without its line.
 */
const covered: Record<keyof Tables, SectionName | { without: string }> = {
  patients: 'records',
  patientNotes: 'records',
  patientTags: 'records',
  patientChanges: { without: 'which records were merged; the merged records are in the copy' },
  appointments: 'appointments',
  plans: 'appointments',
  signedForms: 'appointments',
  formTexts: 'appointments',
  // Those about a place on the waitlist are in its section.
  textConsents: 'appointments',
  textMessages: 'appointments',
  waitlistEntries: 'waitlist',
  waitlistOffers: 'waitlist',
  messages: 'messages',
  messageReplies: 'messages',
  orders: 'orders',
  orderLines: 'orders',
  orderChanges: 'orders',
  // Those of bookings and their fees are with the appointments.
  payments: 'orders',
  savedCards: { without: 'what the provider calls a card; what was charged to it is with its appointment' },
  refunds: 'orders',
  giftCards: 'giftCards',
  giftCardNotes: 'giftCards',
  subscribers: 'newsletter',
  deletedSubscribers: 'newsletter',
  subscriberImportLines: 'newsletter',
  users: 'account',
  sessions: 'account',
  passkeys: 'account',
  dataRequests: 'requests',
  emails: 'emails',

  distinctPatients: { without: 'which records staff told apart' },
  bookingDrafts: { without: 'sealed, belongs to the browser that typed it, and is deleted after a day' },
  subscriberImportParts: { without: 'the whole uploaded file of the clinic, deleted once it is read' },
  suppressions: { without: 'a fingerprint, from which no address can be read' },
  limits: { without: 'fingerprints, for a day' },
  credentials: { without: 'a password that nobody can read; handing out its hash would help whoever steals the copy' },
  verifications: { without: 'links as good as a password' },
  twoFactors: { without: 'as good as a password; that it is on is in the copy' },
  usedCodes: { without: 'codes of two-factor authentication, for minutes' },
  dataCodes: { without: 'codes for the copy itself, for minutes' },
  adminLinks: { without: 'as good as a password' },
  handovers: { without: 'whose appointments go to whom, by people who work here' },
  holds: { without: 'the times of appointments, which are in the copy' },
  heldQuanta: { without: 'the times of appointments, which are in the copy' },
  auditEntries: { without: 'what staff did, with no names of patients; an accounting of disclosures is another right' },
  recordKeys: { without: 'keys' },
  jobs: { without: 'work to do, by ids of what is in the copy' },
  staff: { without: 'people who work here' },
  invitations: { without: 'people who are to work here' },
  workingDays: { without: 'people who work here' },

  stock: nobody,
  stockMovements: nobody,
  ledgerTransactions: { without: 'amounts by the numbers of orders; what was paid is with the orders' },
  ledgerLines: { without: 'the same' },
  paymentEvents: nobody,
  paymentDifferences: nobody,
  counters: nobody,
  bounceMailbox: nobody,
  todayEmails: nobody,
  subscriberCounts: nobody,
  subscriberImports: nobody,
  campaigns: nobody,
  liveness: nobody,
  beats: nobody,
  feeds: nobody,
  blogPosts: nobody,
  postDecisions: nobody,
  blogPictures: nobody,
  pictures: nobody,
  pictureFiles: nobody,
  pagePurges: nobody,
  sightings: nobody,
  relayProof: nobody,
  redChecks: nobody,
  dailyCounts: nobody,
  connectionTests: nobody,
  backupState: nobody,
  secretFingerprints: nobody,
  clinicOverlays: nobody,
  contentVersions: nobody,
  contentDrafts: nobody,
  closures: nobody,
  auditHead: nobody,
  auditVerifications: nobody,
  putOffCards: nobody,
  calendarFeed: nobody,
  blocks: nobody,
  privateCalendars: nobody,
  ownHours: nobody,
  blockSeries: nobody,
  ownDays: nobody,
  replyTemplates: nobody,
}

test('every table is in a copy of a person’s data, or says why not', () => {
  const named = Object.values(covered).filter((one) => typeof one === 'string')
  expect([...new Set(named)].toSorted()).toEqual([...sectionNames].toSorted())
})
