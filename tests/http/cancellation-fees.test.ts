import { describe, expect, onTestFinished, test } from 'vitest'
import { appointmentFee } from '#content/pages/admin-appointments.ts'
import { toDo } from '#content/pages/admin-today.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { type DatabaseKind, databasesFor, look, startSiteForTest } from '#tests/support/databases.ts'
import { insertDeclinedFee } from '#tests/support/paid-bookings.ts'
import { keepCard } from '#tests/support/paying.ts'
import { startPaymentServer } from '#tests/support/payment-server.ts'
import { createStripe } from '#app/integrations/payments/stripe.server.ts'
import { until } from '#tests/support/timing.ts'
import { plain } from '#tests/support/shown.ts'

/** A site with online payments and an appointment that began an hour ago. */
async function start(kind: DatabaseKind) {
  const server = await startPaymentServer(onTestFinished)
  const site = await startSiteForTest(kind, { ...adminSettings, ABUSE_LIMITS: 'off', ...server.settings })
  const admin = await signInAsAdmin(site)
  const { id } = await bookByTelephone(admin, 1)
  const began = Date.now() - 3_600_000
  const times = { startsAt: began, endsAt: began + 1_800_000, email: 'maya@example.com' }
  await look(site, (db) => db.updateTable('appointments').set(times).where('id', '=', id).execute())
  const path = `/admin/appointments/${id}`
  const read = async (address = path) => plain(await (await admin.get(address)).text())
  const payments = () =>
    look(site, (db) => db.selectFrom('payments').selectAll().where('subject', '=', `fee:${id}`).execute())
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = server.settings
  const stripe = createStripe({ secretKey, webhookSecret, url: server.origin })
  const keep = () =>
    look(site, (db) =>
      keepCard({ database: { db }, payments: stripe }, server, {
        subject: `appointment:${id}`,
        mostCents: 4_000,
        now: Date.now(),
      }),
    )
  return { server, site, admin, id, path, read, payments, keep }
}

describe.each(databasesFor(import.meta.url))('the fee of a missed visit on %s', (kind) => {
  test('is charged to the card once staff mark it, and its page says so', async () => {
    const { server, site, admin, path, read, payments, keep } = await start(kind)
    expect(await read()).not.toContain(appointmentFee.heading)
    await keep()
    const before = await read()
    for (const text of [appointmentFee.kept('$40.00'), appointmentFee.without('$40.00')]) expect(before).toContain(text)
    expect((await admin.post(path, { intent: 'no-show', from: 'confirmed' })).status).toBe(303)
    const due = await read()
    for (const text of ['$40.00 will be charged', appointmentFee.waive]) expect(due).toContain(text)
    const [charge] = await payments()
    expect(charge).toMatchObject({ state: 'open', purpose: 'charge' })
    expect(server.payments.size).toBe(0)
    await until(async () => (await payments())[0]?.state === 'paid' || undefined, 30_000)
    expect(await read()).toContain(appointmentFee.paid('$40.00', 1))
    expect(await read(`/admin/payments/${charge!.id}`)).toContain('Cancellation fee')
    const emails = await look(site, (db) =>
      db.selectFrom('emails').select('recipient').where('kind', '=', 'fee-paid').execute(),
    )
    expect(emails).toEqual([{ recipient: 'maya@example.com' }])
  })

  test('is not charged if staff say so, before or with the mark', async () => {
    const { admin, path, read, payments, keep } = await start(kind)
    await keep()
    await admin.post(path, { intent: 'no-show', from: 'confirmed', 'without-fee': 'on' })
    expect(await payments()).toEqual([])
    await admin.post(path, { intent: 'confirmed', from: 'no-show' })
    await admin.post(path, { intent: 'no-show', from: 'confirmed' })
    expect((await admin.post(path, { intent: 'waive-fee' })).status).toBe(303)
    expect(await read()).toContain(appointmentFee.done)
    expect((await payments()).map(({ state }) => state)).toEqual(['ended'])
    const again = await admin.post(path, { intent: 'waive-fee' })
    expect(again.status).toBe(409)
    expect(plain(await again.text())).toContain(appointmentFee.refused['no-fee'])
    expect((await admin.post('/admin/appointments/gone', { intent: 'waive-fee' })).status).toBe(409)
  })

  test('that the bank declined waits on Today until it is waived', async () => {
    const { admin, site, id, path, read } = await start(kind)
    await look(site, async (db) => {
      await db.updateTable('appointments').set({ state: 'no-show' }).where('id', '=', id).execute()
      await insertDeclinedFee(db, id)
    })
    const today = await read('/admin')
    for (const text of [toDo.fees.heading, '$40.00', appointmentFee.waive]) expect(today).toContain(text)
    expect(await read()).toContain(appointmentFee.declined('$40.00', true, 'bank: card_declined'))
    expect((await admin.post(path, { intent: 'waive-fee' })).status).toBe(303)
    expect(await read('/admin')).not.toContain(toDo.fees.heading)
  })
})
