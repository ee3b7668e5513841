import { randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import type { Tx } from '#app/database/tables.ts'
import { endSignIn } from '#app/domain/accounts/log-in.server.ts'
import { type Actor, recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { changeAppointment, lockAppointment, type NotFound } from '#app/domain/booking/appointment-change.server.ts'
import type { Appointment } from '#app/domain/booking/appointment.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { openFormDraft, saveFormDraft } from '#app/domain/forms/form-drafts.server.ts'
import { listFormsFor } from '#app/domain/forms/form.ts'
import { type Backoff, countAttempt, resetAttempts } from '#app/domain/limits/backoff.server.ts'
import type { SignIn } from '#app/integrations/sign-in/sign-in.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import type { Vault } from '#app/vault/vault.server.ts'
import { listFormsOf } from './forms.server.ts'

// A device of the clinic in a patient's hands (product decisions, 'The tablet').

const minute = 60_000
/** How long it shows anything of the patient, touched or not. */
const longestMs = 30 * minute
/** As in the page's script (ui/booking/tablet.ts). */
const untouchedMs = 3 * minute
/** After a day nobody looks for what the device was for; by then the staff's session is long over. */
const rowLifeMs = 24 * 60 * minute
const perDevice: Backoff = { free: 5, firstMs: minute, longestMs: 15 * minute }

const toKey = (id: string) => `tablet:${id}`

type Deps = { database: Database; vault: Vault; content: Lists }

export type Tablet = {
  id: string
  appointment: Appointment
  /** Whether whoever handed it over may read health answers. */
  readsHealth: boolean
  /** What is still to be filled in, the one that staff chose first. */
  due: string[]
  /** 'done': nothing is left to fill in; 'over': its time is over. Neither shows anything of the patient. */
  state: 'open' | 'done' | 'over'
  /** Until its time is over, if it is touched. */
  leftMs: number
}

type StartOptions = { appointmentId: string; formId: string; sessionId: string; now: number }

/** Ends the session of the staff member on this device: from here on it is the patient's. */
export const startTablet = (
  { database, vault, content, ...deps }: Deps & { signIn: SignIn; queue: Queue; syncsTokens: boolean },
  actor: ScopedActor,
  { appointmentId, formId, sessionId, now }: StartOptions,
): Promise<{ ok: true; id: string } | NotFound | { ok: false; reason: 'form-changed' }> =>
  changeAppointment({ database }, actor, appointmentId, async (tx, appointment) => {
    const forms = await listFormsOf({ db: tx, content }, appointment, now)
    if (!forms.some((form) => form.formId === formId && form.status === 'due'))
      return { ok: false, reason: 'form-changed' } as const
    const id = randomUUID()
    const readsHealth = Number(actor.readsHealth ?? false)
    const row = { id, appointmentId, formId, readsHealth, openedAt: now, touchedAt: null, closedAt: null }
    await tx.insertInto('tabletSessions').values(row).execute()
    await endSignIn({ ...deps, tx }, { accountId: actor.who, sessionId })
    await recordAct({ tx, vault }, actor, { act: 'tablet.started', record: `appointment:${appointmentId}` })
    return { ok: true, id } as const
  })

/** Undefined once staff took the device back. */
export async function findTablet(
  { database, content }: Pick<Deps, 'database' | 'content'>,
  id: string,
  now: number,
): Promise<Tablet | undefined> {
  const { db } = database
  const row = await db.selectFrom('tabletSessions').selectAll().where('id', '=', id).executeTakeFirst()
  const appointment = row && (await findAppointment(db, row.appointmentId))
  if (!appointment) return undefined
  const due = (await listFormsOf({ db, content }, appointment, now))
    .filter(({ status }) => status === 'due')
    .map(({ formId }) => formId)
    .toSorted((a, b) => Number(b === row.formId) - Number(a === row.formId))
  const until = Math.min(row.openedAt + longestMs, row.touchedAt === null ? Infinity : row.touchedAt + untouchedMs)
  const isOver = row.closedAt !== null || now >= until
  const state = due.length === 0 ? 'done' : isOver ? 'over' : 'open'
  const readsHealth = row.readsHealth === 1
  return { id, appointment, readsHealth, due, state, leftMs: Math.max(0, row.openedAt + longestMs - now) }
}

type Touch = {
  formId: string
  /** Of its fields; undefined: nothing has changed since the last time. */
  typed: Record<string, string> | undefined
  /** 'close': nothing of the patient is shown from here on. */
  act: 'touch' | 'save' | 'close'
  now: number
}

/** Keeps what was typed, also when the time is over, and says whether the patient may go on. */
export async function touchTablet(deps: Deps, { id, appointment }: Tablet, { formId, typed, act, now }: Touch) {
  const { database, vault, content } = deps
  await database.transaction(async (tx) => {
    const form = listFormsFor(content, appointment.serviceId).find((one) => one.id === formId)
    if (form && typed && (await isDue(deps, tx, appointment.id, formId, now)))
      await saveFormDraft(
        { tx, vault },
        { appointmentId: appointment.id, formId, text: form.text, typed, sessionId: id, now },
      )
    if (act === 'close') await update(tx, id, { closedAt: now })
  })
  // What is over stays over.
  const tablet = await findTablet(deps, id, now)
  if (act === 'touch' && tablet?.state === 'open')
    await database.transaction((tx) => update(tx, id, { touchedAt: now }))
  return tablet?.state === 'open'
}

const update = (tx: Tx, id: string, values: { closedAt: number } | { touchedAt: number }) =>
  tx.updateTable('tabletSessions').set(values).where('id', '=', id).where('closedAt', 'is', null).execute()

/** What was sent meanwhile has no draft. */
async function isDue({ database, content }: Deps, tx: Tx, appointmentId: string, formId: string, now: number) {
  const appointment = await lockAppointment({ database, tx }, appointmentId)
  if (!appointment) return false
  const forms = await listFormsOf({ db: tx, content }, appointment, now)
  return forms.some((form) => form.formId === formId && form.status === 'due')
}

/** What was typed into a form before the screen went blank. */
export const findTabletDraft = (
  { database, vault }: Pick<Deps, 'database' | 'vault'>,
  { id, appointment, readsHealth }: Tablet,
  formId: string,
) => openFormDraft({ db: database.db, vault }, { appointmentId: appointment.id, formId, sessionId: id, readsHealth })

/** Five tries for a device, whoever is named; then each waits longer. */
export const countTabletAttempt = ({ database }: Pick<Deps, 'database'>, id: string, now: number) =>
  database.transaction((tx) => countAttempt({ tx }, toKey(id), perDevice, now))

/** After somebody who works here has proved who they are. */
export const endTablet = (
  { database, vault }: Pick<Deps, 'database' | 'vault'>,
  actor: Actor,
  { id, appointment }: Tablet,
) =>
  database.transaction(async (tx) => {
    await tx.deleteFrom('tabletSessions').where('id', '=', id).execute()
    await resetAttempts({ tx }, toKey(id))
    await recordAct({ tx, vault }, actor, { act: 'tablet.ended', record: `appointment:${appointment.id}` })
  })

export const deleteOldTablets = ({ database }: Pick<Deps, 'database'>, now: number) =>
  database.db
    .deleteFrom('tabletSessions')
    .where('openedAt', '<', now - rowLifeMs)
    .execute()
