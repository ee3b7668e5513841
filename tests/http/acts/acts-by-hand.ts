import { randomUUID } from 'node:crypto'
import { products } from '#tests/support/catalogue.ts'
import { countedItems, stockPath } from '#app/domain/catalogue/stock.ts'
import type { KnownAct } from '#app/domain/audit/audit.server.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { importPath, importsPath, reportFilePath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { exportPath, subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { orderSubject } from '#app/domain/orders/order.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { picturePath, picturesPath } from '#app/domain/pictures/picture.ts'
import { atClinic, confirmWithPassword, type signInAsAdmin } from '#tests/support/admin.ts'
import { appointmentActs, handOverAct } from './appointment-acts.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { readAccountOn, sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { look, type startSiteOn } from '#tests/support/databases.ts'
import { claim } from '#tests/support/feeds.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { giftCardActs } from './gift-card-acts.ts'
import { patientActs } from './patient-acts.ts'
import { planActs } from './plan-acts.ts'
import { replyTemplateActs } from './reply-template-acts.ts'
import { newsletterActs } from './newsletter-acts.ts'
import { png } from '#tests/support/picture-files.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { signInActs } from './sign-in-acts.ts'
import { signInAs, addPerson } from '#tests/support/staff.ts'
import { until } from '#tests/support/timing.ts'
import { waitlistActs } from './waitlist-acts.ts'

export type Site = Awaited<ReturnType<typeof startSiteOn>>
export type Admin = Awaited<ReturnType<typeof signInAsAdmin>>

/** An act of the admin by hand: pressing a button that must be recorded in the audit trail. */
export type ActByHand = {
  act: KnownAct
  /** The file whose action handles the post, below app/routes/admin; undefined if it is elsewhere. */
  route?: string
  press(admin: Admin, site: Site): Promise<Response>
}

const email = 'maya@example.com'
const dayMs = 24 * 60 * 60 * 1000
/** What the form of a record shows that nobody edited. */
const unedited = { version: '0', revision: '0' }
const findSubscriber = (site: Site, address: string) =>
  look(site, (db) => db.selectFrom('subscribers').select('id').where('email', '=', address).executeTakeFirstOrThrow())

/** Presses a button of the subscriber list; the button's value contains the subscriber's id. */
const pressInList =
  (intent: string, fields: Record<string, string> = {}) =>
  async (admin: Admin, site: Site) => {
    const { id } = await findSubscriber(site, email)
    return admin.post(subscribersPath, { intent: `${intent}:${id}`, ...fields })
  }

const pressOnPost = (intent: string) => async (admin: Admin, site: Site) => {
  await until(() => look(site, (db) => db.selectFrom('blogPosts').select('url').executeTakeFirst()))
  const html = await (await admin.get('/admin/posts')).text()
  const fingerprint = /name="fingerprint" value="([^"]+)"/.exec(html)?.[1] ?? ''
  return admin.post('/admin/posts', { intent, address: claim.address, fingerprint })
}

/** A saved email, marked as failed. */
async function markEmailFailed(site: Site) {
  const find = () =>
    look(site, (db) =>
      db.selectFrom('emails').select('id').where('state', '=', 'kept').orderBy('id').executeTakeFirst(),
    )
  const { id } = await until(find)
  await look(site, (db) => db.updateTable('emails').set({ state: 'failed' }).where('id', '=', id).execute())
  return id
}

function toFileForm(text: string) {
  const form = new FormData()
  form.set('file', new Blob([text]), 'list.csv')
  return form
}

async function toPictureForm() {
  const form = new FormData()
  form.set('file', new Blob([await png()]), 'picture.png')
  form.set('alt', 'Red')
  return form
}

const findPicture = async (site: Site) => {
  const { id } = await look(site, (db) => db.selectFrom('pictures').select('id').executeTakeFirstOrThrow())
  return picturePath(id)
}

/** As of an order that was paid. */
async function addPaidPayment(site: Site) {
  const { number } = await placeOrderOn(site)
  const times = { startedAt: Date.now(), expiresAt: Date.now(), askedAt: Date.now(), endedAt: Date.now() }
  const id = randomUUID()
  await look(site, async (db) => {
    const payment = { subject: orderSubject({ number }), amountCents: 1_200, paidCents: 1_200, returnUrl: '', ...times }
    await db
      .insertInto('payments')
      .values({ ...payment, id, state: 'paid', providerId: 'pi_1' })
      .execute()
  })
  return id
}

