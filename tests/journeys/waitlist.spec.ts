import { scriptWays } from '#tests/support/browser-site.ts'
import { randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { test } from '#tests/support/sites.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { signEntryLink, signOfferLink } from '#app/domain/booking/waitlist/waitlist-link.ts'
import { offerPage, waitlistPage } from '#content/pages/waitlist.ts'
import { consentWords, offerTexts } from '#content/text-messages.ts'
import { waitlistWords } from '#app/routes/admin/waitlist/words.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { adminSettings, signInAsAdmin, signInAsAdminIn } from '../support/admin.ts'
import { expectNoAxeFindings } from '../support/axe.ts'
import { services } from '../support/catalogue.ts'
import { look, startSiteOn } from '../support/databases.ts'
import { textSettings } from '../support/text-service.ts'

const secret = randomBytes(48).toString('base64')
const service = services[0]!.title

for (const javaScriptEnabled of scriptWays)
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('somebody joins the waitlist, and accepts an offered time in two taps', async ({ page }) => {
      // Nothing is sent.
      const texts = textSettings('http://127.0.0.1:9')
      const site = await startSiteOn('sqlite', {
        ...adminSettings,
        ...texts,
        ABUSE_LIMITS: 'off',
        SESSION_SECRET: secret,
      })
      const axe = async () => (javaScriptEnabled ? expectNoAxeFindings(page) : undefined)
      try {
        await page.goto(`${site.url}/waitlist`)
        await page.getByRole('button', { name: waitlistPage.button }).click()
        await expect(page.getByText(waitlistPage.errors.services).first()).toBeVisible()
        await axe()
        await page.getByRole('checkbox', { name: service, exact: true }).check()
        await page.getByRole('textbox', { name: 'Name' }).fill('Maya Thomas')
        await page.getByRole('textbox', { name: 'Email' }).fill('maya@example.com')
        await page.getByRole('textbox', { name: 'Phone' }).fill('(205) 555-0187')
        const box = page.getByRole('checkbox', { name: /^Text me/ })
        await expect(box).not.toBeChecked()
        await expect(box).toHaveAccessibleDescription(consentWords.offers.terms)
        await box.check()
        await page.getByRole('button', { name: waitlistPage.button }).click()
        await expect(page.getByText('You’re on the waitlist')).toBeVisible()
        await axe()

        const entry = await look(site, (db) => db.selectFrom('waitlistEntries').select('id').executeTakeFirstOrThrow())
        await page.goto(site.url + signEntryLink(createSigner(secret), entry.id))
        await page.getByRole('button', { name: offerTexts.end }).click()
        await expect(box).not.toBeChecked()
        await page.getByRole('button', { name: offerTexts.button }).click()
        await expect(page.getByText(offerTexts.checkBox).first()).toBeVisible()
        await axe()
        await box.check()
        await page.getByRole('button', { name: offerTexts.button }).click()
        await expect(page.getByText(offerTexts.on)).toBeVisible()

        const { id, person } = await offerAnHour(site)
        await signInAsAdminIn(page, site)
        await page.goto(`${site.url}/admin/waitlist`)
        await expect(page.getByText(waitlistWords.out.first)).toBeVisible()
        await axe()
        expect(person).toBe('person:clinic')
        await page.goto(site.url + signOfferLink(createSigner(secret), id))
        await axe()
        await page.getByRole('button', { name: offerPage.accept }).click()
        await expect(page.getByRole('heading', { level: 1 })).toContainText('It’s yours')
        await axe()
      } finally {
        await site.stop()
      }
    })
  })

/** The clinic offers the first open hour of the days two weeks ahead. */
async function offerAnHour(site: Awaited<ReturnType<typeof startSiteOn>>) {
  const admin = await signInAsAdmin(site)
  const first = Temporal.Now.plainDateISO(clinicTimeZone).add({ weeks: 2 })
  for (let days = 0; days < 10; days += 1) {
    const day = first.add({ days }).toString()
    await admin.post('/admin/waitlist', { intent: 'offer', day, time: '11 am', person: 'clinic' })
    const offer = await look(site, (db) => db.selectFrom('waitlistOffers').selectAll().executeTakeFirst())
    if (offer) return offer
  }
  throw new Error('no hour is open')
}
