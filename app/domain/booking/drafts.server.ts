import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { allowPost, type Allowed, type Sender } from '#app/domain/limits/limits.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { bookingForm, type Patient } from './patient.ts'

/** What a patient typed, before there is an appointment; all of it is sealed. */
export type Draft = { id: string; serviceId: string; patient: Patient }

/** After its last use: a patient who comes back after some hours goes on. */
export const draftLifeMs = 24 * 3_600_000

type Means = { database: Database; vault: Vault }

const record = (id: string) => ({ purpose: 'booking draft', id })

/** As it was sealed, by this version or an older one. */
const sealedDraft = z.object({ serviceId: z.string(), patient: bookingForm })

type NewDraft = Omit<Draft, 'id'> & { id?: string | undefined }

/**
 * Keeps what was typed into the form. Each appointment begins with it, so this is where nobody fills the calendar by a
 * program.
 */
export async function takeDraft(
  { database, vault }: Means,
  draft: NewDraft,
  { sender, now }: { sender: Sender | undefined; now: number },
): Promise<{ ok: true; id: string } | Extract<Allowed, { ok: false }>> {
  return database.transaction(async (tx) => {
    const allowed = await allowPost({ tx }, 'booking', sender, now)
    return allowed.ok ? { ok: true, id: await storeDraft({ tx, vault }, draft, now) } : allowed
  })
}

/** Keeps a draft, under the id that its patient has already or a new one; a changed one takes the old one's place. */
export const keepDraft = ({ database, vault }: Means, draft: NewDraft, now: number) =>
  database.transaction((tx) => storeDraft({ tx, vault }, draft, now))

async function storeDraft(
  { tx, vault }: { tx: Tx; vault: Pick<Vault, 'seal'> },
  { id = randomUUID(), serviceId, patient }: NewDraft,
  now: number,
) {
  const sealed = await vault.seal(tx, record(id), JSON.stringify({ serviceId, patient }))
  await tx
    .insertInto('booking_drafts')
    .values({ id, sealed, used_at: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ sealed, used_at: now }))
    .execute()
  return id
}

/** The draft, as long as it was used within its life. */
export async function findDraft(
  { db, vault }: { db: Database['db'] | Tx; vault: Pick<Vault, 'openIfItCan'> },
  id: string,
  now: number,
): Promise<Draft | undefined> {
  const row = await db
    .selectFrom('booking_drafts')
    .select('sealed')
    .where('id', '=', id)
    .where('used_at', '>', now - draftLifeMs)
    .executeTakeFirst()
  const opened = row && (await vault.openIfItCan(db, record(id), row.sealed))
  if (opened === undefined || opened === 'unreadable') return undefined
  return { id, ...sealedDraft.parse(JSON.parse(opened.toString())) }
}

/** Its key goes as well, so nothing can be read of it any more. */
export async function eraseDraft({ tx, vault }: { tx: Tx; vault: Pick<Vault, 'destroy'> }, id: string) {
  await vault.destroy(tx, record(id))
  await tx.deleteFrom('booking_drafts').where('id', '=', id).execute()
}
