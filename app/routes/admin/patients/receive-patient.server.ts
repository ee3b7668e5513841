import { data } from 'react-router'
import { findAccounts } from '#app/domain/accounts/accounts.server.ts'
import { findPatientWithin, recordsWithin } from '#app/domain/booking/known-patients.server.ts'
import { type MergeCandidate, withNewlyOpened } from '#app/domain/booking/newly-opened.server.ts'
import { listVisits } from '#app/domain/booking/visits.server.ts'
import {
  acceptPhone,
  declinePhone,
  listGivenPhones,
  undoAnsweredPhone,
} from '#app/domain/patients/given-phone.server.ts'
import { splitVisits } from '#app/domain/booking/split-visits.server.ts'
import { endTextsOfPatient } from '#app/domain/booking/text-reminders.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { mergePatients, splitRecord, undoPersonChange } from '#app/domain/patients/change-person.server.ts'
import {
  addNote,
  deleteNote,
  mayDeleteNote,
  noteText,
  type OpenedNote,
  readClinicalNotes,
} from '#app/domain/patients/notes.server.ts'
import type { NoteAudience, Patient } from '#app/domain/patients/patient.ts'
import { markDistinct, undoMarkDistinct } from '#app/domain/patients/distinct-patients.server.ts'
import { searchPatients } from '#app/domain/patients/patient-search.server.ts'
import { suggestSame } from '#app/domain/patients/suggestions.server.ts'
import { addTag, removeTag, tagText } from '#app/domain/patients/tags.server.ts'
import { clinicMoment } from '#app/domain/shared/clinic-time.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { getActor } from '#app/http/admin.server.ts'
import { chosenRows } from '#app/http/chosen-rows.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { checkFields, type Typed, typedFields } from '#app/http/parse-form.ts'
import { isId } from '#app/http/require-id.ts'
import { formError, showForm, submitIntent } from '#app/http/submit.server.ts'
import { appointmentTexts } from '#content/pages/admin-texts.ts'
import { z } from 'zod'
import { type OpenedRequest, requestIntents } from './receive-requests.server.ts'
import { patientPage as words } from './words.ts'

export type NoteView = Awaited<ReturnType<typeof toNotes>>[number]

/** What an act shows on the page, besides what the page loads. */
export type PatientAnswer = {
  form?: FormState
  openedNotes?: NoteView[]
  openedRequests?: OpenedRequest[]
  keptAppointment?: string | undefined
  found?: MergeCandidate[]
}

const noteForm = z.object({ note: noteText })
const tagForm = z.object({ tag: tagText })

