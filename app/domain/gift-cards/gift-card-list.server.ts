import { sql } from 'kysely'
import type { Db } from '#app/database/tables.ts'
import { type PagePlace, readPage } from '#app/domain/shared/cursor.ts'
import { byTime } from '#app/domain/shared/keyset.server.ts'
import { escapeLike } from '#app/domain/shared/search-text.server.ts'
import { withoutNulls } from '#app/domain/shared/without-nulls.ts'
import { hashCode, readCode } from './code.server.ts'
import type { GiftCard } from './gift-card.ts'
import { readBalances } from './gift-cards.server.ts'

const pageSize = 25
const columns = ['id', 'state', 'hint', 'boughtAt', 'email', 'recipientName', 'recipientEmail'] as const

export type ListedCard = Pick<GiftCard, (typeof columns)[number]> & { leftCents: number }

/** Every card, the newest first. */
export async function listCards(db: Db, place: PagePlace) {
  const { rows, ...around } = await readPage(
    place,
    pageSize,
    (reading) =>
      db
        .selectFrom('giftCards')
        .select(columns)
        .$call((all) => byTime(all, 'boughtAt', reading))
        .execute(),
    ({ boughtAt: at, id }) => ({ at, id }),
  )
  return { cards: await addLeft(db, rows.map(withoutNulls)), ...around }
}

/** By the last four characters of the code or all of it, or by how an email address begins. */
export async function searchCards(db: Db, typed: string, most: number): Promise<ListedCard[]> {
  const search = typed.trim()
  if (search === '') return []
  const begins = `${escapeLike(search.toLowerCase())}%`
  const rows = await db
    .selectFrom('giftCards')
    .select(columns)
    .where((card) =>
      card.or([
        card('hint', '=', search.toUpperCase()),
        card('codeHash', '=', hashCode(readCode(search) ?? '')),
        sql<boolean>`email like ${begins} escape '\\'`,
        sql<boolean>`recipient_email like ${begins} escape '\\'`,
      ]),
    )
    .orderBy('boughtAt', 'desc')
    .limit(most)
    .execute()
  return addLeft(db, rows.map(withoutNulls))
}

async function addLeft<Card extends { id: string }>(db: Db, cards: Card[]) {
  const left = await readBalances(
    db,
    cards.map(({ id }) => id),
  )
  return cards.map((card) => ({ ...card, leftCents: left.get(card.id) ?? 0 }))
}
