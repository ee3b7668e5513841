import { services } from '#tests/support/catalogue.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { ActByHand, Admin, Site } from './acts-by-hand.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { publishForm, signIntake } from '#tests/support/clinic-forms.ts'
import { addPerson } from '#tests/support/staff.ts'
import { toResourceId } from '#app/domain/booking/service-needs.ts'
import { look } from '#tests/support/databases.ts'
import { insertDeclinedFee } from '#tests/support/paid-bookings.ts'

const path = '/admin/appointments'
const appointmentRoute = 'appointments/appointment.tsx'
const calendarRoute = 'appointments/calendar.tsx'

const inSixWeeks = () => Temporal.Now.plainDateISO(clinicTimeZone).add({ weeks: 6 }).toString()

const email = 'somebody@example.com'

let callers = 0
/** Somebody new, with whoever is free; a practitioner books for herself. */
export const book = (admin: Admin, more?: Record<string, string>) => bookByTelephone(admin, (callers += 1), more)

const change = (site: Site, id: string, values: { state?: 'requested' | 'no-show'; startsAt?: number }) =>
  look(site, (db) => db.updateTable('appointments').set(values).where('id', '=', id).execute())

/** Presses a button on the page of a new appointment, after setting `values`. */
const onAppointment =
  (fields: Record<string, string>, values?: Parameters<typeof change>[2]): ActByHand['press'] =>
  async (admin, site) => {
    const { id } = await book(admin, { health: 'tired' })
    if (values) await change(site, id, values)
    return admin.post(`${path}/${id}`, fields)
  }

/** Publishes a form that all later appointments have, unless it is there. */
async function bookWithForm(admin: Admin) {
  if (!(await (await admin.get('/admin/forms')).text()).includes('/admin/forms/intake')) await publishForm(admin)
  const { id } = await book(admin)
  return { id, address: `${path}/${id}` }
}

/** The patient signs it on the clinic's tablet. */
async function signForm(admin: Admin, site: Site) {
  const { id, address, device } = await handOver(admin, site)
  await signIntake(device, '/tablet')
  const { id: signed } = await look(site, (db) =>
    db.selectFrom('signedForms').select('id').where('appointmentId', '=', id).executeTakeFirstOrThrow(),
  )
  return { address, signed }
}

