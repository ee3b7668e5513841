import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '#app/database/connection.server.ts'
import { bookAppointment } from '#app/domain/booking/book.server.ts'
import { bookByTelephone } from '#app/domain/booking/book-by-telephone.server.ts'
import { findDraft, submitDraft } from '#app/domain/booking/drafts.server.ts'
import { signForm } from '#app/domain/booking/forms/forms.server.ts'
import { toFormText } from '#app/domain/forms/form.ts'
import { hashFormText } from '#app/domain/forms/form-text.server.ts'
import { addRequest, decideWithin } from '#app/domain/patients/data-requests.server.ts'
import { saveFormDraft } from '#app/domain/forms/form-drafts.server.ts'
import { toNamedFields } from '#app/domain/forms/read-answers.server.ts'
import { addNote } from '#app/domain/patients/notes.server.ts'
import { sealCalendar } from '#app/domain/private-calendars/sealed-calendar.server.ts'
import { bookingDeps, bookingRules } from '#tests/support/booking.ts'
import { contentWithForms, intake } from '#tests/support/clinic-forms.ts'
import { recordOf } from '#tests/support/patients.ts'
import { testVault } from '#tests/support/test-deps.ts'

/** A word that is in one sealed field. */
export type Canary = { word: string; of: string; appointmentId?: string; recordId?: string; isForMaya?: boolean }

/** What the vault seals of people: each has a canary. */
export const sealedOfPeople = [
  ...(['appointment health', 'signed form', 'patient note', 'data request', 'data request answer'] as const),
  ...(['booking draft', 'form draft', 'private calendar'] as const),
]

/** A code to pay with, and a key of the audit trail. */
export const notOfPeople = ['gift-card', 'audit chain']

export const maya = 'maya-rao'
const lin = 'lin-wu'
/** All canaries begin like this, so that one search finds any. */
export const anyCanary = 'qzcanary'
export const newCanary = () => `${anyCanary}${randomBytes(7).toString('hex')}`

const dayMs = 86_400_000

export type People = Awaited<ReturnType<typeof addPeople>>

/**
 * People who are new to the clinic, with a canary in every sealed field: some booked online, others are entered by the
 * owner; some are with Maya, others with Lin, one with both, and one is there twice. `n`: of the group, for their times.
 */
