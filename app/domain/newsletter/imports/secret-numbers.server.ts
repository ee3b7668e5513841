import { toTextNumber } from '#app/domain/shared/phone-number.server.ts'

/** Blanks of any kind, dots, dashes, slashes, what nobody sees. */
const gap = '[\\s\\p{Pd}\\p{Cf}._/~*\u00b7]{0,4}'
const run = new RegExp(`(?<!\\p{Nd}|\\p{Nd}[.,])\\p{Nd}(?:${gap}\\p{Nd}){12,}`, 'gu')
const group = /\p{Nd}+/gu
/** Of a keyboard for Chinese, too. */
const toDigits = (text: string) => text.normalize('NFKC').replace(/\D/g, '')

/** By its first digits and its length, as networks issue them. */
const issued =
  /^(?:4\d{12}(?:\d{3}){0,2}|5[0-8]\d{10,17}|2[2-7]\d{14}|3[47]\d{13}|3[0689]\d{12}|3[0689]\d{14}|35\d{14,17}|6\d{12,18}|8[12]\d{14,17}|1800\d{11}|2131\d{11})$/

function isCardNumber(digits: string) {
  if (!issued.test(digits)) return false
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/gi
/** Several phone numbers of North America, or days, beside one another; a number with decimals. */
const ordinary = [
  /^(?:(?:1[-. ])?\d{3}[-. ]\d{3}[-. ]\d{4}[ /-]*)+$/,
  /^(?:(?:\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d|(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2})[ /-]*(?:\d{1,2}(?:[ .]|$))*)+$/,
  /^\d{1,3}\.\d+$/,
]

/** Replaces card numbers, however they are grouped. */
export function replaceCards(text: string, by: string) {
  const ids = [...text.matchAll(uuid)].map(({ index }) => [index, index + 36] as const)
  const isInId = (at: number) => ids.some(([start, end]) => at >= start && at < end)
  return text.replaceAll(run, (digits, at: number) => {
    // A hash or another id goes on with letters.
    const isWord = /[\p{L}\p{N}]*\d\p{L}[\p{L}\p{N}]*$/u.test(text.slice(Math.max(0, at - 40), at))
    if (isInId(at) || isWord || ordinary.some((form) => form.test(digits))) return digits
    return replaceInRun(digits, by, text[at - 1] === '+')
  })
}

const longest = 19

/** Other numbers may stand before and after the card's. */
function replaceInRun(digits: string, by: string, afterPlus: boolean): string {
  const groups = [...digits.matchAll(group)]
  for (const [first, { index: start }] of groups.entries())
    for (const last of groups.slice(first, first + longest).toReversed()) {
      const end = last.index + last[0].length
      const number = toDigits(digits.slice(start, end))
      if (!isCardNumber(number) || isPhone(number, afterPlus && first === 0)) continue
      return `${digits.slice(0, start)}${by}${replaceInRun(digits.slice(end), by, false)}`
    }
  return digits
}

/** With its country's code, whether or not a + says so. */
const isPhone = (number: string, afterPlus: boolean) =>
  number.length <= 15 && (afterPlus || number.length <= 14) && toTextNumber(`+${number}`) !== undefined

/** US social security and taxpayer numbers in their form. Nobody's begins with 000 or 666. */
const socialSecurity =
  /(?<![\p{N}]|[\p{N}]\p{Pd}|\+\d{1,3}\p{Zs})(?!000|666)\d{3}(\p{Pd}|\p{Zs}|\.)(?!00)\d{2}\1(?!0000)\d{4}(?!\p{Pd}?\d)/gu

export const replaceSocialSecurity = (text: string, by: string) => text.replaceAll(socialSecurity, by)

const account = /(?<![\p{L}\p{N}])[A-Z]{2}\d{2}(?:[ \u00a0-]?[A-Z\d]{1,4}){3,9}(?![\p{L}\p{N}])/giu

/** IBANs, by their check digits. */
export function replaceAccounts(text: string, by: string) {
  return text.replaceAll(account, (found) => {
    // The next word may look like a part of it.
    for (let end = found.length; end >= 15; end = found.slice(0, end).search(/[ \u00a0-][^ \u00a0-]*$/))
      if (isAccount(found.slice(0, end).replace(/[ \u00a0-]/g, ''))) return `${by}${found.slice(end)}`
    return found
  })
}

function isAccount(iban: string) {
  if (iban.length < 15 || iban.length > 34) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/gi, (letter) => String(parseInt(letter, 36)))
  return BigInt(digits) % 97n === 1n
}
