import { services } from '#tests/support/catalogue.ts'
import type { Page, Route } from '@playwright/test'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { adminNewAppointment as words, adminAppointment } from '#content/pages/admin-appointments.ts'
import { admin } from '#content/pages/admin.ts'
import { testOnAdminSite } from '#tests/support/sites.ts'
import { signInAsAdminIn } from '#tests/support/admin.ts'
import { expect, watching, expectHydrated, scriptWays } from '#tests/support/browser-site.ts'

const test = testOnAdminSite().extend(watching)

const path = '/admin/appointments/new'
const [service, other] = [services[0]!, services[1]!]
const inDays = (days: number) => Temporal.Now.plainDateISO(clinicTimeZone).add({ days })

const field = (page: Page, label: string) => page.locator('main').getByLabel(new RegExp(`^${label}( \\(optional\\))?$`))
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const timeButton = (page: Page) => page.locator('.slot').filter({ visible: true })
const selected = (page: Page) => page.getByText(words.yours)

let callers = 0

/** Fills in a new caller each time, because all tests of this file share a site. */
async function fillIn(page: Page) {
  callers += 1
  const caller = { name: `Caller Quill${callers}`, phone: `(205) 555-${4100 + callers}` }
  await field(page, words.fields.name).fill(caller.name)
  await field(page, words.fields.phone).fill(caller.phone)
  return caller
}

/** Waits for the response to the last press. */
async function expectTyped(page: Page, caller: { name: string; phone: string }) {
  await expect(page.locator('form[aria-busy]')).toHaveCount(0)
  await expect(field(page, words.fields.name)).toHaveValue(caller.name)
  await expect(field(page, words.fields.phone)).toHaveValue(caller.phone)
  // The URL contains no personal data.
  expect(page.url()).not.toMatch(/quill|555|find|known|name=/i)
}

async function expectBooked(page: Page, ...shows: string[]) {
  await expect(page.getByRole('status').filter({ hasText: adminAppointment.state.booked })).toBeVisible()
  for (const text of shows) await expect(page.locator('main')).toContainText(text)
}

for (const javaScriptEnabled of scriptWays)
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 900 } })

    test.beforeEach(async ({ page }) => {
      await signInAsAdminIn(page)
      await page.goto(path)
    })

    test('the admin books the chosen service, even if its times were not shown', { tag: '@long' }, async ({ page }) => {
      const { name } = await fillIn(page)
      await field(page, words.service).selectOption(other.title)
      await field(page, words.anyway.day).fill(inDays(20 + callers).toString())
      await field(page, words.anyway.time).fill('06:10')
      await press(page, words.anyway.button)
      await expectBooked(page, name, other.title, '6:10 am')
    })

    test('the form preserves its input while the admin chooses a time, a day or another service, or searches a patient', async ({
      page,
    }) => {
      const caller = await fillIn(page)
      await field(page, words.fields.health).fill('xylophonic tiredness')
      await field(page, words.anyway.time).fill('06:20')
      await timeButton(page).first().click()
      await expect(selected(page)).toBeVisible()
      await expectTyped(page, caller)
      await page.locator('.dates .open').filter({ visible: true }).last().click()
      await expect(timeButton(page).first()).toBeVisible()
      await expectTyped(page, caller)
      await field(page, words.service).selectOption(other.title)
      await press(page, words.show)
      await expectTyped(page, caller)
      await expect(field(page, words.service)).toHaveValue(other.id)
      await field(page, words.known.label).fill('unknown name')
      await press(page, words.known.find)
      await expect(page.getByText(words.known.none)).toBeVisible()
      await expectTyped(page, caller)
      await timeButton(page).last().click()
      await expectTyped(page, caller)
      await expect(field(page, words.fields.health)).toHaveValue('xylophonic tiredness')
      await expect(field(page, words.anyway.time)).toHaveValue('06:20')
      await field(page, words.anyway.time).fill('')
      await press(page, words.button)
      await expectBooked(page, caller.name, other.title)
    })

    test(
      'the form is filled in with an earlier patient, and stays so while a time is chosen',
      { tag: '@long' },
      async ({ page }) => {
        const known = await fillIn(page)
        await timeButton(page).first().click()
        await expect(selected(page)).toBeVisible()
        await press(page, words.button)
        await expectBooked(page, known.name)

        await page.goto(path)
        await field(page, words.known.label).fill(known.name)
        // Enter searches for the name, and books nothing.
        await field(page, words.known.label).press('Enter')
        await press(page, known.name)
        await expectTyped(page, known)
        // The times are still offered.
        await timeButton(page).last().click()
        await expect(selected(page)).toBeVisible()
        await expectTyped(page, known)
        // Enter in a field of the form presses the form's button.
        await field(page, words.fields.phone).press('Enter')
        await expectBooked(page, known.name)
      },
    )

    test('the form asks for a missing time, and still offers times', { tag: '@long' }, async ({ page }) => {
      const caller = await fillIn(page)
      await press(page, words.button)
      await expect(page.getByRole('alert').filter({ hasText: words.chooseTime })).toBeVisible()
      await expect(timeButton(page).first()).toBeVisible()
      await expectTyped(page, caller)
    })

    test(
      'the admin books a time that was just taken anyway with one press, and no input is lost',
      { tag: '@long' },
      async ({ page }) => {
        const caller = await fillIn(page)
        await timeButton(page).first().click()
        const time = (await selected(page).locator('..').locator('strong').textContent())!
        await expect(selected(page)).toBeVisible()
        const at = await page.locator('input[name="at"]').inputValue()
        const quicker = { name: 'Quicker Quillfeather', phone: '(205) 555-4190', service: service.id, at }
        const booked = await page.request.post(path, { form: quicker, maxRedirects: 0 })
        expect(booked.status()).toBe(303)

        await press(page, words.button)
        await expect(page.getByRole('alert').filter({ hasText: words.taken })).toBeVisible()
        await expectTyped(page, caller)
        await expect(selected(page).locator('..')).toContainText(time)
        await expect(page.locator('.nearest').getByRole('button')).toHaveCount(3)
        await press(page, words.anyway.button)
        await expectBooked(
          page,
          caller.name,
          time.split(/ at |,/).find((part) => /[ap]m$/.test(part))!,
        )
      },
    )
  })

