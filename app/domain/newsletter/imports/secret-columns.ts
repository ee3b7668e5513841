import { toColumnKey, toWords } from './column-roles.ts'

/** Stands in the stored file for what was in a refused column. */
export const removedCell = '•••'

/**
 * Columns that a newsletter's list must not bring along, by their names. They are neither read nor stored. A patients'
 * list will be uploaded here by mistake.
 */
const secretNames = new RegExp(
  `\\b(?:${[
    // Cards and accounts.
    'credit|debit|cards?|cc ?(?:num\\w*|no|type)?|pan|iban|bic|bank\\w*|routing|sort code|account ?(?:number|no|nr|num)',
    'cardnumber|cardno|creditcard|debitcard|kreditkarte\\w*|konto\\w*|tarjetas?|carte bancaire',
    'cvv2?|cvc2?|cvn|csc|security code|securitycode|card code',
    // Numbers of the state.
    'ssn|social security|socialsecurity\\w*|social insurance|national (?:id|insurance)\\w*|tax ?id\\w*|tin|itin|ein|passport\\w*',
    'licen[cs]e|licen[cs]e ?(?:number|no|id)|drivers? ?licen[cs]e|aadha?ar|nhs|sozialversicherung\\w*|steuer\\w*',
    // Insurance.
    'insur\\w*|policy(?: ?holder)?|policy(?:number|no|id)|member ?id|group ?(?:id|number|no|num)|medicare|medicaid',
    'mbi|payers?|versicher\\w*|krankenkasse\\w*|aseguradora|seguro|assurance',
    // Ways in.
    'passw\\w*|passwd|pwd|passcode|pass ?phrase|secrets?|security (?:question|answer)|kennwort|contrasena|mot de passe|otp',
    // Health.
    'diagnos\\w*|icd\\w*|dx|conditions?|medical\\w*|health\\w*|medications?|meds?|medicines?|allerg\\w*|symptoms?|treatments?',
    'chief complaint|presenting complaint|diseases?|disorders?|illness\\w*|surger\\w*|prescri\\w*|blood\\w*|pregnan\\w*|therap(?:y|ies)',
    'doshas?|prakriti|vikriti|clinical\\w*|chart ?notes?|progress ?notes?|treatment ?notes?|soap|anamnes\\w*|beschwerden|disabilit\\w*',
  ].join('|')})\\b`,
)

/** What a column says about email is needed, whatever the newsletter is about. */
const aboutEmail = /\b(?:newsletters?|e ?mails?|opt ?(?:in|out)|un ?sub\w*|subscri\w*|marketing)\b/

export function isSecretName(name: string) {
  const words = toWords(name).trim()
  return (secretNames.test(words) || secretNames.test(toColumnKey(name))) && !aboutEmail.test(words)
}

/** One of these is enough. */
const surely = [
  (text: string) => /(?<!\d)(?!000|666)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?!\d)/.test(text),
  (text: string) =>
    (text.match(/(?<!\d)\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}(?!\d)|(?<!\d)3\d{3}([ -])\d{6}\2\d{5}(?!\d)/g) ?? []).some(
      isCard,
    ),
  (text: string) => /^(?:\$2[abxy]?\$|\$argon2|\$[156]\$|\{SS?HA|pbkdf2|scrypt)/i.test(text) || text === removedCell,
]

const healthWords =
  /\b(?:diabet\w*|hypertens\w*|asthma|depress\w*|anxiety|pregnan\w*|cancer|tumou?rs?|migraines?|arthritis|eczema|psoriasis|pcos|ibs|hiv|aids|epilep\w*|hepatitis|insomnia|fibromyalgia|infertil\w*|thyroid\w*|hypothyroid\w*|copd|adhd|ptsd|bipolar|stroke|gastritis|reflux|sciatica|endometriosis|menopause|anemia|allerg(?:y|ies|ic)|(?:back|neck|knee|joint|chronic) pain|high blood pressure)\b/i

/** What half of the cells are, the column is. */
const likely = [
  (text: string) => /^\d{13,19}$/.test(text.replace(/[ -]/g, '')) && isCard(text),
  // ICD-10, one or several.
  (text: string) => /^(?:[A-TV-Z]\d[\dAB]\.[\dA-Z]{1,4}\b[\s,;]*)+/i.test(text),
  // Insurance: letters, then digits; Medicare.
  (text: string) =>
    /^[A-Z]{1,4}[- ]?\d{7,12}[A-Z]?\d?$/.test(text) ||
    /^[1-9][A-Z][A-Z\d]\d-?[A-Z][A-Z\d]\d-?[A-Z]{2}\d{2}$/.test(text),
  (text: string) => /^[\da-f]{32}$|^[\da-f]{40}$|^[\da-f]{64}$/i.test(text),
  (text: string) => text.length < 200 && healthWords.test(text),
]

/** By Luhn's check digit, from a network that issues such numbers. */
function isCard(text: string) {
  const digits = text.replace(/\D/g, '')
  if (
    !/^(?:4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|35\d{14}|6\d{15,18})$/.test(digits)
  )
    return false
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** What is shown of a malformed address, which may be any text. */
export const withoutSecrets = (text: string) =>
  [...surely, ...likely.slice(0, 1)].some((is) => is(text)) ? removedCell : text

/** Learns from every line which columns have secrets by the form of their values. */
export function createSecretFinder() {
  const columns: { isSure: boolean; filled: number; likely: number }[] = []
  return {
    observe(cells: string[]) {
      for (const [index, cell] of cells.entries()) {
        const text = cell.trim()
        if (text === '') continue
        const column = (columns[index] ??= { isSure: false, filled: 0, likely: 0 })
        if (column.isSure || text.length < 3) continue
        column.filled += 1
        column.isSure = surely.some((is) => is(text))
        if (likely.some((is) => is(text))) column.likely += 1
      }
    },
    isSecret(index: number) {
      const column = columns[index]
      return column !== undefined && (column.isSure || (column.likely > 0 && column.likely * 2 >= column.filled))
    },
  }
}
