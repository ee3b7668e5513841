import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { countPost, type Allowed, countUse, type Limit, type Sender } from '#app/domain/limits/limits.server.ts'
import type { Person } from '#app/domain/shared/person.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { bookingForm, type Patient } from '#app/domain/booking/forms/patient-forms.server.ts'

/** What a patient entered before choosing a time. It is sealed. */
export type Draft = {
  id: string
  serviceId: string
  /** The template, if it is for a plan; its first service is `serviceId`. */
  planId?: string | undefined
  patient: Patient
  /** The version of the words about reminders by text to which the patient agreed. */
  textConsent?: string | undefined
}

/** Counted from when it was last saved. */
export const draftLifeMs = 24 * 3_600_000

type Deps = { database: Database; vault: Vault }

const record = (id: string) => ({ purpose: 'booking draft', id })

// A draft sealed by an older version may not fit today's form: what is no longer valid becomes blank.
const { name, email, phone, health, ...optional } = bookingForm.shape
const base = z.object({
  name: name.catch(''),
  email: email.catch(''),
  phone: phone.catch(''),
  health: health.catch(''),
})
const blank = base.parse({})
const sealedDraft = z
  .object({
    serviceId: z.string().catch(''),
    planId: z.string().optional().catch(undefined),
    patient: base.extend(optional).or(base).catch(blank),
    textConsent: z.string().optional().catch(undefined),
  })
  .catch({ serviceId: '', patient: blank })

type SubmitOptions = {
  /** The draft in the browser's cookie. It is erased, because the cookie will name the new one. */
  replaces?: string | undefined
  sender?: Sender | undefined
  now: number
}

/** Saves a draft under its id or a new one. Every appointment begins here, so this is where bots are limited. */
export async function submitDraft(
  { database, vault }: Deps,
  draft: Omit<Draft, 'id'> & { id?: string | undefined },
  { replaces, sender, now }: SubmitOptions,
): Promise<{ ok: true; id: string } | Extract<Allowed, { ok: false }>> {
  return database.transaction(async (tx) => {
    const allowed = await countPost({ tx }, 'booking', sender, now)
    if (!allowed.ok) return allowed
    if (replaces !== undefined && replaces !== draft.id) await eraseDraft({ tx, vault }, replaces)
    const { id = randomUUID(), serviceId, planId, patient, textConsent } = draft
    const sealed = await vault.seal(tx, record(id), JSON.stringify({ serviceId, planId, patient, textConsent }))
    await tx
      .insertInto('bookingDrafts')
      .values({ id, sealed, usedAt: now })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ sealed, usedAt: now }))
      .execute()
    return { ok: true, id }
  })
}

/** Against guessing the address in the browser that has the draft. */
const mostResumes: Limit = { most: 10, windowMs: 3_600_000 }

/** Whether this is the draft's address; before that nothing of the draft is shown. */
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

/** Undefined when the draft has expired or cannot be opened. */
export async function findDraft({ db, vault }: OpenDeps, id: string, now: number): Promise<Draft | undefined> {
  const row = await db
    .selectFrom('bookingDrafts')
    .select('sealed')
    .where('id', '=', id)
    .where('usedAt', '>', now - draftLifeMs)
    .executeTakeFirst()
  const content = row && (await openDraft({ db, vault }, { id, sealed: row.sealed }))
  return content === undefined ? undefined : { id, ...sealedDraft.parse(content) }
}

async function openDraft(
  { db, vault }: OpenDeps,
  { id, sealed }: { id: string; sealed: Uint8Array },
): Promise<unknown> {
  const opened = await vault.tryOpen(db, record(id), sealed)
  return opened === undefined || opened === 'unreadable' ? undefined : JSON.parse(opened.toString())
}

type OpenDeps = { db: Db; vault: Pick<Vault, 'tryOpen'> }

/** The drafts of a person. Each draft is opened; as they expire after a day, there are few. */
export async function findDraftIds({ db, vault }: OpenDeps, person: Person) {
  const rows = await db.selectFrom('bookingDrafts').select(['id', 'sealed']).execute()
  const ids: string[] = []
  for (const { id, sealed } of rows) {
    const { email, phone } = draftOwner.parse(await openDraft({ db, vault }, { id, sealed })).patient
    const isTheirs =
      (person.email && email === person.email) || (person.phoneDigits && phoneKey(phone) === person.phoneDigits)
    if (isTheirs) ids.push(id)
  }
  return ids
}

/** Of drafts of any version. */
const draftOwner = z
  .object({ patient: z.object({ email: z.string().catch(''), phone: z.string().catch('') }) })
  .catch({ patient: { email: '', phone: '' } })

/** Destroys the key too, so that no backup can reveal it. */
export async function eraseDraft({ tx, vault }: { tx: Tx; vault: Pick<Vault, 'destroy'> }, id: string) {
  await vault.destroy(tx, record(id))
  await tx.deleteFrom('bookingDrafts').where('id', '=', id).execute()
}
