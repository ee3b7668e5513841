import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { isLoopback } from '#app/domain/shared/loopback.ts'
import { standInNames, systemChecks as words } from '#content/system-checks.ts'
import { amber, green, red } from './check.ts'

export type CheckedSettings = {
  publicOrigin: string
  trustedProxies: number
  mail: { transport: 'outbox' | 'smtp' | 'relay' }
  secrets: { encryption: string | undefined }
  /** A sentence for each. */
  misspelled: string[]
}

export function settingsCheck({ misspelled }: CheckedSettings) {
  const { good, misspelledAdvice } = words.settings
  return misspelled.length === 0 ? green(good) : amber(misspelled.join(' '), misspelledAdvice)
}

/** `seen`: recent observations of web processes. */
export function publicUrlCheck({ publicOrigin }: CheckedSettings, seen: ReadonlySet<string>) {
  const { protocol, hostname } = new URL(publicOrigin)
  const { good, local, localAdvice, plain, plainAdvice } = words['public-url']
  if (isLoopback(hostname))
    return seen.has('stranger') ? amber(local(publicOrigin), localAdvice) : green(good(publicOrigin))
  return protocol === 'https:' ? green(good(publicOrigin)) : amber(plain(publicOrigin), plainAdvice)
}

export function proxyCheck({ trustedProxies }: CheckedSettings, seen: ReadonlySet<string>) {
  const { good, untold, untoldAdvice } = words.proxy
  return trustedProxies === 0 && seen.has('forwarded') ? amber(untold, untoldAdvice) : green(good(trustedProxies))
}

/** `failure`: why emails are waiting, if any are. A relay's rejection is red, since its account usually needs a fix. */
export function mailCheck({ mail }: CheckedSettings, failure?: { reason: string }) {
  const { good, notConfigured, notConfiguredAdvice, rejected, rejectedAdvice } = words.mail
  if (mail.transport === 'outbox') return amber(notConfigured, notConfiguredAdvice)
  if (!failure) return green(good)
  return mail.transport === 'relay'
    ? red(rejected(failure.reason), relayAdvice(failure.reason))
    : amber(rejected(failure.reason), rejectedAdvice)
}

/** `answer`: begins with the relay's status. */
export function relayAdvice(answer: string) {
  const known: Partial<Record<string, string>> = words.mail.relayAdvice
  return known[answer.slice(0, 3)] ?? words.mail.relayAdvice.other
}

export function keysCheck({ secrets }: CheckedSettings, sheetIsThere: boolean) {
  const { good, beside, besideAdvice, sheet, sheetAdvice } = words.keys
  if (sheetIsThere) return amber(sheet, sheetAdvice)
  return secrets.encryption === undefined ? amber(beside, besideAdvice) : green(good)
}

/** `facts`: with the admin's changes. */
export function placeholdersCheck(facts: ClinicFacts, booking: { standIn?: boolean }) {
  const { good, some, someAdvice } = words['stand-ins']
  const names = [...standIns(facts), ...(booking.standIn ? ['booking'] : [])]
  if (names.length === 0) return green(good)
  return amber(some(names.map((name) => standInNames[name] ?? name).join(', ')), someAdvice)
}

const standIns = (facts: ClinicFacts) => [
  ...(facts.standIn ? ['name'] : []),
  ...Object.entries(facts)
    .filter(([, value]) => isMarked(value))
    .map(([name]) => name),
  ...(facts.street || facts.withoutAddress ? [] : ['street']),
]

const isMarked = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (('standIn' in value && value.standIn === true) || (Array.isArray(value) && value.some(isMarked)))
