import { emailsOf } from './column-roles.ts'

/** What a line says of who somebody is and when they signed up, as it stands there. */
export type Evidence = { name: string | null; signedUp: string | null }

const givenNames = ['firstname', 'fname', 'givenname', 'vorname', 'prenom', 'nombre']
const wholeNames = ['name', 'fullname', 'subscribername', 'displayname']
const familyNames = ['lastname', 'lname', 'surname', 'familyname', 'nachname', 'apellidos']

/** The first of these that a line fills; when somebody agreed counts before when their row was made. */
const signUpDates = [
  'optintime',
  'confirmtime',
  'confirmedoptindate',
  'emailmarketingconsenttimestamp',
  'subscribersince',
  'subscribedat',
  'subscribedon',
  'subscribed',
  'subscriptiondate',
  'signuptimestamp',
  'signupdate',
  'signedup',
  'optindate',
  'consenttimestamp',
  'addedtime',
  'dateadded',
  'createdat',
  'createdon',
  'createdatutc0',
  'profilecreatedon',
]

const longest = 100

/** Finds names and dates of sign-up by the names of the columns. */
export function createEvidenceReader(header: string[] = []) {
  const emails = header.map(emailsOf)
  const columnOf = (names: string[]) => emails.findIndex((name) => names.includes(name))
  const given = columnOf(givenNames)
  const first = given >= 0 ? given : columnOf(wholeNames)
  const family = columnOf(familyNames)
  const dates = signUpDates.map((name) => emails.indexOf(name)).filter((column) => column >= 0)
  return (record: string[]): Evidence => {
    const name = [record[first], record[family]].map((cell) => plain(cell)).filter((part) => part !== '')
    const signedUp = dates.map((column) => plain(record[column])).find((cell) => /\d{2}.*\d/.test(cell))
    return { name: name.join(' ').slice(0, longest).toWellFormed() || null, signedUp: signedUp ?? null }
  }
}

const plain = (cell = '') =>
  cell
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
    .slice(0, longest)
    .toWellFormed()
