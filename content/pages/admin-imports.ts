import type { FileProblem, ImportState, LineOutcome } from '#app/domain/newsletter/imports/subscriber-import.ts'

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const lines = (count: number) => counted(count, 'line', 'lines')
const addresses = (count: number) => counted(count, 'address', 'addresses')

export const importsPage = {
  title: 'Import subscribers',
  back: 'Subscribers',
  intro:
    'Any CSV file works: we find the email column for you. Names and sign-up dates are saved as evidence of consent; other columns are ignored, and columns such as card numbers, ID or insurance numbers, passwords and diagnoses aren’t even stored. You’ll review every line first. Nothing is added until you confirm, and no emails are sent.',
  consent: 'Import only people who asked for your newsletter.',
  file: 'CSV file',
  fileHint: (megabytes: number, mostLines: number) => `Up to ${megabytes} MB and ${lines(mostLines)}.`,
  check: 'Check the file',
  choose: 'Choose a file.',
  emptyFile: 'This file is empty.',
  failed: 'We couldn’t save the file. Please try again in a minute.',
  tooLarge: (megabytes: number) => `This file is larger than ${megabytes} MB. Please split it into smaller files.`,
  unreadable: 'We can’t show this right now. Please reload the page in a minute.',
  earlier: 'Past imports',
  columns: { when: 'Uploaded', state: 'Status', open: 'Report' },
  open: 'Open',
  states: {
    receiving: 'Uploading',
    checking: 'Checking',
    checked: 'Ready to review',
    importing: 'Importing',
    done: 'Imported',
    refused: 'Rejected',
    discarded: 'Discarded',
  } satisfies Record<ImportState, string>,
}

export const importPage = {
  title: 'Import results',
  back: 'Import subscribers',
  uploaded: (day: string, time: string) => `Uploaded ${day}, ${time}.`,
  fileName: (name: string) => `File: ${name}`,
  service: (name: string) => `Read as an export from ${name}.`,
  offByName:
    'The name of this file suggests that the people in it shouldn’t get your newsletter, so none of them were added. If that’s wrong, rename the file and upload it again.',
  /** Before the dry run, if the file may record consent in a way that we don't recognize. */
  asks: {
    intro:
      'This file has values that may say who can be emailed, but we don’t recognize them. Nothing is added until you tell us what they mean. When in doubt, choose “Off”.',
    column: (number: number) => `Column ${number}`,
    wholeFile: 'Did everyone in this file agree to get your newsletter?',
    nearlyAll: 'Nearly everyone has this value. If it was filled in by default, it’s no agreement.',
    blank: '(blank)',
    many: 'any value (there are many)',
    date: (first: string) => `a date, such as ${first}`,
    people: (count: number) => counted(count, 'person', 'people'),
    unanswered: 'Choose one',
    on: 'OK to email',
    off: 'Off: leave out',
    choose: 'Choose whether it’s OK to email these people.',
    button: 'Continue',
  },
  checking: 'Checking the file. Nothing has been added yet.',
  importing: 'Adding addresses. You can leave this page; the import continues in the background.',
  progress: 'Lines imported',
  read: (count: number) => `${lines(count)} so far`,
  of: (done: number, all: number) => `${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`,
  look: 'Refresh',
  checked: 'Here’s what will happen. Nothing has been added yet.',
  import: (count: number) => `Import ${addresses(count)}`,
  nothing: 'There are no new addresses in this file, so there’s nothing to import.',
  discard: 'Discard file',
  done: (count: number) => `${counted(count, 'address', 'addresses')} added to the list.`,
  late: 'This file was already handled in another window.',
  failed: 'We couldn’t save that. Please try again in a minute.',
  kept: 'This report is available for 30 days. The file itself has been deleted.',
  waits: 'Unless you import it, the file’s contents are deleted a day after upload.',
  refused: {
    empty: 'The file is empty.',
    binary: 'This isn’t a CSV file. In your spreadsheet app, choose Save As or Download, then CSV.',
    'no-addresses': 'We couldn’t find a column with email addresses in this file.',
    'too-many-lines': 'The file has more than 200,000 lines. Please split it into smaller files.',
    failed: 'We couldn’t read the whole file. Please upload it again.',
  } satisfies Record<Exclude<FileProblem, 'appointments'>, string>,
  appointments: (service: string | undefined) =>
    `This looks like an export of appointments${service ? ` from ${service}` : ''}. A newsletter needs a list of people who asked for it. Nothing of this file was stored.`,
  patients: (service: string | undefined) =>
    `This looks like a list of patients${service ? ` from ${service}` : ''}. Being a patient isn’t a yes to your newsletter: only people whom the file marks as agreeing are added, or those whom you say agreed.`,
  refusedColumns: (names: string) =>
    `Not read and not stored, since a newsletter has no use for it: ${names}. Please don’t upload card numbers, ID or insurance numbers, passwords or health information here.`,
  blankedColumns: (names: string) =>
    `Left out of single cells, since it looked like a card, ID or account number, a password or health information: ${names}. It isn’t stored.`,
  /** `before` for the dry run, `after` for the report. */
  outcomes: {
    added: { before: 'Will be added', after: 'Added', why: 'New' },
    known: {
      before: 'Already on the list',
      after: 'Already on the list',
      why: 'Already subscribed, or asked to confirm',
    },
    unsubscribed: { before: 'Left out', after: 'Left out', why: 'Unsubscribed earlier' },
    bounced: { before: 'Left out', after: 'Left out', why: 'Bounced earlier' },
    'not-subscribed': {
      before: 'Left out',
      after: 'Left out',
      why: 'Marked unsubscribed or not confirmed in the file',
    },
    duplicate: { before: 'Duplicate', after: 'Duplicate', why: 'Listed more than once in this file' },
    malformed: { before: 'Invalid address', after: 'Invalid address', why: 'Not an email address' },
  } satisfies Record<LineOutcome, { before: string; after: string; why: string }>,
  line: (line: number) => `Line ${line.toLocaleString('en-US')}`,
  blank: '(blank)',
  report: 'Full report',
  save: 'Export report as CSV',
}

export const reportPage = {
  title: 'Full import report',
  back: 'Import results',
  filters: 'Show',
  all: 'All',
  columns: { line: 'Line', address: 'Address', outcome: 'Outcome', why: 'Reason' },
  pages: 'Pages of the report',
  first: 'First page',
  later: 'Next page',
  none: 'No matching lines.',
}
