import { withoutInvisible } from '#app/domain/shared/visible-text.ts'
import { toColumnKey } from './column-roles.ts'

export type Evidence = { name: string | null; signedUp: string | null }

const givenNames = ['firstname', 'fname', 'givenname', 'vorname', 'prenom', 'nombre']
const wholeNames = ['name', 'fullname', 'subscribername', 'displayname']
const familyNames = ['lastname', 'lname', 'surname', 'familyname', 'nachname', 'apellidos']

/** The first that a line fills counts. The date of a consent comes before that of a row. */
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

/** Reads names and sign-up dates by the names of the columns. */
export function createEvidenceReader(header: string[] = []) {
  const keys = header.map(toColumnKey)
  const findColumn = (names: string[]) => keys.findIndex((name) => names.includes(name))
  const given = findColumn(givenNames)
  const first = given >= 0 ? given : findColumn(wholeNames)
  const family = findColumn(familyNames)
  const dates = signUpDates.map((name) => keys.indexOf(name)).filter((column) => column >= 0)
  return (record: string[]): Evidence => {
    const name = [record[first], record[family]].map((cell) => normalizeCell(cell)).filter((part) => part !== '')
    const signedUp = dates.map((column) => normalizeCell(record[column])).find((cell) => /\d{2}.*\d/.test(cell))
    return { name: name.join(' ').slice(0, longest).toWellFormed() || null, signedUp: signedUp ?? null }
  }
}

const normalizeCell = (cell = '') =>
  withoutInvisible(cell.toWellFormed())
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
    .slice(0, longest)
    .toWellFormed()
