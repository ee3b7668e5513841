import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'
import { z } from 'zod'
import { singleLine } from './plain-text.server.ts'

const defaultCountry = 'US'

const wrong = 'Enter a phone number such as (205) 555-0100, or include the country code, such as +44 20 7946 0100.'
const two = 'Enter one phone number. This looks like two.'
const digitsOfOneTown = 7

/** A typed or pasted phone number, with or without an extension. */
export const phoneNumber = z
  .string({ error: 'Enter your phone number.' })
  .transform(tidyPhone)
  .pipe(
    singleLine({
      blank: 'Enter your phone number.',
      most: 40,
      tooLong: 'Enter a phone number of at most 40 characters.',
    }),
  )
  .transform((typed, context) => {
    const parsed = parsePhone(typed)
    if (!parsed || /^0+$/.test(parsed.nationalNumber) || !(parsed.isPossible() || isLocal(typed, parsed))) {
      context.addIssue({ code: 'custom', message: isTwo(typed) ? two : wrong })
      return z.NEVER
    }
    // Digits of another script and old forms are converted, so that the clinic can dial them.
    const number = withoutLabel(typed)
    const isDialed = isAscii(number) && inNewForm(number) === number
    return isDialed ? typed : typed.replace(number, format(parsed))
  })

/** A number of the clinic: valid, and without an extension, since links dial it. */
export function dialable(typed: string) {
  const tidy = inNewForm(withoutLabel(tidyPhone(typed)))
  const parsed = parsePhone(tidy)
  if (!parsed?.isValid() || parsed.ext) return undefined
  return { e164: parsed.number, display: isAscii(tidy) && !/^\d+$/.test(tidy) ? tidy : format(parsed) }
}

/** A number that may get text messages, as E.164: valid, with its area code, without an extension. */
export function toTextNumber(phone: string): string | undefined {
  const parsed = parsePhone(tidyPhone(phone))
  return parsed?.isValid() && !parsed.ext ? parsed.number : undefined
}

/**
 * The digits by which phone numbers are compared, without extension, and without country code in North America. Stored
 * with appointments (migration 2026-11-23-phone-keys).
 */
export function phoneKey(phone: string) {
  const parsed = parsePhone(tidyPhone(phone))
  if (!parsed) return phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return parsed.countryCallingCode === '1' ? parsed.nationalNumber : parsed.number.slice(1)
}

/** Normalizes dashes, spaces, digits and invisible characters, and unwraps copied tel: links. */
function tidyPhone(typed: string) {
  return (
    typed
      .replace(/\p{Cf}/gu, '')
      .normalize('NFKC')
      .replace(/[\p{Pd}\u2212]/gu, '-')
      .replace(/\p{Zs}+/gu, ' ')
      .trim()
      .replace(link, (_, number: string, parameters: string) => {
        const [, context = ''] = /;phone-context=(\+[\d.-]+)/i.exec(parameters) ?? []
        const [, extension] = /;ext=([^;]*)/i.exec(parameters) ?? []
        return `${number.startsWith('+') ? '' : context}${number}${extension ? ` ext. ${extension}` : ''}`
      })
      // '00' is the international prefix in most countries.
      .replace(/^\s*00(?=[ .-]?[1-9])/, '+')
      .trim()
  )
}

/** RFC 3966. Two of the parameters are part of the number. */
const link = /^(?:tel:\s*)?([^;]*)((?:;[a-z-]+(?:=[^;]*)?)*)$/i

const parsePhone = (tidy: string) =>
  parsePhoneNumberFromString(inNewForm(withoutLabel(tidy)), { defaultCountry, extract: false })

/** Ignores a label before or after the number: '(home)', 'Cell: ', ' - work'. */
const withoutLabel = (tidy: string) => tidy.replace(labelBefore, '').replace(labelAfter, '').trim()

const labelBefore = /^\(?(?!ext)\p{L}[\p{L}\p{M}]*\.?(?:[ -]\p{L}[\p{L}\p{M}]*\.?){0,2}\)?\s*[:=-]?\s*(?=[+(\d])/iu
const labelAfter =
  / ?(?:\([\p{L}\p{M}]+\)|[-,:]? ?\b(?:cell(?:ular|phone)?|mobile|mob|home|house|work|office|business|landline|main|phone|daytime|day|evening|whatsapp|[hcwm])\.?)$/iu

/** Numbers as they were written before a country changed its plan; many people still have them so in their phones. */
const oldForms: [RegExp, string][] = [
  // Mexico until 2019: 1 before mobile numbers, and what one dialed inside the country.
  [/^\+52(?:1|01|04[45])(\d{10})$/, '+52$1'],
  // Benin until 2024: eight digits.
  [/^\+229(\d{8})$/, '+22901$1'],
  // Countries of the former Soviet Union: 8 before long distance.
  [/^\+(99[2-8]|37[0-5])8(\d{8,9})$/, '+$1$2'],
]

function inNewForm(tidy: string) {
  const digits = tidy.replace(/^011[ .-]?(?=[2-9])/, '+').replace(/(?!^\+)\D/g, '')
  const form = digits.startsWith('+') && oldForms.find(([old]) => old.test(digits))
  if (!form) return tidy
  const renewed = digits.replace(...form)
  return parsePhoneNumberFromString(renewed)?.isPossible() ? renewed : tidy
}

/** Two in one field: 'home / cell'. */
function isTwo(typed: string) {
  const [first = '', second = ''] = typed.split(/\s*(?:[/,;|&]|\b(?:or|and)\b)\s*/i)
  return second !== '' && /\d{4}\D*$/.test(second) && (parsePhone(first)?.isPossible() ?? false)
}

/** Without the area code. */
const isLocal = (typed: string, { nationalNumber }: PhoneNumber) =>
  !typed.startsWith('+') && nationalNumber.length === digitsOfOneTown

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)
const format = (parsed: PhoneNumber) =>
  parsed.country === defaultCountry ? parsed.formatNational() : parsed.formatInternational()
