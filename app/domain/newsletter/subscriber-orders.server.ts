import { type Expression, sql, type SqlBool } from 'kysely'
import { escapeLike } from '#app/domain/shared/search-text.server.ts'
import type { SubscriberRow, SubscriberSort } from './subscriber.ts'

/** An order of the list. Each has an index that begins with the state, unless it scans. */
export type ListOrder = {
  /** Sort keys, unique together. */
  by: Expression<unknown>[]
  descending: boolean
  /** The sort keys of a row. */
  toKeys(row: SubscriberRow): (string | number)[]
  /** Only rows in which `of` begins with `prefix`. */
  range?: { of: Expression<string>; prefix: string }
  where?: Expression<SqlBool>
  /** Reads row by row until the page is full, which is less work for all states at once. */
  scans?: true
  includes(row: SubscriberRow): boolean
}

/** The domain of the address, exactly as in the index. */
const domain = sql<string>`substr(email, length(rtrim(email, replace(email, '@', ''))) + 1)`
const email = sql.ref<string>('email')
const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

const byNewest: ListOrder = {
  by: [sql.ref('createdAt'), sql.ref('id')],
  descending: true,
  toKeys: ({ createdAt, id }) => [createdAt, id],
  includes: () => true,
}

/** Without a term. The index by time serves both directions. */
export const sortOrders: Record<SubscriberSort | 'newest', ListOrder> = {
  newest: byNewest,
  oldest: { ...byNewest, descending: false },
  email: { by: [email], descending: false, toKeys: (row) => [row.email], includes: () => true },
}

/** First addresses that begin with the term, then those whose domain does, then the other matches. */
export function getOrders(term: string): ListOrder[] {
  if (term.startsWith('@')) return [byDomain(term.slice(1))]
  return term.includes('@')
    ? [byAddress(term), byOtherMatch(term)]
    : [byAddress(term), byDomain(term, term), byOtherMatch(term)]
}

const byAddress = (prefix: string): ListOrder => ({
  by: [email],
  descending: false,
  toKeys: (row) => [row.email],
  range: { of: email, prefix },
  includes: (row) => row.email.startsWith(prefix),
})

/** `without`: leaves out addresses that begin with it. */
const byDomain = (prefix: string, without?: string): ListOrder => ({
  by: [domain, email],
  descending: false,
  toKeys: (row) => [domainOf(row.email), row.email],
  range: { of: domain, prefix },
  ...(without && { where: sql<SqlBool>`not (${email} >= ${without} and ${email} < ${prefixEnd(without)})` }),
  includes: (row) => domainOf(row.email).startsWith(prefix) && !(without && row.email.startsWith(without)),
})

/** Without addresses and domains that begin with the term. */
const byOtherMatch = (term: string): ListOrder => ({
  by: [email],
  descending: false,
  toKeys: (row) => [row.email],
  scans: true,
  where: sql<SqlBool>`${email} like ${`%${escapeLike(term)}%`} escape '\\'
    and not (${email} >= ${term} and ${email} < ${prefixEnd(term)})
    and not (${domain} >= ${term} and ${domain} < ${prefixEnd(term)})`,
  includes: (row) => row.email.includes(term) && !row.email.startsWith(term) && !domainOf(row.email).startsWith(term),
})

/** Sorts after everything that begins with the prefix, so that an index can be used, unlike with a pattern. */
export const prefixEnd = (prefix: string) => `${prefix}\u{10ffff}`
