import { ownHoursPage as words } from '#content/pages/own-hours.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { look } from '#tests/support/databases.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAs } from '#tests/support/staff.ts'
import { expect, watching, expectHydrated, scriptWays } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite().extend(watching)

for (const javaScriptEnabled of scriptWays)
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled })

    test(
      'a practitioner goes on vacation although a patient comes then, and works shorter weeks',
      { tag: '@long' },
      async ({ page, site }) => {
        const maya = await signInAs(site, 'practitioner', `maya-${javaScriptEnabled}@clinic.example`)
        await page.context().addCookies([...maya.cookies].map(([name, value]) => ({ name, value, url: site.url })))
        const { id } = await bookByTelephone(maya, 1, { name: 'Ilse Brandt' })
        const { startsAt } = await look(site, (db) =>
          db.selectFrom('appointments').select('startsAt').where('id', '=', id).executeTakeFirstOrThrow(),
        )
        const day = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO('America/Chicago').toPlainDate()
        await page.goto('/admin/hours')
        if (javaScriptEnabled) await expectHydrated(page)
        await page.getByRole('button', { name: words.days.add, exact: true }).click()
        await expect(page.getByText(words.days.errors.firstDay)).toBeVisible()
        await page.getByLabel(words.days.firstDay).fill(day.toString())
        await page.getByRole('button', { name: words.days.add, exact: true }).click()
        await expect(page.getByText(words.overlap)).toBeVisible()
        await expect(page.getByRole('link', { name: 'Ilse Brandt' })).toBeVisible()
        await expect(page.getByLabel(words.days.firstDay)).toHaveValue(day.toString())
        await page.getByRole('button', { name: words.anyway }).click()
        await expect(page.getByText(words.done.days)).toBeVisible()
        const vacation = page.getByRole('listitem').filter({ hasText: words.days.away })
        await expect(vacation).toBeVisible()
        await vacation.getByRole('button', { name: words.days.remove }).click()
        await expect(page.getByText(words.days.none)).toBeVisible()
        await page.getByRole('group', { name: 'Saturday' }).getByLabel(words.week.opens, { exact: true }).fill('10:00')
        await page.getByRole('group', { name: 'Saturday' }).getByLabel(words.week.closes, { exact: true }).fill('12:00')
        await page.getByRole('button', { name: words.week.save }).click()
        await expect(page.getByText(words.done.hours)).toBeVisible()
        await page.getByRole('button', { name: words.week.reset }).click()
        await expect(page.getByText(words.week.asClinic)).toBeVisible()
      },
    )
  })
