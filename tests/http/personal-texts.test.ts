import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withoutMarks } from '#app/domain/content/marks.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { accountHolder, goodPassword } from '#tests/support/accounts.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { contact, placeOrderOn, shopper } from '#tests/support/shopper.ts'
import { product } from '#tests/support/catalogue.ts'
import { until } from '#tests/support/timing.ts'

describe.each(databasesFor(import.meta.url))('texts of pages that show what is a visitor’s own, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const read = async (who: Pick<typeof admin, 'get'>, path: string) => (await who.get(path)).text()
  /** Without its script, which has all texts of a page to work on. */
  const readBody = async (who: Pick<typeof admin, 'get'>, path: string) =>
    (await read(who, path)).replaceAll(/<script\b.*?<\/script>/gs, '')
  const edit = async (name: string, typed: Record<string, string>, intent = 'publish') => {
    const address = `/admin/pages/${name}`
    const { fields } = formWith(await read(admin, address), 'seo.title')
    return admin.post(address, { ...fields, ...typed, intent })
  }

  test('how to pay is the same in the cart, on the order’s page, in the dashboard and in the customer’s email', async () => {
    const how = 'Pay with shells at the clinic.'
    expect((await edit('order', { 'payment.how': how })).status).toBe(303)
    const maya = shopper(site)
    await maya.add(product.id)
    const order = await placeOrderOn(site, { contact })
    const email = await until(() =>
      look(site, (db) =>
        db
          .selectFrom('emails')
          .select('raw')
          .where('kind', '=', 'order-confirmation')
          .where('ids', 'like', `%${order.id}%`)
          .where('state', '=', 'kept')
          .executeTakeFirst(),
      ),
    )
    const { text = '' } = await PostalMime.parse(email.raw ?? '')
    for (const said of [
      await readBody(maya, '/cart'),
      await readBody(visitor(site), order.path),
      await readBody(admin, `/admin/orders/${order.number}`),
      text.replaceAll(/\s+/g, ' '),
    ])
      expect(said).toContain(how)
  })

  test('are previewed with a sample, whatever the admin has, and nobody else’s page shows the draft', async () => {
    const maya = shopper(site)
    await maya.add(product.id)
    const holder = accountHolder(site)
    await holder.signUp({ email: 'holder@example.com', password: goodPassword })
    const order = await placeOrderOn(site, { contact })
    const patient = { name: 'Ana', email: 'ana@example.com', phone: '(205) 555-6001', health: 'marmalade nights' }
    const { person, link } = await bookOnline(site, patient)
    const pages = [
      { name: 'appointment', field: 'change', page: () => readBody(person, link) },
      { name: 'cart', field: 'heading', page: () => readBody(maya, '/cart') },
      { name: 'order', field: 'details', page: () => readBody(visitor(site), order.path) },
      { name: 'profile', field: 'signIns', page: () => readBody(holder, '/profile') },
    ]
    for (const { name, field, page } of pages) {
      const draft = `Draft of ${name}`
      expect((await edit(name, { [field]: draft }, 'save')).status).toBe(303)
      expect(withoutMarks(await readBody(admin, `/admin/pages/${name}/preview`))).toContain(`>${draft}<`)
      expect(await page()).not.toContain(draft)
      expect((await edit(name, {})).status).toBe(303)
      expect(await page()).toContain(`>${draft}<`)
    }
    // Nobody can look at a page that only its own link opens.
    for (const name of ['order', 'appointment'])
      expect(await read(admin, `/admin/pages/${name}`)).not.toMatch(/href="\/(?:orders|appointments)/)
  })

  test('keep a name in braces without which they would be wrong: a sentence beside the field says so', async () => {
    const field = 'keeping.orderNotes'
    const answer = await edit('privacy', { [field]: 'The note is deleted after some time.' })
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain('Keep {period} in the text')
    expect(formWith(html, field).fields[field]).toBe('The note is deleted after some time.')
    const kept = await edit('privacy', { [field]: 'After {period}, the note is gone.' })
    expect(kept.status).toBe(303)
    expect(await read(visitor(site), '/privacy')).toMatch(/After (?!\{period\}).+, the note is gone\./)
  })
})
