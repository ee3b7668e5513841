import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min'
import { z } from 'zod'
import { singleLine } from './plain-text.ts'

// 120 KB of rules for every country: forms that run in a browser import something else.

/** Of a number without a country. */
const defaultCountry = 'US'

const wrong = 'Enter a phone number such as (205) 555-0100, or include the country code, such as +44 20 7946 0100.'
const digitsOfOneTown = 7

/** A phone number as somebody typed or pasted it, tidied; an extension may follow. */
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
    if (!parsed || !(parsed.isPossible() || isLocal(typed, parsed))) {
      context.addIssue({ code: 'custom', message: wrong })
      return z.NEVER
    }
    // Digits of another script are the same number, and the clinic dials these.
    return isAscii(typed) ? typed : shown(parsed)
  })

/** The clinic's own: in use somewhere, and without an extension, since links to it are dialed. */
export function dialable(typed: string) {
  const tidy = withoutLabel(tidyPhone(typed))
  const parsed = parsePhone(tidy)
  if (!parsed?.isValid() || parsed.ext) return undefined
  return { e164: parsed.number, display: isAscii(tidy) && !/^\d+$/.test(tidy) ? tidy : shown(parsed) }
}

/**
 * One number is the same however it was written: its digits, without the country for North America and without an
 * extension. Empty when there are none. Kept with appointments (migration 2026-11-23-phone-keys).
 */
export function phoneKey(phone: string) {
  const parsed = parsePhone(tidyPhone(phone))
  if (!parsed) return phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return parsed.countryCallingCode === '1' ? parsed.nationalNumber : parsed.number.slice(1)
}

/** Without what cannot be seen, one kind of dash, of spaces and of digits, and no scheme of a copied link. */
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
      // So most of the world dials a '+'.
      .replace(/^\s*00(?=[ .-]?[1-9])/, '+')
      .trim()
  )
}

/** A copied link, or what stood behind its 'tel:' (RFC 3966): of its parameters, two say what number it is. */
const link = /^(?:tel:\s*)?([^;]*)((?:;[a-z-]+(?:=[^;]*)?)*)$/i

/** '(home)' behind a number is for the clinic to read. */
const parsePhone = (tidy: string) => parsePhoneNumberFromString(withoutLabel(tidy), { defaultCountry, extract: false })

const withoutLabel = (tidy: string) => tidy.replace(/ ?\([a-z]+\)$/i, '')

/** Neighbors leave their area code out. */
const isLocal = (typed: string, { nationalNumber }: PhoneNumber) =>
  !typed.startsWith('+') && nationalNumber.length === digitsOfOneTown

const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text)
const shown = (parsed: PhoneNumber) =>
  parsed.country === defaultCountry ? parsed.formatNational() : parsed.formatInternational()