test('earlier patients are found while the admin types, and what was typed elsewhere stays', async ({ page }) => {
  await signInAsAdminIn(page)
  await page.goto(path)
  const { name } = await fillIn(page)
  await field(page, words.anyway.day).fill(inDays(40 + callers).toString())
  await field(page, words.anyway.time).fill('06:30')
  await press(page, words.anyway.button)
  await expectBooked(page, name)

  await page.goto(path)
  const caller = await fillIn(page)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await field(page, words.known.label).pressSequentially(name.slice(0, -1))
  await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await expect(field(page, words.known.label)).toBeFocused()
  await expectTyped(page, caller)
  await field(page, words.known.label).fill('unknown name')
  await expect(page.getByRole('status').filter({ hasText: words.known.none })).toBeVisible()
  await page.context().setOffline(true)
  await field(page, words.known.label).fill('another name')
  await expect(page.getByRole('status').filter({ hasText: words.known.failed })).toBeVisible()
  await press(page, words.button)
  await expect(page.getByText(admin.offline)).toBeVisible()
  await expectTyped(page, caller)
  await page.context().setOffline(false)
  expect(addresses.join()).not.toMatch(/quill|unknown/i)
})

test(
  'the next page says that the appointment is booked, although a search is answered only while it loads',
  { tag: '@long' },
  async ({ page }) => {
    await signInAsAdminIn(page)
    await page.goto(path)
    await expectHydrated(page)
    const { name } = await fillIn(page)
    await timeButton(page).first().click()
    await expect(selected(page)).toBeVisible()

    const searched = Promise.withResolvers<void>()
    const loading = Promise.withResolvers<void>()
    await page.route(`**${path}.data`, async (route) => {
      if (route.request().postData()?.includes('intent=find')) {
        searched.resolve()
        await loading.promise
      }
      await route.continue()
    })
    // React Router gives this answer up: because the search is a post, it loads the page again.
    const giveUp = (route: Route) => route.fetch().then(() => loading.resolve())
    await page.route(/\/admin\/appointments\/[\da-f-]{36}\.data/, giveUp, { times: 1 })
    await field(page, words.known.label).fill('unknown name')
    await searched.promise
    await press(page, words.button)
    await expectBooked(page, name)
  },
)