export const appointmentActs: ActByHand[] = [
  { act: 'appointment.booked', route: 'appointments/new.tsx', press: async (admin) => (await book(admin)).answer },
  {
    act: 'appointment.accepted',
    route: appointmentRoute,
    press: onAppointment({ intent: 'accepted' }, { state: 'requested' }),
  },
  {
    act: 'appointment.declined',
    route: appointmentRoute,
    press: onAppointment({ intent: 'declined' }, { state: 'requested' }),
  },
  {
    act: 'appointment.answer-undone',
    route: appointmentRoute,
    async press(admin, site) {
      const { id } = await book(admin)
      await change(site, id, { state: 'requested' })
      await admin.post(`${path}/${id}`, { intent: 'accepted' })
      return admin.post(`${path}/${id}`, { intent: 'undo-answer', answer: 'accepted', revision: '1' })
    },
  },
  {
    act: 'appointment.corrected',
    route: appointmentRoute,
    press: onAppointment({ intent: 'correct', name: 'Right', phone: '(205) 555-0123', service: services[0]!.id }),
  },
  ...(['confirm', 'unconfirm'] as const).map((one): ActByHand => ({
    act: `appointment.address-${one}ed`,
    route: appointmentRoute,
    async press(admin) {
      const { id } = await book(admin, { email })
      return admin.post(`${path}/${id}`, { intent: `${one}-address`, email })
    },
  })),
  { act: 'appointment.cancelled', route: appointmentRoute, press: onAppointment({ intent: 'cancel' }) },
  {
    act: 'appointment.restored',
    route: appointmentRoute,
    async press(admin) {
      const { id } = await book(admin)
      await admin.post(`${path}/${id}`, { intent: 'cancel' })
      return admin.post(`${path}/${id}`, { intent: 'undo' })
    },
  },
  {
    act: 'appointment.state',
    route: appointmentRoute,
    press: onAppointment({ intent: 'completed', from: 'confirmed' }, { startsAt: Date.UTC(2026, 0, 2) }),
  },
  { act: 'health.kept', route: appointmentRoute, press: onAppointment({ intent: 'keep-health' }) },
  {
    act: 'health.released',
    route: appointmentRoute,
    async press(admin) {
      const { id } = await book(admin, { health: 'tired' })
      await admin.post(`${path}/${id}`, { intent: 'keep-health' })
      return admin.post(`${path}/${id}`, { intent: 'release-health' })
    },
  },
  { act: 'health.read', route: appointmentRoute, press: onAppointment({ intent: 'health' }) },
  {
    act: 'form.on-paper',
    route: appointmentRoute,
    async press(admin) {
      const { address } = await bookWithForm(admin)
      return admin.post(address, { intent: 'form-on-paper', form: 'intake' })
    },
  },
  {
    act: 'form.paper-undone',
    route: appointmentRoute,
    async press(admin) {
      const { address } = await bookWithForm(admin)
      await admin.post(address, { intent: 'form-on-paper', form: 'intake' })
      return admin.post(address, { intent: 'form-not-on-paper', form: 'intake' })
    },
  },
  // Both without a route: they sign out who does them.
  { act: 'tablet.started', press: async (admin, site) => (await handOver(admin, site)).answer },
  {
    act: 'tablet.ended',
    async press(admin, site) {
      const { device } = await handOver(admin, site)
      const { ADMIN_EMAIL, ADMIN_PASSWORD } = adminSettings
      return device.post('/tablet/staff', { key: 'k', 'email-k': ADMIN_EMAIL, 'password-k': ADMIN_PASSWORD })
    },
  },
  {
    act: 'appointment.fee-waived',
    route: appointmentRoute,
    async press(admin, site) {
      const { id } = await book(admin)
      await change(site, id, { state: 'no-show' })
      await look(site, (db) => insertDeclinedFee(db, id))
      return admin.post(`${path}/${id}`, { intent: 'waive-fee' })
    },
  },
  { act: 'text-message.agreed', route: appointmentRoute, press: onAppointment({ intent: 'agree-texts' }) },
  {
    act: 'text-message.ended',
    route: appointmentRoute,
    async press(admin) {
      const { id } = await book(admin)
      await admin.post(`${path}/${id}`, { intent: 'agree-texts' })
      return admin.post(`${path}/${id}`, { intent: 'end-texts' })
    },
  },
  {
    act: 'form.sent',
    route: appointmentRoute,
    async press(admin) {
      const { address } = await bookWithForm(admin)
      return admin.post(address, { intent: 'send-forms' })
    },
  },
  {
    act: 'form.read',
    route: appointmentRoute,
    async press(admin, site) {
      const { address, signed } = await signForm(admin, site)
      return admin.post(address, { intent: 'form', form: signed })
    },
  },
  {
    act: 'form.downloaded',
    route: 'appointments/form-file.ts',
    async press(admin, site) {
      const { address, signed } = await signForm(admin, site)
      return admin.post(`${address}/forms/${signed}`, {})
    },
  },
  {
    act: 'appointment.moved',
    route: 'appointments/move.tsx',
    async press(admin, site) {
      const { id } = await book(admin)
      const appointment = await look(site, (db) =>
        db.selectFrom('appointments').select('startsAt').where('id', '=', id).executeTakeFirstOrThrow(),
      )
      const day = new Date(appointment.startsAt - 6 * 3_600_000).toISOString().slice(0, 10)
      const html = await (await admin.get(`${path}/${id}/move?day=${day}`)).text()
      const times = [...html.matchAll(/[?;&]at=(\d+)/g)].map(([, time]) => Number(time))
      return admin.post(`${path}/${id}/move`, { at: String(times.find((time) => time !== appointment.startsAt)) })
    },
  },
  {
    act: 'block.added',
    route: calendarRoute,
    press: (admin) => admin.post(path, { intent: 'block-anyway', fromDay: inSixWeeks(), note: 'Painting' }),
  },
  {
    act: 'block.changed',
    route: calendarRoute,
    async press(admin, site) {
      const { id, fromAt, untilAt } = await look(site, (db) =>
        db.selectFrom('blocks').select(['id', 'fromAt', 'untilAt']).executeTakeFirstOrThrow(),
      )
      const was = { wasFrom: String(fromAt), wasUntil: String(untilAt) }
      const until = String(untilAt - 3_600_000)
      return admin.post(path, { intent: 'stretch', block: id, from: String(fromAt), until, ...was })
    },
  },
  {
    act: 'block.removed',
    route: calendarRoute,
    async press(admin, site) {
      const { id } = await look(site, (db) => db.selectFrom('blocks').select('id').executeTakeFirstOrThrow())
      return admin.post(path, { intent: 'unblock', block: id })
    },
  },
  {
    act: 'block.repeated',
    route: calendarRoute,
    press: (admin) =>
      admin.post(path, {
        ...{ intent: 'block-anyway', fromDay: inSixWeeks(), fromTime: '12:00', untilTime: '12:30' },
        ...{ repeat: '1', note: 'Lunch' },
      }),
  },
  {
    act: 'block.series-ended',
    route: calendarRoute,
    async press(admin, site) {
      const { id } = await look(site, (db) =>
        db.selectFrom('blocks').select('id').where('series', 'is not', null).executeTakeFirstOrThrow(),
      )
      return admin.post(path, { intent: 'end-series', block: id })
    },
  },
  {
    act: 'appointment.released',
    route: 'appointments/held-back.tsx',
    async press(admin, site) {
      const { id } = await book(admin)
      // As if a visitor had booked it.
      await look(site, (db) => db.updateTable('appointments').set({ network: 'n' }).where('id', '=', id).execute())
      return admin.post(`${path}/held-back`, { intent: 'release', chosen: id })
    },
  },
  { act: 'calendar.renewed', route: calendarRoute, press: (admin) => admin.post(path, { intent: 'renew-feed' }) },
]

/** Another browser of the admin, which becomes a patient's. */
async function handOver(admin: Admin, site: Site) {
  const { id, address } = await bookWithForm(admin)
  const device = await signInAsAdmin(site)
  return { id, address, device, answer: await device.post(address, { intent: 'tablet', form: 'intake' }) }
}

export const handOverAct: ActByHand = {
  act: 'appointment.moved',
  route: 'appointments/hand-over.tsx',
  async press(admin, site) {
    for (const name of ['Rani Iyer', 'Sita Wu']) await addPerson(admin, name)
    const { id } = await book(admin)
    const { person } = await look(site, (db) =>
      db.selectFrom('appointments').select('person').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    return admin.post(`${path}/hand-over`, { intent: 'all', person: toResourceId(person) })
  },
}