export async function addPeople(database: Database, { n, key, owner }: { n: number; key: string; owner: string }) {
  const canaries: Canary[] = []
  const put = (of: string, more: Omit<Canary, 'word' | 'of'> = {}) => {
    const word = newCanary()
    canaries.push({ word, of, ...more })
    return word
  }
  const practitioners = [maya, lin].map((id) => ({ id, name: id }))
  const rooms = ['one', 'two'].map((id) => ({ id, name: id }))
  const deps = {
    ...bookingDeps(database, { ...bookingRules, rooms, practitioners, mostOnlinePerHour: 100_000 }),
    vault: testVault(database, key),
    content: contentWithForms({ intake }),
  }
  const actor = { who: owner, from: '127.0.0.1', scope: 'everything' as const }
  const since = Date.now()
  let times = 0
  /** Each group begins on a day of its own, until the days that can be booked begin again. */
  const nextTime = () => {
    const days = 3 + ((n + Math.floor(times / 5)) % 50)
    const midnight = Math.ceil((since + days * dayMs) / dayMs) * dayMs
    // From 10 am in Alabama, summer and winter.
    return midnight + (16 + (times++ % 5)) * 3_600_000
  }
  type Person = { name: string; email: string; phone: string }
  const person = (name: string, email = `${name.split(' ')[0]!.toLowerCase()}${n}@patients.example`): Person => ({
    name: `${name} ${n}`,
    email,
    phone: `(205) 555-${2000 + ((n * 10 + canaries.length) % 7000)}`,
  })

  async function bookOnline(patient: Person, who: string) {
    const now = Date.now()
    const health = put(`the health answer of ${patient.name}`)
    const saved = await submitDraft(deps, { serviceId: 'general', patient: { ...patient, health } }, { now })
    const draft = saved.ok && (await findDraft({ ...deps, db: database.db }, saved.id, now))
    if (!draft) throw new Error('there is no draft')
    // What others did before may have taken some times.
    for (let tries = 0; tries < 100; tries += 1) {
      const booked = await bookAppointment(deps, { draft, startsAt: nextTime(), personId: who, now })
      if (booked.ok) return tell(booked.appointment.id)
    }
    throw new Error('no time is free')
  }
  async function bookFor(patient: Person, who: string, patientId?: string) {
    const health = put(`the health answer of ${patient.name}`)
    const time = { serviceId: 'general', startsAt: nextTime(), personId: who, anyway: true, patientId, now: Date.now() }
    const booked = await bookByTelephone(deps, actor, { ...time, patient: { ...patient, health } })
    if (!booked.ok) throw new Error(`not booked: ${booked.reason}`)
    return tell(booked.id)
  }
  /** The last canary is of this appointment. */
  function tell(id: string) {
    canaries.at(-1)!.appointmentId = id
    return id
  }
  async function sign(appointmentId: string, name: string) {
    const word = put(`the form of ${name}`, { appointmentId })
    const answers = [word, word, 'Well', ['Nuts'], '2026-01-02', 'no', { name, drawn: '' }]
    const textHash = hashFormText(toFormText({ id: 'intake', ...intake }))
    const form = { appointmentId, formId: 'intake', textHash, over: undefined, answers, now: Date.now() }
    const signed = await signForm(deps, form)
    if (!signed.ok) throw new Error(`not signed: ${signed.reason}`)
  }
  async function note(recordId: string, name: string) {
    const text = put(`the clinical note about ${name}`, { recordId })
    await addNote(deps, actor, { patientId: recordId, audience: 'clinical', text, now: Date.now() })
  }
  async function request(patientId: string, name: string) {
    const id = randomUUID()
    const text = put(`what ${name} asked about their data`)
    const asked = { id, patientId, kind: 'correction', way: 'phone', text, receivedAt: Date.now() } as const
    await addRequest(deps, actor, asked)
    const answer = put(`the answer to what ${name} asked about their data`)
    const decision = { id, kinds: ['correction' as const], outcome: 'denied' as const, answer, now: Date.now() }
    await database.transaction((tx) => decideWithin({ ...deps, tx }, actor, { ...decision, recordIds: [patientId] }))
  }

  const [ilse, again] = [person('Ilse Brandt'), person('Ilse Brandt', `gone${n}@nowhere.example`)]
  const [jonas, carla, dora] = [person('Jonas Weber', ''), person('Carla Diaz'), person('Dora Own')]
  const first = await bookOnline(ilse, lin)
  const second = await bookFor(again, lin)
  const third = await bookFor(jonas, lin)
  const withMaya = await bookFor(carla, maya)
  const carlaRecord = await recordOf(database.db, withMaya)
  const withLin = await bookFor(carla, lin, carlaRecord)
  const own = await bookOnline(dora, maya)
  for (const [id, { name }] of [
    [first, ilse],
    [second, again],
    [withLin, carla],
    [own, dora],
  ] as const)
    await sign(id, name)
  for (const [id, { name }] of [
    [first, ilse],
    [second, again],
    [third, jonas],
    [own, dora],
  ] as const)
    await note(await recordOf(database.db, id), name)
  await request(await recordOf(database.db, first), ilse.name)
  const health = put(`the unfinished booking of ${ilse.name}`)
  await submitDraft(deps, { serviceId: 'general', patient: { ...ilse, health } }, { now: Date.now() })
  const begun = toFormText({ id: 'intake', ...intake })
  const typed = { [toNamedFields(begun)[0]!.name]: put(`the form that ${jonas.name} began`, { appointmentId: third }) }
  const draft = { appointmentId: third, formId: 'intake', text: begun, typed, sessionId: 'another', now: Date.now() }
  await database.transaction((tx) => saveFormDraft({ tx, vault: deps.vault }, draft))
  const calendarId = randomUUID()
  const password = put('the password of Lin’s calendar')
  const source = { kind: 'ics' as const, url: 'https://calendar.test/lin', user: 'lin', password }
  await database.transaction(async (tx) => {
    const sealed = await sealCalendar(deps.vault, tx, calendarId, { source })
    const row = { id: calendarId, person: `person:${lin}`, host: 'calendar.test', source: sealed } as const
    await tx
      .insertInto('privateCalendars')
      .values({ ...row, addedAt: Date.now() })
      .execute()
  })
  const ofMaya = [carlaRecord, await recordOf(database.db, own)]
  const records = await Promise.all([first, second, third, withMaya, own].map((id) => recordOf(database.db, id)))
  return { n, canaries, since, ofMaya, records, names: [ilse, jonas, carla, dora].map(({ name }) => name) }
}
