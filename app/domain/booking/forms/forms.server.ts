import type { Database } from '#app/database/connection.server.ts'
import type { Db, Tx } from '#app/database/tables.ts'
import { recordAct, type ScopedActor } from '#app/domain/audit/audit.server.ts'
import { patientActor } from '#app/domain/audit/patient-actor.ts'
import type { ContentNow } from '#app/domain/content/content-now.server.ts'
import type { Lists } from '#app/domain/content/content-record.ts'
import { type Answer, type ClinicForm, listFormsFor, nameForm } from '#app/domain/forms/form.ts'
import { hashFormText } from '#app/domain/forms/form-text.server.ts'
import {
  findCurrent,
  listSignedForms,
  markOnPaper,
  openAnswers,
  openSigned,
  saveSigned,
  type SignedForm,
  takeBackPaper,
} from '#app/domain/forms/signed-forms.server.ts'
import { listRecordIds } from '#app/domain/patients/patients.server.ts'

import type { Vault } from '#app/vault/vault.server.ts'
import { changeAppointment, lockAppointment, type NotFound } from '#app/domain/booking/appointment-change.server.ts'
import { type Appointment, isAccepted, isExpected } from '#app/domain/booking/appointment.ts'
import { linkMayReplace } from '#app/domain/booking/sealed-access.ts'
import {
  findAppointmentFor,
  listAppointmentsOfPlan,
  listAppointmentsOfRecords,
} from '#app/domain/booking/appointments.server.ts'

/** A form that an appointment has. `earlier`: signed at another one, and asked for once. */
export type AppointmentForm = {
  formId: string
  name: string
  status: 'due' | 'signed' | 'paper' | 'earlier'
  /** Of what is in force, unless it is due. */
  signed: SignedForm | undefined
}

type FormsContent = Lists & Pick<ContentNow, 'versionOf'>

/** Until it is over: it may also be filled in at the clinic. */
export const canFillIn = (appointment: Pick<Appointment, 'state' | 'endsAt'>, now: number) =>
  isAccepted(appointment) && appointment.endsAt > now

/** What was sent can be replaced until the appointment begins. */
export const canReplace = (appointment: Pick<Appointment, 'state' | 'startsAt'>, now: number) =>
  isExpected(appointment) && appointment.startsAt > now

/** The forms of each appointment: what is due and what was done. Nothing is due once it is over or off. */
async function listForms(
  { db, content }: { db: Db; content: Lists },
  appointments: readonly Appointment[],
  now: number,
): Promise<Map<string, AppointmentForm[]>> {
  const signed = Map.groupBy(
    appointments.length > 0
      ? await listSignedForms(
          db,
          appointments.map(({ id }) => id),
        )
      : [],
    ({ appointmentId }) => appointmentId,
  )
  const all = new Map<string, AppointmentForm[]>()
  for (const appointment of appointments) {
    const done = (signed.get(appointment.id) ?? []).map((form) => ({
      ...{ formId: form.formId, name: nameForm(content, form.formId) },
      ...{ status: form.state, signed: form },
    }))
    const asked = canFillIn(appointment, now)
      ? listFormsFor(content, appointment.serviceId).filter(({ id }) => !done.some(({ formId }) => formId === id))
      : []
    const earlier = await listSignedEarlier(db, appointment, asked)
    all.set(appointment.id, [
      ...asked.map((form) => {
        const isThis = ({ formId, textHash }: SignedForm) => formId === form.id && textHash === hashFormText(form.text)
        const known = earlier.ofPlan.find(isThis) ?? (form.isOnce ? earlier.ofPerson.find(isThis) : undefined)
        const status = known ? ('earlier' as const) : ('due' as const)
        return { formId: form.id, name: form.text.name, status, signed: known }
      }),
      ...done,
    ])
  }
  return all
}

/**
 * By the same person, as far as the website knows: anybody can type the address of another one. On a day of a plan, also
 * what was filled in for another of its days: nobody is asked 21 times.
 */
async function listSignedEarlier(db: Db, { id, patientId, planId }: Appointment, asked: ClinicForm[]) {
  const signedAt = async (appointments: readonly Appointment[]) => {
    const others = appointments.filter((other) => other.id !== id).map((other) => other.id)
    return others.length > 0 ? listSignedForms(db, others) : []
  }
  const asksOnce = asked.some(({ isOnce }) => isOnce)
  return {
    ofPerson:
      patientId && asksOnce
        ? await signedAt(await listAppointmentsOfRecords(db, 'everything', await listRecordIds(db, patientId)))
        : [],
    ofPlan: planId && asked.length > 0 ? await signedAt(await listAppointmentsOfPlan(db, planId)) : [],
  }
}

export const listFormsOf = async (deps: { db: Db; content: Lists }, appointment: Appointment, now: number) =>
  (await listForms(deps, [appointment], now)).get(appointment.id) ?? []

/** The appointments with a form that is not filled in yet. */
export async function listNotSigned(
  deps: { db: Db; content: Lists },
  appointments: readonly Appointment[],
  now: number,
): Promise<Set<string>> {
  // Most clinics have none, and lists are read often.
  const asked = appointments.filter(
    (appointment) => canFillIn(appointment, now) && listFormsFor(deps.content, appointment.serviceId).length > 0,
  )
  const forms = await listForms(deps, asked, now)
  return new Set(asked.filter(({ id }) => forms.get(id)?.some(({ status }) => status === 'due')).map(({ id }) => id))
}

