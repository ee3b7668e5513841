import type { FileProblem, ImportState, LineOutcome } from '#app/domain/newsletter/imports/subscriber-import.ts'
import type { Page, Parts } from './page.ts'

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const lines = (count: number) => counted(count, 'line', 'lines')
const addresses = (count: number) => counted(count, 'address', 'addresses')

export const importsPage = {
  title: 'Import subscribers',
  seo: { title: 'Import subscribers', description: 'Bring subscribers in from a file.' },
  back: 'Subscribers',
  intro:
    'Any CSV file will do: the column with the addresses is found. Names and sign-up dates are kept as evidence of consent; no other column is. First you see what would happen, line by line. Nothing is added before you say so, and nobody is written to.',
  consent: 'Import only people who asked for your newsletter.',
  file: 'CSV file',
  fileHint: (megabytes: number, mostLines: number) => `Up to ${megabytes} MB and ${lines(mostLines)}.`,
  check: 'Check the file',
  choose: 'Choose a file.',
  emptyFile: 'This file is empty.',
  failed: 'The file could not be stored. Please try again in a minute.',
  tooLarge: (megabytes: number) => `This file is larger than ${megabytes} MB. Please divide it into several.`,
  unreadable: 'This cannot be read at the moment. Please reload the page in a minute.',
  earlier: 'Earlier files',
  columns: { when: 'Uploaded', state: 'State', open: 'Report' },
  open: 'Open',
  states: {
    receiving: 'On its way',
    checking: 'Being checked',
    checked: 'Waits for your decision',
    importing: 'Being imported',
    done: 'Imported',
    refused: 'Refused',
    discarded: 'Discarded',
  } satisfies Record<ImportState, string>,
} satisfies Page & Parts

export const importPage = {
  title: 'A file of subscribers',
  seo: { title: 'A file of subscribers', description: 'What would happen with a file, and what did.' },
  back: 'Import subscribers',
  uploaded: (day: string, time: string) => `Uploaded ${day}, ${time}.`,
  fileName: (name: string) => `File: ${name}`,
  service: (name: string) => `Read as an export from ${name}.`,
  offByName:
    'The name of this file says that nobody in it gets your newsletter, so nobody is added. If that is wrong, rename the file and upload it again.',
  /** The step before the dry run, where the file says something about who gets mail that only the clinic can read. */
  asks: {
    intro:
      'This file says something about who may be mailed that we can’t read. Nothing is added until you tell us what it means. When in doubt, choose “Off”.',
    column: (number: number) => `Column ${number}`,
    blank: '(blank)',
    many: 'any of its many values',
    people: (count: number) => counted(count, 'person', 'people'),
    unanswered: 'Choose one',
    on: 'May be mailed',
    off: 'Off: leave out',
    choose: 'Choose whether these people may be mailed.',
    button: 'Continue',
  },
  checking: 'The file is being checked. Nothing is added yet.',
  importing: 'The addresses are being added. You can leave this page; it goes on by itself.',
  progress: { checking: 'Lines checked', importing: 'Lines done' },
  read: (count: number) => `${lines(count)} so far`,
  of: (done: number, all: number) => `${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`,
  look: 'Look again',
  checked: 'This is what would happen. Nothing is added yet.',
  import: (count: number) => `Import ${addresses(count)}`,
  nothing: 'Nobody in this file is new, so there is nothing to import.',
  discard: 'Discard the file',
  done: (count: number) => `${counted(count, 'address is', 'addresses are')} on the list now.`,
  late: 'This file was dealt with in another window already.',
  failed: 'That could not be saved. Please try again in a minute.',
  kept: 'This report is kept for 30 days. The file itself is erased.',
  waits: 'What the file held is erased a day after its upload, unless you import it.',
  refused: {
    empty: 'The file is empty.',
    binary: 'This is no CSV file. In a spreadsheet program choose Save As or Download, then CSV.',
    'no-addresses': 'No column of this file holds e-mail addresses.',
    'too-many-lines': 'The file has more than 200,000 lines. Please divide it into several.',
    quotes: 'A quotation mark somewhere in this file is never closed, so its lines cannot be told apart.',
    failed: 'The file could not be read to its end. Please upload it once more.',
  } satisfies Record<FileProblem, string>,
  /** How the dry run names what would be done, and the report what was. */
  outcomes: {
    added: { before: 'Will be added', after: 'Added', why: 'New' },
    known: { before: 'Already there', after: 'Already there', why: 'On the list already, or asked to confirm' },
    unsubscribed: { before: 'Left out', after: 'Left out', why: 'Unsubscribed before' },
    bounced: { before: 'Left out', after: 'Left out', why: 'Refused by its mail server' },
    'not-subscribed': {
      before: 'Left out',
      after: 'Left out',
      why: 'Opted out or not confirmed, according to the file',
    },
    duplicate: { before: 'Once is enough', after: 'Once is enough', why: 'More than once in this file' },
    malformed: { before: 'No address', after: 'No address', why: 'Not an e-mail address' },
  } satisfies Record<LineOutcome, { before: string; after: string; why: string }>,
  first: 'The first lines',
  line: (line: number) => `Line ${line.toLocaleString('en-US')}`,
  blank: '(nothing)',
  report: 'Every line',
  save: 'Save the report as CSV',
}

export const reportPage = {
  title: 'Every line of the file',
  seo: { title: 'Every line of the file', description: 'What happens with each line of a file.' },
  back: 'The file',
  filters: 'Show',
  all: 'All',
  columns: { line: 'Line', address: 'Address', outcome: 'Outcome', why: 'Reason' },
  pages: 'Pages of the report',
  first: 'First page',
  later: 'Next page',
  none: 'There is no such line.',
}
