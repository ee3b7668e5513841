import { expect } from '@playwright/test'
import { dataCodePage } from '#content/pages/data-code.ts'
import { myDataPage } from '#content/pages/my-data.ts'
import { patientPage } from '#app/routes/admin/patients/words.ts'
import { goodPassword } from '#tests/support/accounts.ts'
import { confirmWithPasswordIn, signInAsAdminIn } from '#tests/support/admin.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { look } from '#tests/support/databases.ts'
import { testOnAdminSite, testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { expectFineInEveryLook, firstLook } from '../support/axe.ts'

const test = testOnAdminSite({})

test.use(firstLook)

const maya = { name: 'Maya Thomas', email: 'maya.data@example.com', phone: '(205) 555-0144', health: 'A stiff neck.' }

test('axe finds nothing on a person’s own data, closed and open, and where the clinic decides', async ({
  page,
  site,
}) => {
  const { link } = await bookOnline(site, maya)
  await page.goto(`${site.url}${link}/data`)
  await expectFineInEveryLook(page)
  await page.goto(`${site.url}/my-data`)
  await expectFineInEveryLook(page)

  const form = { email: maya.email, name: maya.name, password: goodPassword }
  await page.request.post(`${site.url}/login?mode=sign-up`, { form, maxRedirects: 0 })
  await look(site, (db) => db.updateTable('users').set({ emailVerified: 1 }).where('email', '=', maya.email).execute())
  await page.goto(`${site.url}/my-data`)
  await expect(page.getByText(maya.health).first()).toBeVisible()
  await page.getByText(myDataPage.correct.health.heading).click()
  await expectFineInEveryLook(page)
  await page.getByLabel(myDataPage.correct.label).fill('My name is spelled Maia.')
  await page.getByRole('button', { name: myDataPage.correct.button }).click()
  await expect(page.getByText(myDataPage.done.asked)).toBeVisible()
  await page.getByRole('button', { name: myDataPage.erase.button }).click()
  await expect(page.getByText(myDataPage.erase.open)).toBeVisible()
  await expectFineInEveryLook(page)
  await look(site, async (db) => {
    const old = new Date(Date.now() - 600_000).toISOString()
    await db.updateTable('sessions').set({ createdAt: old }).execute()
  })
  await page.goto(`${site.url}/my-data`)
  await expect(page.getByLabel(myDataPage.closed.confirm.password)).toBeVisible()
  await expectFineInEveryLook(page)

  await page.context().clearCookies()
  await signInAsAdminIn(page, site)
  await page.goto(`${site.url}/admin`)
  await page.getByRole('link', { name: /Maya Thomas asked for a correction/ }).click()
  await page.getByText(patientPage.requests.answer.summary).first().click()
  await page.getByText(patientPage.requests.enter.summary).click()
  await expectFineInEveryLook(page)
  await page.getByRole('link', { name: patientPage.requests.copy }).click()
  await page.getByRole('button', { name: patientPage.copy.show }).click()
  await confirmWithPasswordIn(page)
  await expect(page.getByText(maya.health).first()).toBeVisible()
  await expectFineInEveryLook(page)
})

/** Nothing listens there, so emails wait; codes are sent nonetheless. */
const testWithEmails = testOnItsOwnAdminSite({ settings: { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9' } })

testWithEmails.use(firstLook)

testWithEmails('axe finds nothing where a code is offered, asked for, left blank and wrong', async ({ page, site }) => {
  const { link } = await bookOnline(site, maya)
  await page.goto(`${link}/data`)
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: dataCodePage.send }).click()
  await expect(page.getByLabel(dataCodePage.code)).toBeVisible()
  await expectFineInEveryLook(page)
  for (const [typed, sentence] of [
    ['', dataCodePage.blank],
    ['111111', dataCodePage.wrong],
  ] as const) {
    await page.getByLabel(dataCodePage.code).fill(typed)
    await page.getByRole('button', { name: dataCodePage.check }).click()
    await expect(page.getByText(sentence)).toBeVisible()
    await expectFineInEveryLook(page)
  }
})