/** An import whose dry run is done. */
async function findCheckedImport(site: Site) {
  const { id } = await until(() =>
    look(site, (db) =>
      db.selectFrom('subscriberImports').select('id').where('state', '=', 'checked').executeTakeFirst(),
    ),
  )
  return id
}

/** Nobody has this name (RFC 2606). */
const calendarAddress = 'https://calendar.invalid/own.ics'

const colleague = 'colleague@clinic.example'
/** As the list shows them. */
const findStaff = (site: Site) =>
  look(site, (db) =>
    db
      .selectFrom('staff')
      .innerJoin('users', 'users.id', 'staff.accountId')
      .select(['staff.accountId', 'staff.role as was'])
      .where('users.email', '=', colleague)
      .executeTakeFirstOrThrow(),
  )

/** The newest. */
const findMessage = (site: Site) =>
  look(site, (db) => db.selectFrom('messages').select('id').orderBy('sentAt', 'desc').executeTakeFirstOrThrow())

/** Of somebody who is booked by name. */
async function hoursPage(admin: Admin) {
  const first = async () => /href="(\/admin\/hours\/[^"]+)"/.exec(await (await admin.get('/admin/hours')).text())?.[1]
  return (await first()) ?? `/admin/hours/${await addPerson(admin, 'Lin Wu')}`
}

const tomorrow = () => Temporal.Now.plainDateISO(clinicTimeZone).add({ days: 1 }).toString()
/** Later than any appointment of these. */
const inTwoMonths = () => Temporal.Now.plainDateISO(clinicTimeZone).add({ days: 60 }).toString()
export const clinicEmails = { general: 'hello@clinic.example', booking: 'book@clinic.example' }
const clinicPhones = { phone: '(205) 555-0178', messaging: 'https://wa.me/12055550178' }

