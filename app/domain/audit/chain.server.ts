import { createHmac } from 'node:crypto'
import type { Tables } from '#app/database/tables.ts'
import type { KeyHolder } from '#app/vault/wrapping.server.ts'

export type Entry = Omit<Tables['auditEntries'], 'hmac'>

export const chainKey = (id: string): KeyHolder => ({ purpose: 'audit chain', id })

/** Over every field and the HMAC of the previous entry. A JSON list is unambiguous. */
export function entryHmac(key: Uint8Array, entry: Entry, before: string) {
  const { sequence, at, who, fromWhere, act, record, detail } = entry
  const fields = JSON.stringify([sequence, at, who, fromWhere, act, record, detail, before])
  return createHmac('sha256', key).update(fields).digest('base64url')
}