type Deps = { database: Database; vault: Vault; content: FormsContent }

export type FormToSign = {
  appointmentId: string
  formId: string
  /** Of the text that the patient saw. */
  textHash: string
  /** What was in force when the form was shown. */
  over: string | undefined
  answers: Answer[]
  now: number
}

export type SignRejected = { ok: false; reason: 'closed' | 'not-asked' | 'changed' | 'meanwhile' }

/**
 * Stores what a patient filled in, in one transaction with its audit entry. The same form pressed twice is stored once;
 * one that was shown before another was sent is not.
 */
export const signForm = (
  { database, vault, content }: Deps,
  { appointmentId, formId, textHash, over, answers, now }: FormToSign,
): Promise<{ ok: true; id: string } | SignRejected> =>
  database.transaction(async (tx) => {
    const appointment = await lockAppointment({ database, tx }, appointmentId)
    if (!appointment || appointment.name === '' || !canFillIn(appointment, now)) return { ok: false, reason: 'closed' }
    const current = await findCurrent(tx, appointmentId, formId)
    if (current && current.id !== over && (await isSame({ tx, vault }, current, { textHash, answers })))
      return { ok: true, id: current.id }
    const form = listFormsFor(content, appointment.serviceId).find(({ id }) => id === formId)
    if (!form) return { ok: false, reason: 'not-asked' }
    if (hashFormText(form.text) !== textHash) return { ok: false, reason: 'changed' }
    if (current && !(canReplace(appointment, now) && linkMayReplace(appointment)))
      return { ok: false, reason: 'closed' }
    if (current?.id !== over) return { ok: false, reason: 'meanwhile' }
    const version = content.versionOf(`forms/${formId}`)
    const id = await saveSigned({ tx, vault }, { appointmentId, formId, text: form.text, version, answers, now })
    return { ok: true, id }
  })

/** Whether a second press sends what the first has sent. */
async function isSame(
  { tx, vault }: { tx: Tx; vault: Vault },
  current: NonNullable<Awaited<ReturnType<typeof findCurrent>>>,
  { textHash, answers }: Pick<FormToSign, 'textHash' | 'answers'>,
) {
  const { id, sealed } = current
  if (!sealed || current.textHash !== textHash) return false
  const content = await openAnswers({ db: tx, vault }, { id, sealed })
  return JSON.stringify(content?.answers) === JSON.stringify(answers)
}

/** `detail`: the address that opened it to a patient. */
type Opening = { appointmentId: string; id: string; act: 'form.read' | 'form.downloaded'; detail?: string }

/**
 * Opens what a patient filled in. The audit entry is written first, in the same transaction, so that no answer is shown
 * without an entry. `by` 'patient': who has just sent it, or is signed in with its address.
 */
export const openForm = (
  { database, vault }: Pick<Deps, 'database' | 'vault'>,
  by: ScopedActor | 'patient',
  { appointmentId, id, act, detail }: Opening,
) =>
  database.transaction(async (tx) => {
    const { scope, ...actor } = by === 'patient' ? { ...patientActor, scope: 'everything' as const } : by
    const appointment = await findAppointmentFor(tx, scope, appointmentId)
    if (!appointment) return undefined
    await recordAct({ tx, vault }, actor, { act, record: `appointment:${appointmentId}`, ...(detail && { detail }) })
    const opened = await openSigned({ db: tx, vault }, { id, appointmentId })
    return opened && opened !== 'unreadable' ? { appointment, ...opened } : undefined
  })

type OnPaper = { appointmentId: string; formId: string; now: number }

type Marked = { ok: true } | NotFound | { ok: false; reason: 'form-changed' }

/** Staff say that a due form was filled in on paper. */
export const markFormOnPaper = (
  { database, vault, content }: Deps,
  actor: ScopedActor,
  { appointmentId, formId, now }: OnPaper,
): Promise<Marked> =>
  changeAppointment({ database }, actor, appointmentId, async (tx, appointment): Promise<Marked> => {
    const form = listFormsFor(content, appointment.serviceId).find(({ id }) => id === formId)
    if (!form || !canFillIn(appointment, now)) return { ok: false, reason: 'form-changed' }
    const version = content.versionOf(`forms/${formId}`)
    const mark = { appointmentId, formId, text: form.text, version, now }
    return (await markOnPaper({ tx, vault }, actor, mark)) ? { ok: true } : { ok: false, reason: 'form-changed' }
  })

export const takeBackFormOnPaper = (
  { database, vault }: Pick<Deps, 'database' | 'vault'>,
  actor: ScopedActor,
  { appointmentId, formId, now }: OnPaper,
): Promise<Marked> =>
  changeAppointment({ database }, actor, appointmentId, async (tx): Promise<Marked> => {
    const isBack = await takeBackPaper({ tx, vault }, actor, { appointmentId, formId, now })
    return isBack ? { ok: true } : { ok: false, reason: 'form-changed' }
  })
