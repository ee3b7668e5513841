import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createElement, type FunctionComponent } from 'react'
import { RouterContextProvider } from 'react-router'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#app/config.server.ts'
import { bookAppointment } from '#app/domain/booking/book.server.ts'
import { signAppointmentLink } from '#app/domain/booking/appointment-link.ts'
import { searchAppointments } from '#app/domain/booking/appointment-search.server.ts'
import { unnamed } from '#app/domain/booking/service-needs.ts'
import { serviceField } from '#app/domain/booking/waitlist/wish-fields.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { bookByTelephone } from '#app/domain/booking/book-by-telephone.server.ts'
import { findDraft } from '#app/domain/booking/drafts.server.ts'
import { acceptOffer, listOpenOffers, offerOpenHour } from '#app/domain/booking/waitlist/offers.server.ts'
import { erasePerson } from '#app/domain/erasure/erase-person.server.ts'
import { exportPatient } from '#app/domain/person-export/open-data.server.ts'
import { toExportFile } from '#app/domain/person-export/export-section.ts'
import { clinicDate, instantsOn } from '#app/domain/shared/clinic-time.ts'
import { pageContext, servicesContext } from '#app/http/context.ts'
import { openServices } from '#app/services.server.ts'
import * as adminAppointment from '#app/routes/admin/appointments/appointment.tsx'
import * as adminPatient from '#app/routes/admin/patients/patient.tsx'
import * as adminPatients from '#app/routes/admin/patients/patients.tsx'
import * as adminWaitlist from '#app/routes/admin/waitlist/waitlist.tsx'
import * as privacy from '#app/routes/pages/privacy.tsx'
import * as waitlist from '#app/routes/waitlist/waitlist.tsx'
import { bookingDeps } from '#tests/support/booking.ts'
import { desk } from '#tests/support/patients.ts'
import { plainRequest } from '#tests/support/plain-request.ts'
import { render } from '#tests/support/render.tsx'
import * as appointment from './appointment.tsx'
import * as form from './form.tsx'

// Other files of this process have loaded the declared fields.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('#content/patient-fields.ts')
  vi.doUnmock('#app/http/admin.server.ts')
  vi.resetModules()
})

/** One more than this clinic asks for. */
vi.mock('#content/patient-fields.ts', async (load) => {
  const declared = await load<{ patientFields: object[] }>()
  const another = { name: 'pronouns', kind: 'line', most: 40, optional: true, label: 'Pronouns', inWords: 'pronouns' }
  return { ...declared, patientFields: [...declared.patientFields, another] }
})
/** The owner is signed in. */
vi.mock('#app/http/admin.server.ts', async (load) => ({
  ...(await load<object>()),
  getActor: () => desk,
  getStaff: () => ({ role: 'owner', scope: 'everything', email: '' }),
}))

/** The services of a site, whose migration added the column. */
async function openSite() {
  const folder = mkdtempSync(join(tmpdir(), 'clinic-field-'))
  const services = await openServices(
    readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', PUBLIC_URL: 'https://clinic.example' }),
  )
  onTestFinished(async () => {
    await services.database.close()
    rmSync(folder, { recursive: true })
  })
  for (const table of tables)
    await services.database.db.schema.alterTable(table).addColumn('pronouns', 'text').execute()
  const { clinic, booking } = bookingDeps(services.database)
  return Object.assign(services, { clinic: { ...services.clinic, facts: clinic.facts }, booking })
}

type Site = Awaited<ReturnType<typeof openSite>>
type Route = { loader?: unknown; action?: unknown; default?: unknown }
type Load = (args: object) => unknown

const unwrap = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && 'init' in answer && 'data' in answer ? answer.data : answer

function at(services: Site, path: string, params = {}, typed?: Record<string, string>) {
  const context = new RouterContextProvider()
  context.set(servicesContext, services)
  context.set(pageContext, plainRequest)
  const url = new URL(path, 'https://clinic.example')
  const body = typed && { method: 'POST', body: new URLSearchParams(typed) }
  return { request: new Request(url, body), params, context, url, pattern: path }
}

const post = async (services: Site, { action }: Route, path: string, typed: Record<string, string>) =>
  unwrap(await (action as Load)(at(services, path, {}, typed)))

/** The page as a browser shows it, after what was posted. */
async function show(services: Site, route: Route, path: string, params = {}, posted?: Record<string, string>) {
  const texts = services.content.read('site', services.clinic.facts(Date.now()))
  const site = { origin: services.config.publicOrigin, keepsEmails: true, texts }
  const loaderData = unwrap(await (route.loader as Load)(at(services, path, params)))
  const actionData = posted && (await post(services, route, path, posted))
  return render(
    createElement(route.default as FunctionComponent<Record<string, unknown>>, { loaderData, actionData, params }),
    path,
    site,
  )
}

