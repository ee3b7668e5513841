import { type Advice, connectionAdvice, connectionsPage as words } from '#content/pages/admin-connections.ts'
import { systemChecks } from '#content/system-checks.ts'
import type { ConnectionId } from './connections.ts'
import { isExpired, relayAdvice } from './settings-checks.ts'

type Result = { ok: boolean; reason: string; said?: string }

export function resultText(service: ConnectionId, { ok, reason }: Result) {
  const [, posts = '0'] = /^posts-(\d+)$/.exec(reason) ?? []
  if (ok) return words.ok[service](Number(posts))
  const status = /^status-(\d+)$/.exec(reason)?.[1]
  if (status) return words.status(status)
  const says = Object.hasOwn(words.failures, reason) ? words.failures[reason] : undefined
  const mayArrive = reason === 'timeout' && (service === 'smtp' || service === 'relay')
  return `${says ?? words.notTaken}${mayArrive ? ` ${words.mayArrive}` : ''}`
}

export function resultAdvice(service: ConnectionId, { ok, reason, said = '' }: Result) {
  if (ok) return undefined
  if (isExpired(`${reason} ${said}`)) return systemChecks.mail.expiredAdvice
  if (service === 'relay') return relayAdvice(said)
  const known: Advice = connectionAdvice[service]
  return known.find(([pattern]) => pattern.test(`${reason} ${said}`))?.[1]
}
