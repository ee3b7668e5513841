import { randomUUID } from 'node:crypto'
import { redirect } from 'react-router'
import { findPatientWithin } from '#app/domain/booking/known-patients.server.ts'
import { withNewlyOpened } from '#app/domain/booking/newly-opened.server.ts'
import { findPlansOf } from '#app/domain/booking/plans/booked-plans.server.ts'
import { listTextNumbers } from '#app/domain/booking/text-reminders.server.ts'
import { listVisits } from '#app/domain/booking/visits.server.ts'
import { findOverlapping, summarize } from '#app/domain/booking/visits.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { listMessagesFrom } from '#app/domain/contact/inbox.server.ts'
import { listOrdersTo } from '#app/domain/orders/order-list.server.ts'
import { listPersonChanges } from '#app/domain/patients/change-person.server.ts'
import { countClinicalNotes, readDeskNotes } from '#app/domain/patients/notes.server.ts'
import { listGivenPhones } from '#app/domain/patients/given-phone.server.ts'
import { toContact } from '#app/domain/patients/patient-fields.ts'
import { listRequestsOf } from '#app/domain/patients/data-requests.server.ts'
import { suggestSame } from '#app/domain/patients/suggestions.server.ts'
import { listTagsOf } from '#app/domain/patients/tags.server.ts'
import { clinicDate, clinicMoment, formatClinicMonth } from '#app/domain/shared/clinic-time.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { AdminPage } from '#app/http/admin-page.tsx'
import { getActor, getStaff } from '#app/http/admin.server.ts'
import { servicesContext } from '#app/http/context.ts'
import { loadOr404 } from '#app/http/load.ts'
import { requireId } from '#app/http/require-id.ts'
import { typedFields } from '#app/http/parse-form.ts'
import { mayOpen, mayPost } from '#app/http/rights.server.ts'
import { requireFreshStepUp } from '#app/http/step-up.server.ts'
import { useSite } from '#app/http/site.ts'
import { toDatedRow } from '#app/ui/admin/appointment-rows.ts'
import { patientName } from '#app/ui/admin/patient-name.ts'
import { toPlanView } from '#app/ui/admin/plan-view.ts'
import { PatientPage } from './patient-page.tsx'
import { type PatientAnswer, receivePatient, toNotes } from './receive-patient.server.ts'
import { toRequestView } from './receive-requests.server.ts'
import { patientPage as words } from './words.ts'
import type { Route } from './+types/patient.ts'

export async function loader({ params, context }: Route.LoaderArgs) {
  const recordId = requireId(params.id)
  const services = context.get(servicesContext)
  const { database } = services
  const actor = getActor(context)
  const { role } = getStaff(context)
  // Whom it might be, and who it was, is about people whom a practitioner may have nothing to do with.
  const mayMerge = mayPost(role, '/admin/patients/:id', 'merge')
  const mayEnter = mayPost(role, '/admin/patients/:id', 'enter-request')
  const opening = { db: database.db, ownerEmail: services.config.admin.email }
  const found = await loadOr404(context, async () => {
    const patient = await findPatientWithin(database.db, actor.scope, recordId)
    if (!patient) return undefined
    const appointments = await listVisits(database.db, actor.scope, patient)
    const emails = [...new Set(patient.records.map(({ email }) => email))].filter(Boolean)
    return {
      patient,
      appointments,
      plans: await findPlansOf(database.db, actor.scope, appointments, Date.now()),
      orders: mayOpen(role, '/admin/orders') ? await listOrdersTo(database, emails) : [],
      messages: mayOpen(role, '/admin/messages') ? await listMessagesFrom(database, emails) : [],
      getsTexts: services.textMessages !== undefined && (await listTextNumbers(database.db, patient)).length > 0,
      tags: await listTagsOf(database.db, patient),
      notes: await toNotes(context, await readDeskNotes({ db: database.db, vault: services.vault }, patient)),
      clinicalNotes: await countClinicalNotes(database.db, patient),
      suggestions: mayMerge ? await withNewlyOpened(opening, patient, await suggestSame(database.db, patient)) : [],
      changes: mayMerge ? await listPersonChanges(database.db, patient.id) : [],
      requests: mayEnter ? await listRequestsOf(database.db, patient) : [],
    }
  })
  const { patient, appointments, plans, orders, messages, changes, requests, ...others } = found
  // The record was merged into this person.
  if (patient.id !== recordId) throw redirect(`/admin/patients/${patient.id}`)
  const now = Date.now()
  const { visits, noShows } = summarize(appointments, now)
  const firstBooked = Math.min(...appointments.map(({ bookedAt }) => bookedAt))
  return {
    ...others,
    id: patient.id,
    mayBookPlan: mayOpen(role, '/admin/plans/new'),
    mayMerge,
    mayOpenMore: mayPost(role, '/admin/patients/:id', 'merge-open'),
    mergedRecords: (mayMerge ? patient.records.slice(1) : []).map((record) => ({
      id: record.id,
      ...toContact(record),
    })),
    changes: changes.map(({ at, ...change }) => ({ ...change, when: clinicMoment(at, clinicTimeZone, now) })),
    name: patientName(patient),
    contact: toContact(patient),
    since: Number.isFinite(firstBooked) ? formatClinicMonth(firstBooked, clinicTimeZone) : undefined,
    givenPhones: listGivenPhones(patient, appointments),
    appointments: appointments.map((appointment) => toDatedRow(services, appointment, clinicTimeZone, now)),
    plans: [...plans.values()].toSorted(byLatest).map((plan) => toPlanView(services, plan, now)),
    held: visits,
    noShows,
    isOverlapping: findOverlapping(appointments, now).length > 0,
    healthAnswers: appointments
      .filter(({ hasHealth }) => hasHealth)
      .map(({ id, startsAt, isAddressProved }) => ({
        ...{ id, isUnproved: isAddressProved === false },
        when: clinicMoment(startsAt, clinicTimeZone, now),
      })),
    requests: requests.map((request) => toRequestView(request, now)),
    newRequest: { id: randomUUID(), today: clinicDate(now, clinicTimeZone).toString() },
    mayEnter,
    mayDecide: mayPost(role, '/admin/patients/:id', 'show-requests'),
    emailsLeave: services.emailsLeave,
    mayReadHealth: mayPost(role, '/admin/appointments/:id', 'health'),
    orders: orders.map(({ number, status, totalCents, lines }) => ({ number, status, totalCents, lines })),
    spent: formatCents(
      orders.filter(({ status }) => status !== 'cancelled').reduce((sum, { totalCents }) => sum + totalCents, 0),
    ),
    messages: messages.map(({ id, name, sentAt }) => ({ id, name, when: clinicMoment(sentAt, clinicTimeZone, now) })),
  }
}

const byLatest = (one: { bookedAt: number }, other: { bookedAt: number }) => other.bookedAt - one.bookedAt

export async function action({ params, request, context }: Route.ActionArgs) {
  const { intent } = await typedFields(request.clone())
  if (intent === 'erase-patient') await requireFreshStepUp(context, request)
  return receivePatient(request, context, requireId(params.id))
}

export type PatientView = Route.ComponentProps['loaderData']

export default function Patient({ loaderData: view, actionData }: Route.ComponentProps) {
  const { form = {}, ...answer }: PatientAnswer = actionData ?? {}
  return (
    <AdminPage title={view.name} documentTitle={words.heading} above={words.heading}>
      <PatientPage {...view} {...answer} form={form} clinicName={useSite().clinic.name} />
    </AdminPage>
  )
}
