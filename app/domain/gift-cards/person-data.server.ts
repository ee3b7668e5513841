import type { Db, Tx } from '#app/database/tables.ts'
import { type DataSubject, type Exported, toInstant } from '#app/domain/shared/data-subject.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { readBalance } from './gift-cards.server.ts'
import { listNotes } from './use-at-desk.server.ts'

type Found = { id: string; email: string; recipientName: string | null; recipientEmail: string | null }

const findCardsOf = (db: Db, emails: readonly string[]): Promise<Found[]> =>
  db
    .selectFrom('giftCards')
    .select(['id', 'email', 'recipientName', 'recipientEmail'])
    .where((card) => card.or([card('email', 'in', emails), card('recipientEmail', 'in', emails)]))
    .orderBy('boughtAt')
    .execute()

/** All that have an address, as buyer or as the person they were for. */
export const findPersonsCards = async (db: Db, email: string) => (await findCardsOf(db, [email])).map(({ id }) => id)

/**
 * The cards of one person. A buyer left no name, so only an address that is theirs alone counts; that of the person a card
 * was for counts with their name, too.
 */
async function findSubjectsCards(db: Db, { emails, addresses, isNamed }: DataSubject) {
  const found = await findCardsOf(db, emails)
  const bought = ({ email }: Found) => addresses.includes(email)
  const given = ({ recipientEmail, recipientName }: Found) =>
    recipientEmail !== null &&
    (addresses.includes(recipientEmail) ||
      (emails.includes(recipientEmail) && recipientName !== null && isNamed(recipientName)))
  return found.flatMap((card) => (bought(card) || given(card) ? [{ id: card.id, isBuyer: bought(card) }] : []))
}

/** Whoever a card was for is not told who bought it, and nobody is handed its code, which is as good as money. */
export async function exportCards({ db }: { db: Db }, subject: DataSubject): Promise<Exported> {
  const cards = await findSubjectsCards(db, subject)
  const items: Exported['items'] = []
  for (const { id, isBuyer } of cards) {
    const card = await db.selectFrom('giftCards').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    items.push({
      boughtAt: toInstant(card.boughtAt),
      status: card.state,
      amount: formatCents(card.amountCents),
      left: formatCents(await readBalance(db, id)),
      email: isBuyer ? card.email : undefined,
      recipientName: card.recipientName ?? undefined,
      recipientEmail: card.recipientEmail ?? undefined,
      message: card.message ?? undefined,
      notes: [...(await listNotes(db, id)).values()],
    })
  }
  return { items, ids: cards.map(({ id }) => id) }
}

/** Removes who bought a card and whom it was for. It stays good for whoever has its code. Returns the ids. */
export async function anonymizeCards(tx: Tx, email: string): Promise<string[]> {
  const ids = await findPersonsCards(tx, email)
  await anonymize(tx, ids)
  return ids
}

/** The same for one person, where others may share the address. */
export async function anonymizeSubjectsCards(tx: Tx, subject: DataSubject): Promise<string[]> {
  const ids = (await findSubjectsCards(tx, subject)).map(({ id }) => id)
  await anonymize(tx, ids)
  return ids
}

async function anonymize(tx: Tx, ids: string[]) {
  if (ids.length === 0) return
  const erased = { email: '', recipientName: null, recipientEmail: null, message: null }
  await tx.updateTable('giftCards').set(erased).where('id', 'in', ids).execute()
  await tx.deleteFrom('giftCardNotes').where('giftCardId', 'in', ids).execute()
}

export async function listCardAddresses(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('giftCards').select(['email', 'recipientEmail']).execute()
  return rows.flatMap(({ email, recipientEmail }) => [email, recipientEmail ?? '']).filter((address) => address !== '')
}
