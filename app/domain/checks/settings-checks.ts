import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { isLoopback } from '#app/domain/shared/loopback.ts'
import { standInNames, systemChecks as words } from '#content/system-checks.ts'
import type { Check } from './check.ts'

export type CheckedSettings = {
  publicOrigin: string
  trustedProxies: number
  mail: { transport: 'outbox' | 'smtp' | 'relay' }
  secrets: { encryption: string | undefined }
  /** A sentence for each. */
  misspelled: string[]
}

export function settingsCheck({ misspelled }: CheckedSettings): Check {
  const { good, misspelledAdvice } = words.settings
  return misspelled.length === 0
    ? { id: 'settings', state: 'green', says: good }
    : { id: 'settings', state: 'amber', says: misspelled.join(' '), advice: misspelledAdvice }
}

/** `seen`: recent observations of web processes. */
export function publicUrlCheck({ publicOrigin }: CheckedSettings, seen: ReadonlySet<string>): Check {
  const { protocol, hostname } = new URL(publicOrigin)
  const { good, local, localAdvice, plain, plainAdvice } = words['public-url']
  const id = 'public-url'
  if (isLoopback(hostname))
    return seen.has('stranger')
      ? { id, state: 'amber', says: local(publicOrigin), advice: localAdvice }
      : { id, state: 'green', says: good(publicOrigin) }
  return protocol === 'https:'
    ? { id, state: 'green', says: good(publicOrigin) }
    : { id, state: 'amber', says: plain(publicOrigin), advice: plainAdvice }
}

export function proxyCheck({ trustedProxies }: CheckedSettings, seen: ReadonlySet<string>): Check {
  const { good, untold, untoldAdvice } = words.proxy
  return trustedProxies === 0 && seen.has('forwarded')
    ? { id: 'proxy', state: 'amber', says: untold, advice: untoldAdvice }
    : { id: 'proxy', state: 'green', says: good(trustedProxies) }
}

/** `failure`: why emails are waiting, if any are. A relay's rejection is red, since its account usually needs a fix. */
export function mailCheck({ mail }: CheckedSettings, failure?: { reason: string }): Check {
  const { good, notConfigured, notConfiguredAdvice, rejected, rejectedAdvice } = words.mail
  if (failure && mail.transport === 'relay')
    return { id: 'mail', state: 'red', says: rejected(failure.reason), advice: relayAdvice(failure.reason) }
  if (failure && mail.transport !== 'outbox')
    return { id: 'mail', state: 'amber', says: rejected(failure.reason), advice: rejectedAdvice }
  return mail.transport === 'outbox'
    ? { id: 'mail', state: 'amber', says: notConfigured, advice: notConfiguredAdvice }
    : { id: 'mail', state: 'green', says: good }
}

/** `answer`: begins with the relay's status. */
export function relayAdvice(answer: string) {
  const known: Partial<Record<string, string>> = words.mail.relayAdvice
  return known[answer.slice(0, 3)] ?? words.mail.relayAdvice.other
}

export function keysCheck({ secrets }: CheckedSettings, sheetIsThere: boolean): Check {
  const { good, beside, besideAdvice, sheet, sheetAdvice } = words.keys
  if (sheetIsThere) return { id: 'keys', state: 'amber', says: sheet, advice: sheetAdvice }
  return secrets.encryption === undefined
    ? { id: 'keys', state: 'amber', says: beside, advice: besideAdvice }
    : { id: 'keys', state: 'green', says: good }
}

/** `facts`: with the admin's changes. */
export function placeholdersCheck(facts: ClinicFacts, booking: { standIn?: boolean }): Check {
  const { good, some, someAdvice } = words['stand-ins']
  const names = [...standIns(facts), ...(booking.standIn ? ['booking'] : [])]
  if (names.length === 0) return { id: 'stand-ins', state: 'green', says: good }
  const says = some(names.map((name) => standInNames[name] ?? name).join(', '))
  return { id: 'stand-ins', state: 'amber', says, advice: someAdvice }
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