const tables = ['appointments', 'patients', 'waitlistEntries'] as const

const typed = { name: 'Ana Marsh', email: 'ana@example.com', phone: '(205) 555-0136', pronouns: 'xe/xem' }

test('a field that is added to the list is asked for, shown, searched, handed out and erased everywhere', async () => {
  const services = await openSite()
  const { db } = services.database
  const now = Date.now()
  const timeAt = instantsOn(clinicDate(now, clinicTimeZone).add({ days: 3 }), clinicTimeZone)
  const valuesIn = (table: (typeof tables)[number]) =>
    db
      .selectFrom(table)
      .select('pronouns' as 'name')
      .execute()

  expect(await show(services, form, '/booking')).toContain('name="pronouns"')
  await post(services, form, '/booking', { ...typed, health: 'tired' })
  const { id: draftId } = await db.selectFrom('bookingDrafts').select('id').executeTakeFirstOrThrow()
  const draft = await findDraft({ ...services, db }, draftId, now)
  const booked = await bookAppointment(services, { draft: draft!, startsAt: timeAt('10:00'), now })
  const { id, recordId } = await db
    .selectFrom('appointments')
    .select(['id', 'patientId as recordId'])
    .executeTakeFirstOrThrow()
  expect(booked).toMatchObject({ ok: true, appointment: { id } })

  expect(await show(services, waitlist, '/waitlist')).toContain('name="pronouns"')
  await post(services, waitlist, '/waitlist', { ...typed, [serviceField('general')]: 'on' })
  expect(await show(services, adminWaitlist, '/admin/waitlist')).toContain(typed.pronouns)
  await offerOpenHour(services, desk, { person: unnamed.resource, startsAt: timeAt('13:00'), now })
  const [offer] = await listOpenOffers(db)
  expect(await acceptOffer(services, offer!.id, now)).toMatchObject({ ok: true })
  const stored = [{ pronouns: typed.pronouns }]
  expect(await valuesIn('appointments')).toEqual([...stored, ...stored])

  const link = signAppointmentLink(services.signer, { id, linkVersion: 1 })
  const pages = {
    'the patient’s page': show(services, appointment, link, { token: link.split('/').at(-1) }),
    'the appointment': show(services, adminAppointment, `/admin/appointments/${id}`, { id }),
    'the patient': show(services, adminPatient, `/admin/patients/${recordId}`, { id: recordId }),
    'the list of patients': show(services, adminPatients, '/admin/patients'),
    'a search': show(services, adminPatients, '/admin/patients', {}, { q: 'xem' }),
  }
  for (const [name, page] of Object.entries(pages)) expect(await page, name).toContain(typed.pronouns)
  expect(await show(services, adminPatients, '/admin/patients', {}, { q: 'ze/zir' })).not.toContain(typed.pronouns)
  expect(await searchAppointments(db, 'everything', 'xe/x', { now, most: 5 })).toHaveLength(2)
  expect(await show(services, privacy, '/privacy')).toContain(', pronouns')

  const copy = await exportPatient(services, desk, recordId!)
  const file = JSON.parse(toExportFile('', copy!.sections, now)) as Record<string, object[]>
  for (const section of ['records', 'appointments', 'waitlist'])
    expect(file[section]?.[0], section).toMatchObject(typed)

  // Known patients are staff's to change.
  const call = { serviceId: 'general', startsAt: timeAt('15:00'), anyway: true, patientId: recordId!, now }
  await bookByTelephone(services, desk, { ...call, patient: { ...typed, ...{ pronouns: 'they/them' } } })
  expect(await valuesIn('patients')).toEqual([{ pronouns: 'they/them' }])
  await bookByTelephone(services, desk, {
    ...call,
    startsAt: timeAt('15:30'),
    patient: { ...typed, ...{ pronouns: '' } },
  })
  expect(await valuesIn('patients')).toEqual([{ pronouns: 'they/them' }])

  expect(await erasePerson(services, desk, { sought: typed, withAccount: false, now })).toMatchObject({ ok: true })
  const erased = { pronouns: null }
  expect(await valuesIn('appointments')).toEqual(Array.from({ length: 4 }, () => erased))
  expect(await valuesIn('waitlistEntries')).toEqual([erased])
  expect(await valuesIn('patients')).toEqual([])
})
