import { expect } from '@playwright/test'
import { handOverPage } from '#content/pages/hand-over.ts'
import { ownHoursPage } from '#content/pages/own-hours.ts'
import { invitationPage } from '#content/pages/invitation.ts'
import { adminCalendar } from '#content/pages/admin-appointments.ts'
import { notAllowedWords } from '#app/routes/admin/rejected-words.ts'
import { staffPage } from '#app/routes/admin/staff/words.ts'
import { myDay } from '#app/routes/admin/today/words.ts'
import { linkIn } from '#tests/support/accounts.ts'
import { signInAsAdmin } from '#tests/support/admin.ts'
import { bookByTelephone } from '#tests/support/booking.ts'
import { services } from '#tests/support/catalogue.ts'
import { look } from '#tests/support/databases.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { signInAs, addPerson } from '#tests/support/staff.ts'
import { isLong, until } from '#tests/support/timing.ts'
import { expectFineInEveryLook, firstLook } from '#tests/support/axe.ts'
import { expectHydrated } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite()

test.use(firstLook)

test('axe finds nothing on an invitation, also with errors, and on a page that a role may not open', async ({
  page,
  site,
}) => {
  const owner = await signInAsAdmin(site)
  await owner.post('/admin/staff', { intent: 'invite', email: 'noor@example.com', role: 'editor' })
  const email = await until(() =>
    look(site, (db) =>
      db
        .selectFrom('emails')
        .select('raw')
        .where('kind', '=', 'staff-invitation')
        .where('raw', 'is not', null)
        .executeTakeFirst(),
    ),
  )
  const text = Buffer.from(email.raw ?? [])
    .toString()
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
  await page.goto(linkIn(text, '/login/invitation/'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(invitationPage.title)
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: invitationPage.accept }).click()
  await expect(page.getByText('Enter your name.').first()).toBeVisible()
  await expectFineInEveryLook(page)

  const desk = await signInAs(site, 'front-desk')
  await page.context().addCookies([...desk.cookies].map(([name, value]) => ({ name, value, url: site.url })))
  await page.goto('/admin/pages')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(notAllowedWords.title)
  await expectFineInEveryLook(page)
})

test('axe finds nothing on the appointments to hand over, with someone free and with nobody', async ({
  page,
  site,
}) => {
  const owner = await signInAsAdmin(site)
  const maya = await signInAs(site, 'practitioner')
  await bookByTelephone(maya, 1, { name: 'Ilse Brandt' })
  await look(site, (db) => db.deleteFrom('staff').where('role', '=', 'practitioner').execute())
  await look(site, (db) => db.insertInto('handovers').values({ person: 'person:maya-rao', since: 1 }).execute())
  await page.context().addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: site.url })))
  await page.goto('/admin/appointments/hand-over')
  await expect(page.getByText(handOverPage.nobody)).toBeVisible()
  await expectFineInEveryLook(page)
  await addPerson(owner, 'Lin Wu')
  await page.reload()
  await expect(page.getByRole('button', { name: handOverPage.to('Lin Wu') })).toBeVisible()
  await expectFineInEveryLook(page)
  // On a phone too, the link of the row is not above it.
  await page.getByRole('button', { name: handOverPage.to('Lin Wu') }).click({ trial: true })
})

test('axe finds nothing on working hours, also when they are asked about and when a practitioner may not change them', async ({
  page,
  site,
}) => {
  const owner = await signInAsAdmin(site)
  const maya = await signInAs(site, 'practitioner')
  const cookiesOf = ({ cookies }: typeof owner) => [...cookies].map(([name, value]) => ({ name, value, url: site.url }))
  await page.context().addCookies(cookiesOf(owner))
  await owner.post('/admin/hours/maya-rao', { intent: 'allow' })
  await page.goto('/admin/hours')
  await page.getByRole('link', { name: 'Maya Rao' }).click()
  await expect(page.getByRole('heading', { name: ownHoursPage.allow.heading })).toBeVisible()
  const { id } = await bookByTelephone(maya, 1, { name: 'Ilse Brandt' })
  const { startsAt } = await look(site, (db) =>
    db.selectFrom('appointments').select('startsAt').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const day = Temporal.Instant.fromEpochMilliseconds(startsAt).toZonedDateTimeISO('America/Chicago').toPlainDate()
  await page.getByLabel(ownHoursPage.days.firstDay).fill(day.toString())
  await page.getByRole('button', { name: ownHoursPage.days.add, exact: true }).click()
  await expect(page.getByRole('button', { name: ownHoursPage.anyway })).toBeVisible()
  await expectFineInEveryLook(page)
  await page.context().addCookies(cookiesOf(maya))
  await page.goto('/admin/hours')
  await expect(page.getByText(ownHoursPage.locked)).toBeVisible()
  await expectFineInEveryLook(page)

  const [{ id: service, title }] = services as [(typeof services)[number]]
  const times = { 'day-opens-0': '09:00', 'day-closes-0': '11:00', 'day-opens-1': '13:00', 'day-closes-1': '15:00' }
  await owner.post('/admin/hours/maya-rao', { intent: 'days', firstDay: day.add({ days: 9 }).toString(), ...times })
  await owner.post('/admin/hours/maya-rao', { intent: 'allow', hours: 'on', [`allowed.${service}`]: 'on' })
  await page.goto('/admin/hours')
  await expectHydrated(page)
  await page.getByLabel(title, { exact: true }).uncheck()
  await page.getByRole('button', { name: ownHoursPage.services.save }).click()
  await expect(page.getByText(ownHoursPage.services.lastGiver(title))).toBeVisible()
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: ownHoursPage.anyway }).click()
  await expect(page.getByText(ownHoursPage.done.services)).toBeVisible()
  await expectFineInEveryLook(page)
})

