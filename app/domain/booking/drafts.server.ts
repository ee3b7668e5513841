import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { countPost, type Allowed, countUse, type Limit, type Sender } from '#app/domain/limits/limits.server.ts'
import type { Person } from '#app/domain/shared/person.ts'
import { phoneKey } from '#app/domain/shared/phone-number.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { bookingForm, type Patient } from './patient.ts'

/** What a patient typed, before there is an appointment; all of it is sealed. */
export type Draft = { id: string; serviceId: string; patient: Patient }

/** After its last use: a patient who comes back after some hours goes on. */
export const draftLifeMs = 24 * 3_600_000

type Deps = { database: Database; vault: Vault }

const record = (id: string) => ({ purpose: 'booking draft', id })

/**
 * As it was sealed, by this version or an older one, whose form took in what today's does not: what is still valid is
 * offered to its patient, the rest is blank.
 */
const blank: Patient = { name: '', email: '', phone: '', health: '' }
const validOrBlank = z.object(
  Object.fromEntries(
    Object.entries<z.ZodType>(bookingForm.shape).map(([name, rule]) => [
      name,
      rule.catch(name in blank ? '' : undefined),
    ]),
  ),
) as unknown as z.ZodType<Patient>
const sealedDraft = z
  .object({ serviceId: z.string().catch(''), patient: validOrBlank.catch(blank) })
  .catch({ serviceId: '', patient: blank })

type NewDraft = Omit<Draft, 'id'> & { id?: string | undefined }

type TakeOptions = {
  /** The draft that this browser could resume until now: nobody can any more, so it is erased. */
  replaces: string | undefined
  sender: Sender | undefined
  now: number
}

/**
 * Keeps what was typed into the form. Each appointment begins with it, so this is where nobody fills the calendar by a
 * program.
 */
export async function submitDraft(
  { database, vault }: Deps,
  draft: NewDraft,
  { replaces, sender, now }: TakeOptions,
): Promise<{ ok: true; id: string } | Extract<Allowed, { ok: false }>> {
  return database.transaction(async (tx) => {
    const allowed = await countPost({ tx }, 'booking', sender, now)
    if (!allowed.ok) return allowed
    if (replaces !== undefined && replaces !== draft.id) await eraseDraft({ tx, vault }, replaces)
    return { ok: true, id: await storeDraft({ tx, vault }, draft, now) }
  })
}

/** Who types an address here is at the browser that has the draft; nobody tries many. */
const mostResumes: Limit = { most: 10, windowMs: 3_600_000 }

/** Whether this is the address that the draft was begun with; nothing of it is shown before. */
export async function resumeDraft(
  { database }: Pick<Deps, 'database'>,
  draft: Draft,
  { email, isLimited, now }: { email: string; isLimited: boolean; now: number },
): Promise<{ ok: true; isTheirs: boolean } | Extract<Allowed, { ok: false }>> {
  const allowed = isLimited
    ? await database.transaction((tx) => countUse({ tx }, `booking-resume:${draft.id}`, mostResumes, now))
    : ({ ok: true } as const)
  return allowed.ok ? { ok: true, isTheirs: email === draft.patient.email } : allowed
}

/** Keeps a draft, under the id that its patient has already or a new one; a changed one takes the old one's place. */
export const saveDraft = ({ database, vault }: Deps, draft: NewDraft, now: number) =>
  database.transaction((tx) => storeDraft({ tx, vault }, draft, now))

async function storeDraft(
  { tx, vault }: { tx: Tx; vault: Pick<Vault, 'seal'> },
  { id = randomUUID(), serviceId, patient }: NewDraft,
  now: number,
) {
  const sealed = await vault.seal(tx, record(id), JSON.stringify({ serviceId, patient }))
  await tx
    .insertInto('bookingDrafts')
    .values({ id, sealed, usedAt: now })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ sealed, usedAt: now }))
    .execute()
  return id
}

/** The draft, as long as it was used within its life. */
export async function findDraft(
  { db, vault }: { db: Database['db'] | Tx; vault: Pick<Vault, 'tryOpen'> },
  id: string,
  now: number,
): Promise<Draft | undefined> {
  const row = await db
    .selectFrom('bookingDrafts')
    .select('sealed')
    .where('id', '=', id)
    .where('usedAt', '>', now - draftLifeMs)
    .executeTakeFirst()
  const opened = row && (await vault.tryOpen(db, record(id), row.sealed))
  if (opened === undefined || opened === 'unreadable') return undefined
  return { id, ...readSealed(opened) }
}

const readSealed = (opened: Buffer) => sealedDraft.parse(jsonOf(opened))

/** Ids of the drafts that a person began. There are never many: they live for a day, and all of it is sealed. */
export async function findDraftIds({ db, vault }: { db: Db; vault: Pick<Vault, 'tryOpen'> }, person: Person) {
  const rows = await db.selectFrom('bookingDrafts').select(['id', 'sealed']).execute()
  const ids: string[] = []
  for (const { id, sealed } of rows) {
    const opened = await vault.tryOpen(db, record(id), sealed)
    if (opened === undefined || opened === 'unreadable') continue
    const { email, phone } = whoTyped.parse(jsonOf(opened)).patient
    const isTheirs =
      (person.email && email === person.email) || (person.phoneDigits && phoneKey(phone) === person.phoneDigits)
    if (isTheirs) ids.push(id)
  }
  return ids
}

/** As far as it says who it was; of any version. */
const whoTyped = z
  .object({ patient: z.object({ email: z.string().catch(''), phone: z.string().catch('') }) })
  .catch({ patient: { email: '', phone: '' } })

const jsonOf = (opened: Buffer): unknown => JSON.parse(opened.toString())

/** Its key goes as well, so nothing can be read of it any more. */
export async function eraseDraft({ tx, vault }: { tx: Tx; vault: Pick<Vault, 'destroy'> }, id: string) {
  await vault.destroy(tx, record(id))
  await tx.deleteFrom('bookingDrafts').where('id', '=', id).execute()
}
