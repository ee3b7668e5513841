import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { isLoopback } from '#app/domain/shared/loopback.ts'
import { standInNames, systemChecks as words } from '#content/system-checks.ts'
import { amber, green, red } from './check.ts'

export type CheckedSettings = {
  publicOrigin: string
  trustedProxies: number
  mail: { transport: 'outbox' | 'smtp' } | { transport: 'relay'; url: string }
  secrets: { encryption: string | undefined }
  /** A sentence for each. */
  misspelled: string[]
}

export function settingsCheck({ misspelled }: CheckedSettings) {
  const { good, misspelled: says, misspelledDetails } = words.settings
  return misspelled.length === 0 ? green(good) : amber(says, { details: misspelledDetails(misspelled.join(' ')) })
}

/** `seen`: recent observations of web processes. */
export function publicUrlCheck({ publicOrigin }: CheckedSettings, seen: ReadonlySet<string>) {
  const { protocol, hostname } = new URL(publicOrigin)
  const { good, local, localDetails, plain, plainDetails, other, otherDetails } = words['public-url']
  if (isLoopback(hostname))
    return seen.has('stranger') ? amber(local, { details: localDetails(publicOrigin) }) : green(good(publicOrigin))
  if (seen.has('elsewhere') && !seen.has('own')) return amber(other, { details: otherDetails(publicOrigin) })
  return protocol === 'https:' ? green(good(publicOrigin)) : amber(plain, { details: plainDetails(publicOrigin) })
}

export function proxyCheck({ trustedProxies }: CheckedSettings, seen: ReadonlySet<string>) {
  const { good, untold, untoldDetails, fewer, fewerDetails } = words.proxy
  if (trustedProxies === 0 && seen.has('forwarded')) return amber(untold, { details: untoldDetails })
  if (trustedProxies > 0 && seen.has('fewer-proxies')) return amber(fewer, { details: fewerDetails(trustedProxies) })
  return green(good(trustedProxies))
}

/** `failure`: why emails are waiting, if any are. A relay's rejection is red, since its account usually needs a fix. */
export function mailCheck({ mail }: CheckedSettings, failure?: { reason: string }) {
  const { good, notConfigured, notConfiguredDetails, rejected, rejectedDetails, smtpAdvice, expiredAdvice } = words.mail
  if (mail.transport === 'outbox') return amber(notConfigured, { details: notConfiguredDetails })
  if (!failure) return green(good)
  if (isExpired(failure.reason)) return red(rejected, { details: rejectedDetails(failure.reason, expiredAdvice) })
  return mail.transport === 'relay'
    ? red(rejected, { details: rejectedDetails(failure.reason, relayAdvice(failure.reason)) })
    : amber(rejected, { details: rejectedDetails(failure.reason, smtpAdvice) })
}

/** Of the certificate of a server, as TLS says it. */
export const isExpired = (reason: string) =>
  /certificate has expired|CERT_HAS_EXPIRED|expired-certificate/i.test(reason)

/** `answer`: begins with the relay's status. */
export function relayAdvice(answer: string) {
  const named = words.mail.relaySettings.find(([pattern]) => pattern.test(answer))
  if (named && /^40[04]/.test(answer)) return named[1]
  const known: Partial<Record<string, string>> = words.mail.relayAdvice
  return known[answer.slice(0, 3)] ?? words.mail.relayAdvice.other
}

export function keysCheck({ secrets }: CheckedSettings, sheets: readonly string[]) {
  const { good, beside, besideDetails, sheet, sheetAdvice, sheetDetails } = words.keys
  if (sheets.length > 0) return amber(sheet, { advice: sheetAdvice, details: sheetDetails(sheets.join(', ')) })
  return secrets.encryption === undefined ? amber(beside, { details: besideDetails }) : green(good)
}

/** `facts`: with the admin's changes. */
export function placeholdersCheck(facts: ClinicFacts, booking: { standIn?: boolean }) {
  const { good, some, someAdvice, someDetails } = words['stand-ins']
  const names = listPlaceholders(facts, booking)
  if (names.length === 0) return green(good)
  return amber(some(joinPlaceholders(names)), { advice: someAdvice, details: someDetails })
}

/** Names of the facts that nobody has confirmed. */
export const listPlaceholders = (facts: ClinicFacts, booking: { standIn?: boolean }) => [
  ...(facts.standIn ? ['name'] : []),
  ...Object.entries(facts)
    .filter(([, value]) => isMarked(value))
    .map(([name]) => name),
  ...(facts.street || facts.withoutAddress ? [] : ['street']),
  ...(booking.standIn ? ['booking'] : []),
]

export const joinPlaceholders = (names: string[]) => names.map((name) => standInNames[name] ?? name).join(', ')

const isMarked = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (('standIn' in value && value.standIn === true) || (Array.isArray(value) && value.some(isMarked)))