test('axe finds nothing on staff who are people of the team, and on a practitioner’s calendars', async ({
  page,
  site,
}) => {
  const owner = await signInAsAdmin(site)
  const maya = await signInAs(site, 'practitioner')
  await signInAs(site, 'front-desk')
  await owner.post('/admin/staff', { intent: 'invite', email: 'noor@example.com', role: 'editor' })
  const cookiesOf = ({ cookies }: typeof owner) => [...cookies].map(([name, value]) => ({ name, value, url: site.url }))
  await page.context().addCookies(cookiesOf(owner))
  await page.goto('/admin/staff')
  await expect(page.getByLabel(staffPage.person('The practitioner'))).toBeVisible()
  await expectFineInEveryLook(page)
  await page.context().addCookies(cookiesOf(maya))
  const views = isLong ? ['day', 'week'] : ['week']
  for (const path of ['/admin/private-calendars', ...views.map((view) => `/admin/appointments?view=${view}`)]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expectFineInEveryLook(page)
  }
})

test('axe finds nothing on the form for repeated blocked time, with errors, and on a day with such time', async ({
  page,
  site,
}) => {
  const owner = await signInAsAdmin(site)
  const day = Temporal.Now.plainDateISO('America/Chicago').add({ days: 10 })
  const lunch = { fromDay: day.toString(), fromTime: '12:00', untilTime: '12:30', note: 'Lunch', repeat: '1' }
  await owner.post('/admin/appointments', { intent: 'block', ...lunch })
  await page.context().addCookies([...owner.cookies].map(([name, value]) => ({ name, value, url: site.url })))
  await page.goto(`/admin/appointments?view=day&day=${day}`)
  await expect(page.getByRole('button', { name: /^Unblock this and all later/ })).toBeVisible()
  await expectFineInEveryLook(page)
  await expectHydrated(page)
  await page.getByText(adminCalendar.block.heading).first().click()
  await page.getByText(adminCalendar.block.repeat.summary, { exact: true }).click()
  await page.getByLabel(adminCalendar.block.repeat.label).selectOption('1')
  await page.getByLabel(adminCalendar.block.repeat.until).fill(day.subtract({ days: 1 }).toString())
  await expectFineInEveryLook(page)
  await page.getByRole('button', { name: adminCalendar.block.button }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
  await expectFineInEveryLook(page)
})

test('axe finds nothing on a practitioner’s Today, empty and with patients now, later and tomorrow', async ({
  page,
  site,
}) => {
  const maya = await signInAs(site, 'practitioner')
  await page.context().addCookies([...maya.cookies].map(([name, value]) => ({ name, value, url: site.url })))
  await page.goto('/admin/my-day')
  await expect(page.getByRole('heading', { name: myDay.tomorrow })).toBeVisible()
  await expectFineInEveryLook(page)
  const now = Date.now()
  for (const [n, startsAt] of [now - 60_000, now + 60_000, now + 86_400_000].entries()) {
    const { id } = await bookByTelephone(maya, n, { health: 'tired' })
    await look(site, (db) =>
      db
        .updateTable('appointments')
        .set({ startsAt, endsAt: startsAt + 3_600_000, note: 'Warm blanket, low pillow.' })
        .where('id', '=', id)
        .execute(),
    )
  }
  await page.reload()
  await expect(page.getByText('Caller 2')).toBeVisible()
  await expect(page.getByRole('button', { name: myDay.health })).toBeVisible()
  await expectFineInEveryLook(page)
})
