import { type Expression, sql, type SqlBool } from 'kysely'
import { escapeLike } from '#app/domain/shared/search-text.ts'
import type { SubscriberRow } from './subscriber-rows.server.ts'

/** One of the orders in which the list is read, each with an index of its own behind the state unless it scans. */
export type ListOrder = {
  /** What is sorted by; together it is unique. */
  by: Expression<unknown>[]
  descending: boolean
  /** The same of a row in hand. */
  keysOf(row: SubscriberRow): (string | number)[]
  /** Only rows in which this begins so. */
  range?: { of: Expression<string>; prefix: string }
  /** Only rows of which this is true. */
  where?: Expression<SqlBool>
  /** Looks at one address after the other until the page is full; all states at once are less work then. */
  scans?: true
  includes(row: SubscriberRow): boolean
}

/** What stands behind the '@'; word for word as in the index. */
const domain = sql<string>`substr(email, length(rtrim(email, replace(email, '@', ''))) + 1)`
const email = sql.ref<string>('email')
const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1)

export const newestFirst: ListOrder = {
  by: [sql.ref('createdAt'), sql.ref('id')],
  descending: true,
  keysOf: ({ createdAt, id }) => [createdAt, id],
  includes: () => true,
}

/**
 * First addresses that begin so, then those whose domain does, then those with it anywhere else. Behind an '@' only a
 * domain stands, and with an '@' further on no domain can begin so.
 */
export function ordersFor(term: string): ListOrder[] {
  if (term.startsWith('@')) return [byDomain(term.slice(1))]
  return term.includes('@')
    ? [byAddress(term), elsewhere(term)]
    : [byAddress(term), byDomain(term, term), elsewhere(term)]
}

const byAddress = (prefix: string): ListOrder => ({
  by: [email],
  descending: false,
  keysOf: (row) => [row.email],
  range: { of: email, prefix },
  includes: (row) => row.email.startsWith(prefix),
})

/** `without`: addresses that begin so were there before. */
const byDomain = (prefix: string, without?: string): ListOrder => ({
  by: [domain, email],
  descending: false,
  keysOf: (row) => [domainOf(row.email), row.email],
  range: { of: domain, prefix },
  ...(without && { where: sql<SqlBool>`not (${email} >= ${without} and ${email} < ${behind(without)})` }),
  includes: (row) => domainOf(row.email).startsWith(prefix) && !(without && row.email.startsWith(without)),
})

/** Those of which the address or the domain begins so were there before. */
const elsewhere = (term: string): ListOrder => ({
  by: [email],
  descending: false,
  keysOf: (row) => [row.email],
  scans: true,
  where: sql<SqlBool>`${email} like ${`%${escapeLike(term)}%`} escape '\\'
    and not (${email} >= ${term} and ${email} < ${behind(term)})
    and not (${domain} >= ${term} and ${domain} < ${behind(term)})`,
  includes: (row) => row.email.includes(term) && !row.email.startsWith(term) && !domainOf(row.email).startsWith(term),
})

/** Sorts behind everything that begins so. With it a range of an index answers, which no pattern would. */
export const behind = (prefix: string) => `${prefix}\u{10ffff}`