/** All acts of the admin by hand, ordered so that each finds the records it needs. */
export const actsByHand: ActByHand[] = [
  {
    act: 'subscriber.added',
    route: 'subscribers/subscribers.tsx',
    press: (admin) => admin.post(subscribersPath, { intent: 'add', email }),
  },
  {
    act: 'subscriber.changed',
    route: 'subscribers/subscribers.tsx',
    async press(admin, site) {
      await look(site, (db) => listSubscribers(db, [{ email: 'typo@example.com' }]))
      const { id } = await findSubscriber(site, 'typo@example.com')
      const fields = { was: 'typo@example.com', email: 'right@example.com' }
      return admin.post(subscribersPath, { intent: `save:${id}`, ...fields })
    },
  },
  {
    act: 'subscriber.reset',
    route: 'subscribers/subscribers.tsx',
    async press(admin, site) {
      await look(site, (db) =>
        db.updateTable('subscribers').set({ state: 'bounced' }).where('email', '=', email).execute(),
      )
      return pressInList('reset')(admin, site)
    },
  },
  {
    act: 'subscriber.unsubscribed',
    route: 'subscribers/subscribers.tsx',
    async press(admin, site) {
      await admin.post(subscribersPath, { intent: 'add', email: 'leaves@example.com' })
      const { id } = await findSubscriber(site, 'leaves@example.com')
      return admin.post(subscribersPath, { intent: 'unsubscribe-chosen', chosen: id })
    },
  },
  { act: 'subscriber.deleted', route: 'subscribers/subscribers.tsx', press: pressInList('delete') },
  {
    act: 'subscriber.restored',
    route: 'subscribers/subscribers.tsx',
    async press(admin, site) {
      await admin.post(subscribersPath, { intent: 'add', email: 'back@example.com' })
      const { id } = await findSubscriber(site, 'back@example.com')
      await admin.post(subscribersPath, { intent: `delete:${id}` })
      return admin.post(subscribersPath, { intent: `undo:${id}` })
    },
  },
  {
    act: 'admin.stepped-up',
    route: 'subscribers/export.ts',
    press: (admin) => confirmWithPassword(admin, exportPath),
  },
  {
    act: 'admin.stepped-up',
    route: 'lock.ts',
    press: (admin) => confirmWithPassword(admin, '/admin/lock'),
  },
  {
    act: 'subscribers.exported',
    route: 'subscribers/export.ts',
    press: (admin) => confirmWithPassword(admin, exportPath),
  },
  {
    act: 'import.uploaded',
    route: 'imports/imports.tsx',
    press: (admin) => admin.upload(importsPath, toFileForm('lin@example.org')),
  },
  {
    act: 'import.exported',
    route: 'imports/report-file.ts',
    press: async (admin, site) => confirmWithPassword(admin, reportFilePath(await findCheckedImport(site))),
  },
  {
    act: 'import.started',
    route: 'imports/import.tsx',
    press: async (admin, site) => admin.post(importPath(await findCheckedImport(site)), { intent: 'import' }),
  },
  {
    act: 'import.answered',
    route: 'imports/import.tsx',
    async press(admin, site) {
      const { headers } = await admin.upload(importsPath, toFileForm('email,status\nana@example.org,A-7'))
      const address = headers.get('Location') ?? ''
      await until(() =>
        look(site, (db) =>
          db
            .selectFrom('subscriberImports')
            .select('id')
            .where('id', '=', address.split('/').at(-1) ?? '')
            .where('state', '=', 'checked')
            .executeTakeFirst(),
        ),
      )
      return admin.post(address, { intent: 'answer', 'value-0': 'off' })
    },
  },
  {
    act: 'import.discarded',
    route: 'imports/import.tsx',
    async press(admin) {
      const { headers } = await admin.upload(importsPath, toFileForm('zoe@example.org'))
      return admin.post(headers.get('Location') ?? '', { intent: 'discard' })
    },
  },
  {
    act: 'staff.invited',
    route: 'staff/staff.tsx',
    press: (admin) => admin.post('/admin/staff', { intent: 'invite', email: 'noor@example.com', role: 'editor' }),
  },
  {
    act: 'staff.withdrawn',
    route: 'staff/staff.tsx',
    async press(admin, site) {
      const { id } = await look(site, (db) => db.selectFrom('invitations').select('id').executeTakeFirstOrThrow())
      return admin.post('/admin/staff', { intent: 'withdraw', invitationId: id })
    },
  },
  {
    act: 'staff.role-changed',
    route: 'staff/staff.tsx',
    async press(admin, site) {
      await signInAs(site, 'editor', colleague)
      return admin.post('/admin/staff', { intent: 'role', ...(await findStaff(site)), role: 'front-desk' })
    },
  },
  {
    act: 'staff.ended',
    route: 'staff/staff.tsx',
    press: async (admin, site) => admin.post('/admin/staff', { intent: 'end', ...(await findStaff(site)) }),
  },
  {
    act: 'private-calendar.added',
    route: 'private-calendars/private-calendars.tsx',
    async press(admin) {
      // The clinic's, or one of the team's.
      const person =
        /value="(person:[^"]+)"/.exec(await (await admin.get('/admin/private-calendars')).text())?.[1] ?? ''
      return admin.post('/admin/private-calendars', { intent: 'add', person, kind: 'ics', address: calendarAddress })
    },
  },
  {
    act: 'private-calendar.chosen',
    route: 'private-calendars/private-calendars.tsx',
    async press(admin, site) {
      const { id } = await look(site, (db) =>
        db.selectFrom('privateCalendars').select('id').orderBy('addedAt', 'desc').executeTakeFirstOrThrow(),
      )
      await readAccountOn(site, id, ['Lessons'])
      return admin.post('/admin/private-calendars', { intent: 'choose', calendar: id, shown: '' })
    },
  },
  {
    act: 'private-calendar.server-allowed',
    route: 'private-calendars/private-calendars.tsx',
    async press(admin, site) {
      const origin = 'https://other.calendar.invalid'
      const { id } = await look(site, async (db) => {
        const last = db.selectFrom('privateCalendars').select('id').orderBy('addedAt', 'desc')
        const calendar = await last.executeTakeFirstOrThrow()
        const failure = `other-server ${origin}`
        await db.updateTable('privateCalendars').set({ failure }).where('id', '=', calendar.id).execute()
        return calendar
      })
      return admin.post('/admin/private-calendars', { intent: 'allow-server', calendar: id, origin })
    },
  },
  {
    act: 'private-calendar.removed',
    route: 'private-calendars/private-calendars.tsx',
    async press(admin, site) {
      const { id } = await look(site, (db) =>
        db.selectFrom('privateCalendars').select('id').orderBy('addedAt', 'desc').executeTakeFirstOrThrow(),
      )
      return admin.post('/admin/private-calendars', { intent: 'remove', calendar: id })
    },
  },
  {
    act: 'order.changed',
    route: 'orders/order.tsx',
    async press(admin, site) {
      const { number } = await placeOrderOn(site)
      return admin.post(`/admin/orders/${number}`, { from: 'new', to: 'ready', tell: 'on' })
    },
  },
  {
    act: 'clinic.confirmed',
    route: 'today/today.tsx',
    press: (admin) => admin.post('/admin?index', { intent: 'holidays' }),
  },
  {
    act: 'admin.setup-put-away',
    route: 'today/today.tsx',
    press: (admin) => admin.post('/admin?index', { intent: 'put-away' }),
  },
  {
    act: 'admin.setup-brought-back',
    route: 'today/today.tsx',
    press: (admin) => admin.post('/admin?index', { intent: 'bring-back' }),
  },
  {
    act: 'backup.asked',
    route: 'system/system.tsx',
    press: (admin) => admin.post('/admin/system', { intent: 'backup' }),
  },
  {
    act: 'backup.test-asked',
    route: 'system/system.tsx',
    async press(admin, site) {
      await look(site, (db) => db.updateTable('backupState').set({ madeAt: Date.now() }).execute())
      return until(async () => {
        const answer = await admin.post('/admin/system', { intent: 'test' })
        // As long as a backup is being made.
        return answer.status === 409 ? undefined : answer
      })
    },
  },
  {
    act: 'order.changed',
    route: 'orders/orders.tsx',
    async press(admin, site) {
      const { number } = await placeOrderOn(site)
      return admin.post('/admin/orders', { chosen: `${number}_new`, to: 'confirmed' })
    },
  },
  {
    act: 'payment.refunded',
    route: 'payments/payments.tsx',
    async press(admin, site) {
      const fields = { intent: 'refund', amount: '5', seen: '0', key: randomUUID() }
      return confirmWithPassword(admin, `/admin/payments/${await addPaidPayment(site)}`, fields)
    },
  },
  ...(['send', 'keep'] as const).map((what): ActByHand => ({
    act: what === 'send' ? 'payment.refunded' : 'payment.refund-kept',
    route: 'payments/payments.tsx',
    async press(admin, site) {
      const paymentId = await addPaidPayment(site)
      const refund = { id: randomUUID(), paymentId, amountCents: 1_200, askedAt: Date.now(), waits: 1 }
      await look(site, (db) =>
        db
          .insertInto('refunds')
          .values({ ...refund, reason: 'canceled', state: 'asked' })
          .execute(),
      )
      const path = `/admin/payments/${paymentId}`
      return what === 'send'
        ? confirmWithPassword(admin, path, { intent: 'send-waiting' })
        : admin.post(path, { intent: 'keep-waiting' })
    },
  })),
  {
    act: 'payments.exported',
    route: 'payments/export-ledger.ts',
    press: (admin) => confirmWithPassword(admin, '/admin/payments/export', { month: '2026-11' }),
  },
  {
    act: 'payment.explained',
    route: 'payments/payments.tsx',
    async press(admin, site) {
      const difference = 'unknown-payment:txn_1::500'
      const row = { kind: 'unknown-payment' as const, about: 'txn_1', theirCents: 500, foundAt: Date.now() }
      await look(site, (db) =>
        db
          .insertInto('paymentDifferences')
          .values({ ...row, id: difference })
          .execute(),
      )
      return admin.post('/admin/payments', { intent: 'explain', difference, explanation: 'Paid at the desk' })
    },
  },
  {
    act: 'stock.changed',
    route: 'stock/stock.tsx',
    press: (admin) => admin.post(stockPath(countedItems(products)[0]!.id), { intent: 'count', was: '', count: '500' }),
  },
  {
    act: 'orders.exported',
    route: 'orders/export-orders.ts',
    press: (admin) => confirmWithPassword(admin, '/admin/orders/export'),
  },
  {
    act: 'message.handled',
    route: 'messages/message.tsx',
    press: async (admin, site) => admin.post(`/admin/messages/${await sendMessageOn(site)}`, { handled: 'yes' }),
  },
  {
    act: 'message.reopened',
    route: 'messages/message.tsx',
    press: async (admin, site) => admin.post(`/admin/messages/${(await findMessage(site)).id}`, { handled: 'no' }),
  },
  {
    act: 'message.replied',
    route: 'messages/message.tsx',
    press: async (admin, site) =>
      admin.post(`/admin/messages/${(await findMessage(site)).id}`, { intent: 'reply', text: 'Yes, we do.' }),
  },
  {
    act: 'message.snoozed',
    route: 'messages/messages.tsx',
    press: async (admin, site) =>
      admin.post('/admin/messages', { intent: 'snooze', chosen: (await findMessage(site)).id }),
  },
  {
    act: 'message.assigned',
    route: 'messages/messages.tsx',
    press: async (admin, site) =>
      admin.post('/admin/messages', { intent: 'assign', chosen: (await findMessage(site)).id }),
  },
  {
    act: 'message.handled',
    route: 'messages/messages.tsx',
    press: async (admin, site) =>
      admin.post('/admin/messages', { handled: 'yes', chosen: (await findMessage(site)).id }),
  },
  {
    act: 'letter.retried',
    route: 'mail/email.tsx',
    press: async (admin, site) => admin.post(`/admin/mail/${await markEmailFailed(site)}`, { intent: 'retry' }),
  },
  {
    act: 'letter.readdressed',
    route: 'mail/email.tsx',
    async press(admin, site) {
      await placeOrderOn(site)
      const { id } = await until(() =>
        look(site, (db) =>
          db
            .updateTable('emails')
            .set({ state: 'failed' })
            .where('kind', '=', 'order-confirmation')
            .where('state', '=', 'kept')
            .returning('id')
            .executeTakeFirst(),
        ),
      )
      return admin.post(`/admin/mail/${id}`, { intent: 'correct', email: 'right@example.com' })
    },
  },
  {
    act: 'clinic.closure-told',
    route: 'clinic/clinic.tsx',
    async press(admin, site) {
      const { id } = await bookByTelephone(admin, 900)
      const { startsAt } = await look(site, (db) =>
        db.selectFrom('appointments').select('startsAt').where('id', '=', id).executeTakeFirstOrThrow(),
      )
      const firstDay = clinicDate(startsAt, clinicTimeZone).toString()
      await admin.post('/admin/clinic', { section: 'closures', intent: 'close', firstDay })
      const { id: closure } = await look(site, (db) =>
        db.selectFrom('closures').select('id').where('firstDay', '=', firstDay).executeTakeFirstOrThrow(),
      )
      const answer = await admin.post('/admin/clinic', { section: 'closures', intent: 'tell', closure })
      await admin.post('/admin/clinic', { section: 'closures', intent: 'remove', closure })
      return answer
    },
  },
  {
    act: 'letter.handled',
    route: 'mail/email.tsx',
    press: async (admin, site) => admin.post(`/admin/mail/${await markEmailFailed(site)}`, { intent: 'handle' }),
  },
  {
    act: 'letter.reopened',
    route: 'mail/email.tsx',
    async press(admin, site) {
      const id = await markEmailFailed(site)
      await admin.post(`/admin/mail/${id}`, { intent: 'handle' })
      return admin.post(`/admin/mail/${id}`, { intent: 'reopen' })
    },
  },
  {
    act: 'letters.retried',
    route: 'mail/mail.tsx',
    async press(admin, site) {
      await markEmailFailed(site)
      return admin.post('/admin/mail', { intent: 'retry-all' })
    },
  },
  { act: 'post.kept', route: 'pages/posts.tsx', press: pressOnPost('keep') },
  { act: 'post.hidden', route: 'pages/posts.tsx', press: pressOnPost('hide') },
  { act: 'post.shown', route: 'pages/posts.tsx', press: pressOnPost('show') },
  {
    act: 'content.published',
    route: 'pages/page.tsx',
    press: (admin) => admin.post('/admin/pages/home', { intent: 'publish', ...unedited, lead: 'Warm oil.' }),
  },
  {
    act: 'content.published',
    route: 'pages/entries.tsx',
    press: (admin) => admin.post('/admin/products', { intent: 'down', id: products[0]!.id, version: '0' }),
  },
  {
    act: 'content.restored',
    route: 'pages/page.tsx',
    press: (admin) => admin.post('/admin/pages/home', { intent: 'restore', version: '1', from: '0' }),
  },
  {
    act: 'content.removed',
    route: 'pages/page.tsx',
    press: (admin) => admin.post(`/admin/products/${products[1]!.id}`, { intent: 'remove', version: '0' }),
  },
  {
    act: 'content.put-back',
    route: 'pages/page.tsx',
    press: (admin) => admin.post(`/admin/products/${products[1]!.id}`, { intent: 'put-back', version: '1' }),
  },
  {
    act: 'content.scheduled',
    route: 'pages/page.tsx',
    press: (admin) => {
      const publishAt = `${clinicDate(Date.now() + 3 * dayMs, clinicTimeZone)}T09:00`
      return admin.post('/admin/pages/about', { intent: 'schedule', ...unedited, lead: 'Warm oil.', publishAt })
    },
  },
  {
    act: 'content.unscheduled',
    route: 'pages/page.tsx',
    press: (admin) => admin.post('/admin/pages/about', { intent: 'unschedule', version: '0', revision: '1' }),
  },
  {
    act: 'content.discarded',
    route: 'pages/page.tsx',
    press: (admin) => admin.post('/admin/pages/about', { intent: 'discard', version: '0', revision: '1' }),
  },
  {
    act: 'picture.added',
    route: 'pictures/pictures.tsx',
    press: async (admin) => admin.upload(picturesPath, await toPictureForm()),
  },
  {
    act: 'picture.described',
    route: 'pictures/picture.tsx',
    press: async (admin, site) =>
      admin.post(await findPicture(site), { intent: 'save', alt: 'Red and blue', revision: '1' }),
  },
  {
    act: 'picture.removed',
    route: 'pictures/picture.tsx',
    press: async (admin, site) => {
      // One stays, whose page the trail leads to.
      await admin.upload(picturesPath, await toPictureForm())
      return admin.post(await findPicture(site), { intent: 'remove' })
    },
  },
  // What goes to the clinic's own addresses and numbers is not for everybody who writes its website.
  ...([clinicEmails, clinicPhones] as const).flatMap((facts): ActByHand[] => {
    const section = facts === clinicEmails ? 'emails' : 'phones'
    const route = 'clinic/clinic.tsx'
    return [
      { act: 'clinic.saved', route, press: (admin) => atClinic(admin).press(section, facts) },
      { act: 'clinic.reset', route, press: (admin) => atClinic(admin).press(section, {}, 'reset') },
    ]
  }),
  {
    act: 'clinic.closed',
    route: 'clinic/clinic.tsx',
    press: (admin) => atClinic(admin).press('closures', { firstDay: tomorrow(), lastDay: tomorrow() }, 'close'),
  },
  {
    act: 'clinic.closure-removed',
    route: 'clinic/clinic.tsx',
    async press(admin, site) {
      const { id } = await look(site, (db) => db.selectFrom('closures').select('id').executeTakeFirstOrThrow())
      return admin.post('/admin/clinic', { section: 'closures', intent: 'remove', closure: id })
    },
  },
  {
    act: 'connection.tested',
    route: 'connections/connections.tsx',
    press: (admin) => admin.post('/admin/connections', { service: 'feed' }),
  },
  {
    act: 'person.erased',
    route: 'system/erase.tsx',
    async press(admin, site) {
      await placeOrderOn(site, { contact: { name: 'Lin', email: 'lin@example.net' } })
      return confirmWithPassword(admin, '/admin/system/erase', { intent: 'erase', email: 'lin@example.net' })
    },
  },
  ...newsletterActs,
  ...appointmentActs,
  ...patientActs,
  ...planActs,
  ...giftCardActs,
  {
    act: 'hours.changed',
    route: 'hours/hours.tsx',
    press: async (admin) => admin.post(await hoursPage(admin), { intent: 'days', firstDay: inTwoMonths() }),
  },
  {
    act: 'hours.allowed',
    route: 'hours/hours.tsx',
    press: async (admin) => admin.post(await hoursPage(admin), { intent: 'allow', hours: 'on' }),
  },
  ...replyTemplateActs,
  ...waitlistActs,
  ...signInActs,
  // Last, since people change what can be booked, and whose hours there are.
  handOverAct,
]
