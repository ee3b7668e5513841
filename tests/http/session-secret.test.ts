import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signResetLink } from '#app/domain/accounts/account-links.ts'
import { unsubscribePath, unsubscribePurpose } from '#app/domain/newsletter/subscriber.ts'
import { findSuppressedSince } from '#app/domain/newsletter/suppressions.server.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import {
  adminSettings,
  authenticator,
  confirmWithPassword,
  earlyInAPeriod,
  signInAsAdmin,
  totp,
} from '#tests/support/admin.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteForTest } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/connections.ts'
import { bookingOfAService } from '#tests/support/pages.ts'
import { placeOrderOn, shopper } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'
import { runToEnd } from '#tests/support/site.ts'
import { visitor } from '#tests/support/visitor.ts'

const maya = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-2001', health: 'tired' }
const newSecret = () => randomBytes(32).toString('hex')

describe.each(databasesFor(import.meta.url))('a new SESSION_SECRET on %s', (kind) => {
  test('ends sessions, carts and drafts, while links, two-factor authentication and unsubscribes still work', async () => {
    const before = newSecret()
    const settings = { ...adminSettings, ABUSE_LIMITS: 'off', SESSION_SECRET: before }
    const site = await startSiteForTest(kind, settings)

    const admin = await signInAsAdmin(site)
    await confirmWithPassword(admin, '/admin/security', { intent: 'start' })
    const shown = await (await admin.get('/admin/security')).text()
    const key = /<code class="key">([A-Z2-7 ]+)<\/code>/.exec(shown)?.[1] ?? ''
    await earlyInAPeriod()
    const on = await admin.post('/admin/security', { intent: 'confirm', code: totp(key, Date.now()) })
    const backupCode = /<code>([a-z2-9]{5}-[a-z2-9]{5})<\/code>/.exec(await on.text())?.[1] ?? ''

    const order = await placeOrderOn(site)
    const { link } = await bookOnline(site, maya)
    const buyer = shopper(site)
    await buyer.add(product.id)
    const patient = visitor(site)
    await patient.post(bookingOfAService, { ...maya, name: 'Asha', email: 'asha@example.com', phone: '(205) 555-2002' })
    await visitor(site).post('/login/forgot', { email: adminSettings.ADMIN_EMAIL })
    const resetRequests = await look(site, (db) =>
      db.selectFrom('verifications').select('identifier').where('identifier', 'like', 'reset-password:%').execute(),
    )
    const resetLink = signResetLink(
      createSigner(before),
      resetRequests[0]?.identifier.replace('reset-password:', '') ?? '',
    )
    await visitor(site).post('/', { email: 'reader@example.com' })
    await visitor(site).post('/', { email: 'gone@example.com' })
    const readers = await look(site, (db) => db.selectFrom('subscribers').select(['id', 'email']).execute())
    const unsubscribeLink = (email: string) =>
      unsubscribePath(
        createSigner(before).sign(unsubscribePurpose, readers.find((one) => one.email === email)?.id ?? ''),
      )
    expect((await visitor(site).post(unsubscribeLink('gone@example.com'), {})).status).toBeLessThan(400)
    await look(site, (db) => db.deleteFrom('subscribers').where('email', '=', 'gone@example.com').execute())
    await site.stop({ keepData: true })

    const after = newSecret()
    const started = { ...site.settings, DATA_DIR: site.dataDir, SESSION_SECRET: after }
    const unlisted = await runToEnd({ ...started, PORT: String(await freePort()) })
    expect(unlisted).toEqual({ code: 1, output: expect.stringMatching(/^SESSION_SECRET is not the one[^\n]*\n$/) })
    const again = await startSiteForTest(kind, { ...started, SESSION_SECRET_PREVIOUS: `${newSecret()},${before}` })

    const at = (browser: { cookies: Map<string, string> }) => {
      const moved = visitor(again)
      for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
      return moved
    }
    expect((await at(admin).get('/admin')).status, 'the sign-in').toBe(302)
    expect(await look(again, (db) => db.selectFrom('sessions').select('id').execute())).toEqual([])
    expect(await (await at(buyer).get('/cart')).text(), 'the cart').not.toContain(`quantity-${product.id}`)
    expect((await at(patient).get('/booking/time')).headers.get('Location'), 'the draft').toContain('/booking?gone')
    for (const path of [order.path, link, resetLink, unsubscribeLink('reader@example.com')])
      expect((await visitor(again).get(path)).status, path).toBe(200)

    const app = authenticator(key)
    app()
    await look(again, (db) => db.deleteFrom('usedCodes').execute())
    const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = adminSettings
    const codes: Record<string, string>[] = [{ code: app() }, { backup: backupCode }]
    for (const input of codes) {
      const person = visitor(again)
      expect((await person.post('/login', { email, password })).headers.get('Location')).toContain('/login/code')
      expect((await person.post('/login/code', input)).status, Object.keys(input).join()).toBe(303)
      expect((await person.get('/admin')).status).toBe(200)
    }

    const known = await look(again, (db) =>
      findSuppressedSince({ db, signer: createSigner(after, [before]) }, 'gone@example.com'),
    )
    expect(known, 'the address that unsubscribed under the old secret').toBeGreaterThan(0)
  })
})
