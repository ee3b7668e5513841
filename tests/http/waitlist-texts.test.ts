import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serviceField } from '#app/domain/booking/waitlist/wish-fields.ts'
import { waitlistWords } from '#app/routes/admin/waitlist/words.ts'
import { waitlistEntryPage } from '#content/pages/waitlist.ts'
import { consentWords, numberForTexts, offerTexts } from '#content/text-messages.ts'
import { linkIn } from '#tests/support/accounts.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { services } from '#tests/support/catalogue.ts'
import { databasesFor, look } from '#tests/support/databases.ts'
import { type MailingSite, startMailingSite } from '#tests/support/mail-server.ts'
import { textSettings } from '#tests/support/text-service.ts'
import { until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'
import { plain } from '#tests/support/shown.ts'

const wish = { [serviceField(services[0]!.id)]: 'on' }
const box = { textOffers: consentWords.offers.version }
const wanda = { name: 'Wanda', email: 'wanda@example.com', phone: '(205) 555-0142' }
const number = '+12055550142'
/** Without the box, and with words that are not the present ones. */
const unchecked: Record<string, string>[] = [{}, { textOffers: 'other words' }]

/** Nothing is sent. */
const withTexts = textSettings('http://127.0.0.1:9')

function useSite(settings: Record<string, string>, kind: Parameters<typeof startMailingSite>[0]) {
  let mailing: MailingSite
  beforeAll(async () => void (mailing = await startMailingSite(kind, { ...adminSettings, ...settings })))
  afterAll(() => mailing?.site.stop())
  const person = () => visitor(mailing.site)
  const page = async (path: string) => plain(await (await person().get(path)).text())
  const consents = () =>
    look(mailing.site, (db) => db.selectFrom('textConsents').selectAll().orderBy('givenAt').execute())
  return {
    site: () => mailing.site,
    person,
    page,
    consents,
    inForce: async () => (await consents()).filter(({ endedAt }) => endedAt === null).length,
    /** The link to a place on the list. */
    linkOf: async (address: string) => {
      const email = await until(async () => {
        const all = await Promise.all(mailing.mail.received.map((raw) => PostalMime.parse(raw)))
        return all.find(({ to }) => to?.[0]?.address === address)
      })
      return linkIn(email.text!, '/waitlist/')!
    },
  }
}

describe.each(databasesFor(import.meta.url))('offers by text on %s', (kind) => {
  const { site, person, page, consents, inForce, linkOf } = useSite(withTexts, kind)

  test('are agreed to by a box of its own, that nobody has checked ahead', async () => {
    const form = await page('/waitlist')
    expect(form).toContain(consentWords.offers.terms)
    expect(/<input[^>]*name="textOffers"[^>]*>/.exec(form)![0]).not.toContain('checked')
    const wrong = await person().post('/waitlist', { ...wanda, ...wish, ...box, phone: '(205) 555-0142 x12' })
    expect(wrong.status).toBe(400)
    const again = plain(await wrong.text())
    for (const text of [numberForTexts, 'value="(205) 555-0142 x12"', 'value="Wanda"']) expect(again).toContain(text)
    expect(/<input[^>]*name="textOffers"[^>]*>/.exec(again)![0]).toContain('checked')
    // Without the box the same number will do, and words that are not the present ones count for nothing.
    const other = { name: 'Otto', email: 'otto@example.com', phone: '(205) 555-0143 x12' }
    for (const texts of unchecked)
      expect((await person().post('/waitlist', { ...other, ...wish, ...texts })).status).toBe(303)
    expect(await consents()).toEqual([])
    expect((await person().post('/waitlist', { ...wanda, ...wish, ...box })).status).toBe(303)
    expect(await consents()).toMatchObject([{ number, purpose: 'offers', givenBy: 'patient' }])
    expect(await page(await linkOf(other.email))).not.toContain('textOffers')
  })

  test('are turned off and on by the link of the place on the list, which keeps its wishes', async () => {
    const link = await linkOf(wanda.email)
    expect(await page(link)).toContain(offerTexts.on)
    expect((await person().post(link, { intent: 'end-texts' })).status).toBe(303)
    expect(await inForce()).toBe(0)
    const off = await page(link)
    for (const text of [offerTexts.button, consentWords.offers.terms]) expect(off).toContain(text)
    for (const texts of unchecked) {
      const answer = await person().post(link, { intent: 'texts', ...texts })
      expect(answer.status).toBe(400)
      const shown = plain(await answer.text())
      expect(shown).toContain(offerTexts.checkBox)
      expect(shown).toMatch(new RegExp(`name="${Object.keys(wish)[0]}"[^>]*checked`))
    }
    expect(await inForce()).toBe(0)
    expect((await person().post(link, { intent: 'texts', ...box })).status).toBe(303)
    expect(await inForce()).toBe(1)
    await person().post(link, { intent: 'leave' })
    const left = await page(link)
    expect(left).toContain(waitlistEntryPage.states.left)
    expect(left).not.toContain(offerTexts.heading)
    expect((await person().post(link, { intent: 'texts', ...box })).status).toBe(409)
  })

  test('are agreed to by telephone, in the words that staff read out, and ended by staff', async () => {
    const admin = await signInAsAdmin(site())
    const list = async () => plain(await (await admin.get('/admin/waitlist')).text())
    const post = (fields: Record<string, string>) => admin.post('/admin/waitlist', fields)
    expect(await list()).toContain(consentWords.offers.terms)
    expect(await list()).not.toContain(waitlistWords.list.texts)
    const caller = { intent: 'add', name: 'Caller', phone: '(205) 555-0144 x12', ...wish, ...box }
    const wrong = await post(caller)
    expect(wrong.status).toBe(400)
    const again = plain(await wrong.text())
    for (const text of [numberForTexts, 'value="Caller"', 'value="(205) 555-0144 x12"']) expect(again).toContain(text)
    const before = await inForce()
    expect((await post({ ...caller, phone: '(205) 555-0144' })).status).toBe(303)
    const account = await look(site(), (db) => db.selectFrom('users').select('id').executeTakeFirstOrThrow())
    const [given] = (await consents()).slice(-1)
    expect(given).toMatchObject({ number: '+12055550144', purpose: 'offers', givenBy: account.id })
    expect(await list()).toContain(waitlistWords.list.texts)
    const entry = given!.record.slice('waitlist:'.length)
    expect((await post({ intent: 'end-texts', entry })).status).toBe(303)
    expect(await inForce()).toBe(before)
    expect(await list()).toContain(waitlistWords.done.textsEnded)
    expect((await post({ intent: 'end-texts', entry })).status).toBe(409)
    await look(site(), (db) =>
      db
        .insertInto('textMessages')
        .values({ id: 't1', kind: 'offer', record: given!.record, state: 'dropped', acceptedAt: 1, reason: 'not-due' })
        .execute(),
    )
    const texts = plain(await (await admin.get('/admin/mail/texts')).text())
    for (const text of ['Offer from the waitlist', 'The offer was over', 'href="/admin/waitlist"'])
      expect(texts).toContain(text)
  })
})

describe('without the settings', () => {
  const { site, person, page, consents, linkOf } = useSite({}, 'sqlite')

  test('no page of the waitlist mentions texts', async () => {
    expect((await person().post('/waitlist', { ...wanda, ...wish, ...box })).status).toBe(303)
    const link = await linkOf(wanda.email)
    const admin = await signInAsAdmin(site())
    await admin.post('/admin/waitlist', { intent: 'add', name: 'Caller', phone: '(205) 555-0144', ...wish, ...box })
    const list = await (await admin.get('/admin/waitlist')).text()
    for (const html of [await page('/waitlist'), await page(link), plain(list)])
      expect(html).not.toMatch(/text message|by text|textOffers|Gets texts/i)
    expect((await person().post(link, { intent: 'texts', ...box })).status).toBe(404)
    expect(await consents()).toEqual([])
  })
})
