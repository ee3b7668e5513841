import { data } from 'react-router'
import { z } from 'zod'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { erasePatient } from '#app/domain/erasure/erase-patient.server.ts'
import { type RequestOutcome, requestKinds, requestWays } from '#app/domain/patients/data-request.ts'
import {
  addRequest,
  answerText,
  decideRequest,
  type listRequestsOf,
  optionalText,
  readRequests,
} from '#app/domain/patients/data-requests.server.ts'
import type { Patient } from '#app/domain/patients/patient.ts'
import { clinicDate, clinicDayBounds, formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { getActor } from '#app/http/admin.server.ts'
import { type RequestContext, servicesContext } from '#app/http/context.ts'
import { redirectDone } from '#app/http/done.ts'
import { checkFields, type Typed } from '#app/http/parse-form.ts'
import { isId } from '#app/http/require-id.ts'
import { formError, showForm } from '#app/http/submit.server.ts'
import type { PatientAnswer } from './receive-patient.server.ts'
import { patientPage } from './words.ts'

const words = patientPage.requests

const enterForm = z.object({
  kind: z.enum(requestKinds),
  way: z.enum(requestWays),
  day: z.iso.date({ error: words.enter.badDay }),
  said: optionalText,
})

export type OpenedRequest = { id: string; request: string | undefined; answer: string | undefined }

type Received = {
  context: RequestContext
  typed: Typed
  /** The person's. */
  id: string
  now: number
  withPatient: <Answer>(work: (patient: Patient) => Promise<Answer>) => Promise<Answer | ReturnType<typeof formError>>
}

/** The acts on what a patient asked about their data. Everyone at the desk enters, managers read and decide. */
export function requestIntents({ context, typed, id, now, withPatient }: Received) {
  const services = context.get(servicesContext)
  const actor = getActor(context)
  const record = `/admin/patients/${id}`
  const requestId = typed.requestId ?? ''

  const decide = (outcome: RequestOutcome) =>
    withPatient(async ({ records }) => {
      const checked = checkFields(typed, z.object({ answer: outcome === 'done' ? optionalText : answerText }))
      if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
      const decided = await decideRequest(services, actor, {
        id: requestId,
        recordIds: records.map((one) => one.id),
        // An erasure is done by erasing.
        kinds: outcome === 'done' ? ['access', 'correction'] : requestKinds,
        outcome,
        answer: checked.values.answer,
        now,
      })
      if (!decided.ok) return formError(409, words.refused.decided, typed)
      return redirectDone(context, typed, { record, text: words.done.decided })
    })

  return {
    'enter-request': () =>
      withPatient(async () => {
        const checked = checkFields(typed, enterForm)
        if (!checked.ok) return showForm(typed, 400, { fieldErrors: checked.errors })
        const { kind, way, day, said } = checked.values
        const receivedAt = toReceived(day, now)
        if (receivedAt === undefined || !isId(requestId))
          return showForm(typed, 400, { fieldErrors: { day: words.enter.badDay } })
        const added = await addRequest(services, actor, {
          id: requestId,
          patientId: id,
          kind,
          way,
          text: said,
          receivedAt,
        })
        if (!added.ok)
          return formError(409, added.reason === 'gone' ? patientPage.refused.gone : words.refused[added.reason], typed)
        return redirectDone(context, typed, { record, text: words.done.entered })
      }),
    'show-requests': () =>
      withPatient(async (patient) => {
        const opened = await readRequests(services, actor, patient)
        const openedRequests = opened.map(({ id: one, request, answer }) => ({ id: one, request, answer }))
        return data<PatientAnswer>({ form: {}, openedRequests })
      }),
    'request-done': () => decide('done'),
    'request-partly': () => decide('partly'),
    'request-denied': () => decide('denied'),
    /** The caller has asked who is there. */
    async 'erase-patient'() {
      const erasure = { id, requestId, withAccount: typed.account === 'on', now }
      const erased = await erasePatient(services, actor, erasure)
      if (erased.ok) return redirectDone(context, {}, { record: '/admin/patients', text: words.done.erased })
      if (erased.reason === 'kept')
        return data<PatientAnswer>(
          { form: { error: words.refused.kept }, keptAppointment: erased.appointmentId },
          { status: 409 },
        )
      if (erased.reason === 'own-address') return formError(409, words.refused['own-address'])
      return formError(409, patientPage.refused['changed-meanwhile'])
    },
  }
}

/** Noon of an earlier day, or now. Undefined in the future, and before anybody had a computer. */
function toReceived(day: string, now: number) {
  const today = clinicDate(now, clinicTimeZone).toString()
  if (day > today || day < '2000-01-01') return undefined
  return day === today ? now : clinicDayBounds(day, clinicTimeZone).from + 12 * 3_600_000
}

type Listed = Awaited<ReturnType<typeof listRequestsOf>>[number]

export function toRequestView({ id, kind, way, receivedAt, dueAt, outcome, decidedAt, hasText }: Listed, now: number) {
  const day = (at: number) => formatClinicDate(at, clinicTimeZone)
  const daysLeft = clinicDate(now, clinicTimeZone).until(clinicDate(dueAt, clinicTimeZone)).days
  return {
    id,
    kind,
    received: words.received(words.ways[way], day(receivedAt)),
    state:
      decidedAt === null || outcome === null
        ? words.left(daysLeft, day(dueAt))
        : words.decided(words.outcomes[outcome], day(decidedAt)),
    isOpen: decidedAt === null,
    isOverdue: decidedAt === null && daysLeft < 0,
    hasText: Boolean(hasText),
  }
}