/** The acts on a patient's record. Clinical notes are shown in the answer to a post, so they have no address. */
export async function receivePatient(request: Request, context: RequestContext, id: string) {
  const chosen = await chosenRows(request)
  const typed = await typedFields(request)
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const now = Date.now()
  const record = `/admin/patients/${id}`

  const done = (text: string, undo?: Typed) => redirectDone(context, typed, { record, text, undo })
  const merge = async (others: string[], opens: readonly string[] = []) => {
    const merged = await mergePatients(services, actor, { id, others, opens, now })
    if (!merged.ok) return formError(409, words.refused[merged.reason])
    return done(words.done.merged, { intent: 'undo', change: merged.changeId })
  }
  const findWithin = () => findPatientWithin(services.database.db, actor.scope, id)
  const withPatient = async <Answer>(work: (patient: Patient) => Promise<Answer>) => {
    const patient = await findWithin()
    return patient?.id === id ? work(patient) : formError(409, words.refused['changed-meanwhile'], typed)
  }
  const note = async (audience: NoteAudience) => {
    const checked = checkFields(typed, noteForm)
    if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
    const text = checked.values.note
    // Also on a record that was merged meanwhile; a practitioner's on one that she sees.
    const record = (await findWithin())?.records[0]
    const added = record && (await addNote(services, actor, { patientId: record.id, audience, text, now }))
    return added ? done(words.done.noteAdded) : formError(409, words.refused.gone, typed)
  }
  const removeNote = (audience: NoteAudience) =>
    withPatient(async (patient) =>
      (await deleteNote(services, actor, { patient, id: typed.noteId ?? '', audience }))
        ? done(words.done.noteDeleted)
        : formError(409, words.refused.gone),
    )

  const answerPhone = (answer: typeof acceptPhone, text: string) =>
    withPatient(async (patient) => {
      const visits = await listVisits(services.database.db, actor.scope, patient)
      const given = listGivenPhones(patient, visits).find(({ appointmentId }) => appointmentId === typed.appointment)
      if (!given || !(await answer(services, actor, given))) return formError(409, words.phones.gone)
      return done(text, { intent: 'undo-phone', record: given.recordId })
    })

  return submitIntent(context, typed, {
    ...requestIntents({ context, typed, id, now, withPatient }),
    merge: () => merge([typed.other ?? ''].filter(isId)),
    // With what is checked of what links and accounts would newly open.
    'merge-open': () => merge([typed.other ?? ''].filter(isId), chosen),
    'merge-same': () =>
      withPatient(async (patient) => {
        const same = await suggestSame(services.database.db, patient)
        return merge(same.filter(({ reason }) => reason === 'name-and-email').map((other) => other.id))
      }),
    async distinct() {
      const { other = '' } = typed
      if (!(await markDistinct(services, actor, { id, other })))
        return formError(409, words.refused['changed-meanwhile'])
      return done(words.done.distinct, { intent: 'undo-distinct', other })
    },
    async 'undo-distinct'() {
      const undone = await undoMarkDistinct(services, actor, { id, other: typed.other ?? '' })
      if (!undone) return formError(409, words.refused['changed-meanwhile'])
      return done(words.done.distinctUndone)
    },
    async separate() {
      const split = await splitRecord(services, actor, { id, recordId: typed.record ?? '', now })
      if (!split.ok) return formError(409, words.refused[split.reason])
      return done(words.done.split, { intent: 'undo', change: split.changeId })
    },
    async split() {
      const split = await splitVisits(services, actor, { id, appointments: chosen, now })
      if (split.ok) {
        const undo = { intent: 'undo', change: split.changeId }
        const other = `/admin/patients/${split.recordId}`
        return redirectDone(context, typed, { record: other, text: words.done.split, undo, undoPath: record })
      }
      if (split.reason === 'none' || split.reason === 'all') return formError(400, words.split[split.reason])
      return formError(409, words.refused[split.reason])
    },
    async undo() {
      const undone = await undoPersonChange(services, actor, { changeId: typed.change ?? '', now })
      if (!undone.ok) return formError(409, words.refused[undone.reason])
      return done(words.done.undone)
    },
    'accept-phone': () => answerPhone(acceptPhone, words.done.phoneAccepted),
    'decline-phone': () => answerPhone(declinePhone, words.done.phoneDeclined),
    'undo-phone': () =>
      withPatient(async ({ records }) => {
        const own = records.find((one) => one.id === typed.record)
        if (!own || !(await undoAnsweredPhone(services, actor, own.id))) return formError(409, words.phones.gone)
        return done(words.done.phoneUndone)
      }),
    'desk-note': () => note('desk'),
    'clinical-note': () => note('clinical'),
    'delete-desk-note': () => removeNote('desk'),
    'delete-clinical-note': () => removeNote('clinical'),
    'show-notes': () =>
      withPatient(async (patient) => {
        const notes = await readClinicalNotes(services, actor, patient)
        return data<PatientAnswer>({ form: {}, openedNotes: await toNotes(context, notes) })
      }),
    'end-texts': () =>
      withPatient(async (patient) => {
        await endTextsOfPatient(services, actor, { patient, now })
        return done(appointmentTexts.done.ended)
      }),
    tag: () =>
      withPatient(async (patient) => {
        const checked = checkFields(typed, tagForm)
        if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
        const added = await addTag(services, actor, { patient, tag: checked.values.tag })
        return added ? done(words.done.tagged) : showForm(typed, 409, { fieldErrors: { tag: words.tag.tooMany } })
      }),
    untag: () =>
      withPatient(async (patient) => {
        const removed = await removeTag(services, actor, { patient, tag: typed.removed ?? '' })
        return removed ? done(words.done.untagged) : formError(409, words.refused.gone)
      }),
    find: async () => {
      const people =
        (await searchPatients(
          services.database,
          typed.q ?? '',
          10,
          recordsWithin(services.database.db, actor.scope),
        )) ?? []
      const others = people.filter((other) => other.id !== id)
      const patient = await findWithin()
      const deps = { db: services.database.db, ownerEmail: services.config.admin.email }
      const found = patient ? await withNewlyOpened(deps, patient, others) : []
      return data<PatientAnswer>({ form: { values: typed }, found })
    },
  })
}

/** With their authors' names and times. */
export async function toNotes(context: RequestContext, notes: OpenedNote[]) {
  const accounts = await findAccounts(
    context.get(servicesContext).database,
    notes.map(({ who }) => who),
  )
  const now = Date.now()
  const actor = getActor(context)
  return notes.map(({ id, text, writtenAt, who }) => ({
    id,
    text,
    mayDelete: mayDeleteNote(actor, { who }),
    by: words.notes.by(accounts.get(who)?.name ?? words.notes.someone, clinicMoment(writtenAt, clinicTimeZone, now)),
  }))
}
