import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Database } from '#app/database/connection.server.ts'
import type { Tables } from '#app/database/tables.ts'
import { cutPage, type PagePlace } from '#app/domain/shared/page-place.ts'
import { literally } from '#app/domain/shared/search-text.ts'
import type { LetterList, LetterRow } from './letter-list.ts'
import type { EmailKind } from './email-kinds.ts'

/** `sent`: kept in the house counts as well, while the transport is the outbox. */
const statesOf: Record<LetterList, LetterState[]> = {
  waiting: ['waiting'],
  failed: ['failed'],
  sent: ['sent', 'kept'],
}
type LetterState = Tables['letters']['state']

export type LetterFilter = {
  kind?: EmailKind | undefined
  /** Each stands in the subject or the recipient; `kinds` are those called so, for letters without a subject as yet. */
  words?: { text: string; kinds: EmailKind[] }[] | undefined
}

const pageSize = 50
/** More letters than these are not searched for one page; the next goes on behind them. */
const mostSearched = 10_000

/** A page of letters, the newest first. With a filter it may have few rows, or none, and others follow all the same. */
export async function listLetters(
  { db }: Pick<Database, 'db'>,
  list: LetterList,
  from: PagePlace | undefined,
  filter: LetterFilter = {},
  most = mostSearched,
) {
  // One state after the other, since the index holds the order of time within a state.
  const states = statesOf[list]
  const isFiltered = filter.kind !== undefined || (filter.words ?? []).length > 0
  const ends = isFiltered ? await Promise.all(states.map((state) => endOfSearch(db, state, from, most))) : []
  // Letters of another state beyond it come after what was not looked at here, so they wait for the next page.
  const end = ends.flatMap((place) => place ?? []).toSorted(newestFirst)[0]
  const pages = await Promise.all(states.map((state) => lettersIn(db, state, { from, end, filter })))
  const rows = pages.flat().toSorted((one, other) => newestFirst(placeOf(one), placeOf(other)))
  const { page, next } = cutPage(rows, pageSize, placeOf)
  return { letters: page, next: next ?? end }
}

const placeOf = ({ createdAt: at, id }: LetterRow): PagePlace => ({ at, id })
const newestFirst = (one: PagePlace, other: PagePlace) => other.at - one.at || (one.id < other.id ? 1 : -1)

/** The last letter that is searched, when more follow; read from the index alone. */
async function endOfSearch(db: Database['db'], state: LetterState, from: PagePlace | undefined, most: number) {
  const last = await below(db, state, from)
    .select(['createdAt as at', 'id'])
    .offset(most - 1)
    .limit(2)
    .execute()
  return last.length > 1 ? last[0] : undefined
}

async function lettersIn(
  db: Database['db'],
  state: LetterState,
  { from, end, filter }: { from: PagePlace | undefined; end: PagePlace | undefined; filter: LetterFilter },
) {
  const rows = await below(db, state, from)
    .select(['id', 'kind', 'recipient', 'subject', 'createdAt', 'sentAt', 'handledAt', 'lastError'])
    .$if(end !== undefined, (query) => query.where(sql<boolean>`(created_at, id) >= (${end?.at}, ${end?.id})`))
    .$if(filter.kind !== undefined, (query) => query.where('kind', '=', filter.kind ?? ''))
    .where((letter) => letter.and((filter.words ?? []).map((word) => isIn(letter, word))))
    .limit(pageSize + 1)
    .execute()
  return rows.map((row): LetterRow => ({
    id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject ?? undefined,
    createdAt: row.createdAt,
    sentAt: row.sentAt ?? undefined,
    handledAt: row.handledAt ?? undefined,
    lastError: row.lastError ?? undefined,
  }))
}

const below = (db: Database['db'], state: LetterState, from: PagePlace | undefined) =>
  db
    .selectFrom('letters')
    .where('state', '=', state)
    // A newsletter's own page says what became of its emails.
    .where('campaignId', 'is', null)
    .$if(from !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${from?.at}, ${from?.id})`))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')

/** SQLite knows lower case of ASCII only, so a subject also counts as typed. */
function isIn(
  letter: ExpressionBuilder<Tables, 'letters'>,
  { text, kinds }: { text: string; kinds: EmailKind[] },
): Expression<SqlBool> {
  const [typed, lower] = [text, text.toLowerCase()].map((one) => `%${literally(one)}%`)
  return letter.or([
    sql<SqlBool>`lower(recipient) like ${lower} escape '\\'`,
    sql<SqlBool>`lower(subject) like ${lower} escape '\\'`,
    sql<SqlBool>`subject like ${typed} escape '\\'`,
    ...(kinds.length > 0 ? [letter.and([letter('subject', 'is', null), letter('kind', 'in', kinds)])] : []),
  ])
}
