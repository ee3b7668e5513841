import { services } from '#tests/support/catalogue.ts'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { mostShown, mostAppointments } from '#app/domain/today/today.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDayBounds } from '#app/domain/shared/clinic-time.ts'
import { toDo } from '#content/pages/admin-today.ts'
import { adminEmail, adminMail } from '#content/pages/admin-mail.ts'
import { admin } from '#content/pages/admin.ts'
import { adminMessage, adminMessages } from '#content/pages/admin-messages.ts'
import { adminOrder, adminOrders, orderStates } from '#content/pages/admin-orders.ts'
import { testOnAdminSite } from '#tests/support/sites.ts'
import { confirmWithPasswordIn, signInAsAdminIn } from '#tests/support/admin.ts'
import { expect, watching, expectHydrated, scriptWays } from '#tests/support/browser-site.ts'
import { bounceEmails, sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { look } from '#tests/support/databases.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { until } from '#tests/support/timing.ts'

/** A separate site, so that its work comes only from these tests. */
const test = testOnAdminSite().extend(watching)

const maya = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-0100' }
const { to, changed, tellByPhone } = adminOrder.state

for (const javaScriptEnabled of scriptWays)
  test.describe(`on a phone, ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test("the admin sees today's work, does it, and it disappears", async ({ page, site }) => {
      const { id, number } = await placeOrderOn(site, { contact: maya })
      await sendMessageOn(site, { name: 'Grace Kim', message: `Hello ${number}` })
      await until(async () => {
        const saved = await look(site, (db) =>
          db.selectFrom('emails').select('id').where('ids', 'like', `%${id}%`).where('state', '=', 'kept').execute(),
        )
        return saved.length === 2 || undefined
      })
      await bounceEmails(site, 'order-confirmation')

      await signInAsAdminIn(page)
      await page.goto('/admin')
      const call = toDo.undelivered.call(maya.name, 'order-confirmation', number)
      const item = page.getByRole('listitem').filter({ hasText: call })
      await expect(item.getByRole('link', { name: maya.phone })).toHaveAttribute('href', 'tel:2055550100')
      await page.getByRole('link', { name: call }).click()
      // Today has such a button, too.
      await page.waitForURL('**/admin/mail/*')
      await page.getByRole('button', { name: adminEmail.handle.button }).click()
      await expect(page.getByRole('status').filter({ hasText: adminEmail.handle.done })).toBeFocused()

      await page.goto('/admin')
      await expect(page.getByText(call)).toHaveCount(0)
      await page.getByRole('link', { name: toDo.orders.item(maya.name, number, '$159.50') }).click()
      await expect(page.getByLabel(tellByPhone.ready)).toBeChecked()
      await page.getByRole('button', { name: to.ready }).click()
      await expect(page.getByRole('status').filter({ hasText: changed(orderStates.ready) })).toBeFocused()
      await expect(page.locator('#order-tag')).toHaveText(orderStates.ready)
      await expect(page.getByText(adminOrder.history.told)).toBeVisible()
      await page.getByRole('button', { name: to.completed }).click()
      await expect(page.getByText(changed(orderStates.completed))).toBeVisible()

      await page.goto('/admin')
      await page.getByRole('link', { name: `${toDo.messages.item('Grace Kim')}: Hello ${number}` }).click()
      await expect(page.getByRole('link', { name: adminMessage.reply.ownApp })).toHaveAttribute(
        'href',
        /^mailto:grace@/,
      )
      await page.getByRole('button', { name: adminMessage.handle.button }).click()
      await expect(page.getByText(adminMessage.handle.done)).toBeVisible()
      await page.getByRole('button', { name: admin.undo }).click()
      await expect(page.getByText(adminMessage.reopen.done)).toBeVisible()
      await page.getByRole('link', { name: adminMessage.back }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(adminMessages.title)
      await page
        .getByRole('row', { name: `Hello ${number}` })
        .getByRole('button')
        .click()
      await expect(page.getByText(adminMessage.handle.done)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(adminMessages.title)
      await expect(page.getByText(`Hello ${number}`)).toHaveCount(0)
    })

    test(
      'the second of two tabs on one order reports the change of the first, and changes nothing',
      { tag: '@long' },
      async ({ page, site, context }) => {
        const { number } = await placeOrderOn(site)
        await signInAsAdminIn(page)
        const other = await context.newPage()
        for (const tab of [page, other]) await tab.goto(`/admin/orders/${number}`)
        await page.getByRole('button', { name: to.cancelled }).click()
        await expect(page.getByText(changed(orderStates.cancelled))).toBeVisible()
        await other.getByRole('button', { name: to.ready }).click()
        const said = adminOrder.state.changedMeanwhile(orderStates.cancelled.toLowerCase())
        await expect(other.getByRole('alert').filter({ hasText: said })).toBeVisible()
        await expect(other.getByRole('button', { name: to.ready })).toHaveCount(0)
        await expect(other.getByRole('button', { name: to.confirmed })).toBeVisible()
      },
    )

    test('the admin finds an order by customer, downloads the list, confirms the order there and takes it back, and opens the order from its row', async ({
      page,
      site,
    }) => {
      const { number } = await placeOrderOn(site, { contact: { name: 'Zelda Quist', email: 'zelda@example.com' } })
      await signInAsAdminIn(page)
      await page.goto('/admin/orders')
      await page.getByLabel(adminOrders.search.label).fill('quis')
      await page.getByRole('button', { name: adminOrders.search.button }).click()
      const row = page.getByRole('row').filter({ hasText: number })
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: adminOrders.export.button }).click()
      await confirmWithPasswordIn(page)
      const file = await download
      expect(file.suggestedFilename()).toBe(`${adminOrders.csv.file}.csv`)
      expect(readFileSync(await file.path(), 'utf8')).toContain('Zelda Quist')
      await page.goto('/admin/orders?q=quis')
      await page.getByRole('checkbox', { name: adminOrders.bulk.choose(number) }).check()
      await page.getByRole('button', { name: to.confirmed }).click()
      await expect(page.getByText(adminOrders.bulk.changed(1, orderStates.confirmed, 0))).toBeVisible()
      await expect(row.getByText(orderStates.confirmed)).toBeVisible()
      await page.getByRole('button', { name: admin.undo }).click()
      await expect(row.getByText(orderStates.new)).toBeVisible()
      // The whole row is a link.
      const { width, height } = (await row.boundingBox()) ?? { width: 0, height: 0 }
      expect(height).toBeGreaterThanOrEqual(64)
      await row.click({ position: { x: width - 8, y: height - 8 } })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(adminOrder.heading(number))
    })

    test('the admin retries all failed emails at once', { tag: '@long' }, async ({ page, site }) => {
      await sendMessageOn(site, { message: `Of ${javaScriptEnabled}` })
      await until(async () => {
        const emails = await look(site, (db) =>
          db.selectFrom('emails').select('state').where('kind', '=', 'contact-message').execute(),
        )
        return emails.every(({ state }) => state === 'kept') || undefined
      })
      await bounceEmails(site, 'contact-message')
      // Includes failed emails of other tests.
      const { length } = await look(site, (db) =>
        db.selectFrom('emails').select('id').where('state', '=', 'failed').where('handledAt', 'is', null).execute(),
      )
      await signInAsAdminIn(page)
      await page.goto('/admin/mail')
      await page.getByRole('button', { name: adminMail.retryAll.button }).click()
      await expect(page.getByText(adminMail.retryAll.done(length))).toBeVisible()
    })
  })

test('the admin changes the status of an order with the keyboard alone', { tag: '@long' }, async ({ page, site }) => {
  const { number } = await placeOrderOn(site, { contact: { name: 'Key Board', email: 'keys@example.com' } })
  await signInAsAdminIn(page)
  await page.goto('/admin/orders?q=keys')
  const tabTo = async (target: ReturnType<typeof page.locator>) => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('Tab never reaches the element')
  }
  await tabTo(page.getByRole('link', { name: number }))
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/admin/orders/${number}`)
  await tabTo(page.getByLabel(tellByPhone.ready))
  await page.keyboard.press('Space')
  await expect(page.getByLabel(tellByPhone.ready)).not.toBeChecked()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: changed(orderStates.ready) })).toBeFocused()
  await expect(page.getByText(adminOrder.history.told)).toHaveCount(0)
})

test('after an act in a list the focus goes to the next row, and the key Z takes the act back', async ({
  page,
  site,
}) => {
  await look(site, (db) => db.updateTable('messages').set({ handledAt: 1 }).execute())
  for (const name of ['First Row', 'Next Row']) await sendMessageOn(site, { name, message: `From ${name}` })
  await signInAsAdminIn(page)
  await page.goto('/admin/messages')
  await expectHydrated(page)
  const handle = (name: string) => page.getByRole('button', { name: `${adminMessage.handle.button} ${name}` })
  // The newest first.
  await handle('Next Row').press('Enter')
  await expect(handle('First Row')).toBeFocused()
  await expect(page.getByRole('status')).toContainText(adminMessage.handle.done)
  await page.keyboard.press('z')
  await expect(page.getByRole('status')).toContainText(adminMessage.reopen.done)
  await expect(handle('Next Row')).toBeVisible()
  await expect(handle('First Row')).toBeFocused()
  await handle('First Row').press('Enter')
  await expect(handle('Next Row'), 'the last row, after the one below it is gone').toBeFocused()
  await handle('Next Row').press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('what has the focus is in view, above the bar for selected rows and above messages', async ({ page, site }) => {
    await look(site, (db) => db.updateTable('messages').set({ handledAt: 1 }).execute())
    for (let number = 1; number <= 9; number += 1)
      await sendMessageOn(site, { name: `Row ${number}`, message: `From row ${number}` })
    await signInAsAdminIn(page)
    await page.goto('/admin/messages')
    await expectHydrated(page)
    const expectUncovered = async (focused: Locator) => {
      await expect(focused).toBeFocused()
      await expect
        .poll(() =>
          focused.evaluate((element) => {
            const { left, top, width, height } = element.getBoundingClientRect()
            return [top + 1, top + height - 1].every((y) =>
              element.contains(document.elementFromPoint(left + width / 2, y)),
            )
          }),
        )
        .toBe(true)
    }
    for (let presses = 1; presses <= 4; presses += 1) await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(page.getByText(admin.choose.count(1))).toBeVisible()
    await expectUncovered(page.getByRole('link', { name: 'Row 6' }))
    await page.keyboard.press('x')
    await page.getByRole('button', { name: `${adminMessage.handle.button} Row 3` }).press('Enter')
    await expectUncovered(page.getByRole('button', { name: `${adminMessage.handle.button} Row 2` }))
  })
})

/** Fills Today with the most rows and kinds of work that it can show, with long names. */
const fillToday = (page: Page) =>
  page.evaluate(
    ({ mostShown, mostAppointments }) => {
      const phone = '<a href="tel:+12055550143">(205) 555-0143</a>'
      const when = '<span class="hint num">Nov 21, 10:30 am</span>'
      const kinds = [
        { count: mostAppointments, row: `<a class="leads" href="/">10:30 am, Maya Thomas-Whittington</a> ${phone}` },
        {
          count: mostShown,
          row: `<a class="leads" href="/">Friday, 10:30 am, Maya Thomas-Whittington</a> ${phone} ${when}`,
        },
        {
          count: mostShown,
          row: `<a class="leads" href="/">Call Maya Thomas: her order email came back</a> ${phone}`,
        },
        { count: mostShown, row: `<a class="leads" href="/">Maya Thomas-Whittington, $1,045.00</a> ${when}` },
        { count: mostShown, row: `<a class="leads" href="/">Maya Thomas-Whittington</a> ${when}` },
        {
          count: mostShown,
          row: `<a class="leads" href="/">Eating with the season in an Alabama autumn: 2</a> ${when}`,
        },
        { count: mostShown, row: `<a class="leads" href="/">Health answer of Maya Thomas-Whittington</a> ${when}` },
        { count: 1, row: `<a class="leads" href="/">The trail is altered at entry 1,204</a> ${when}` },
      ]
      const page = document.querySelector('.today')!
      const pattern = page.querySelector('#needs-you section')!
      const sections = kinds.map(({ count, row }) => {
        const section = pattern.cloneNode(true) as Element
        const rows = `<li>${row}</li>`.repeat(count)
        section.querySelector('ul')!.innerHTML = rows
        section.querySelector('p')?.remove()
        section.insertAdjacentHTML('beforeend', '<p><a href="/">12 more</a></p>')
        return section
      })
      page.replaceChildren(...sections)
    },
    { mostShown, mostAppointments },
  )

test('a full Today page and an order print on one page each, without navigation and buttons', async ({
  page,
  site,
}) => {
  const { number } = await placeOrderOn(site, { contact: { ...maya, note: 'Tablets, please.\n'.repeat(10) } })
  await signInAsAdminIn(page)
  // Nothing loads Today again while the test writes into it.
  await page.clock.install()
  for (const path of ['/admin', `/admin/orders/${number}`]) {
    await page.goto(path)
    // React would find other texts than it was sent.
    await expectHydrated(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation')).toBeHidden()
    await expect(page.getByRole('button', { name: to.ready })).toBeHidden()
    if (path === '/admin') await fillToday(page)
    const pdf = (await page.pdf({ format: 'Letter', margin: { top: '1cm', bottom: '1cm' } })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g), path).toHaveLength(1)
  }
})

test(
  'the calendar of a full day prints on one page as a list with phone numbers',
  { tag: '@long' },
  async ({ page, site }) => {
    const day = '2031-05-06'
    const { from } = clinicDayBounds(day, clinicTimeZone)
    const appointments = Array.from({ length: mostAppointments }, (_, index) => ({
      id: `sheet-${index}`,
      draftId: null,
      serviceId: services[0]!.id,
      state: index === 3 ? ('cancelled' as const) : ('confirmed' as const),
      startsAt: from + 9 * 3_600_000 + index * 1_200_000,
      endsAt: from + 10 * 3_600_000 + index * 1_200_000,
      person: 'person:clinic' as const,
      room: null,
      name: `Maya Thomas-Whittington ${index}`,
      email: '',
      phone: '(205) 555-0143',
      phoneDigits: '2055550143',
      health: null,
      healthKept: 0,
      bookedAt: from,
      cancelledFrom: null,
      undoUntil: null,
      revision: 0,
      linkVersion: 1,
    }))
    await look(site, (db) => db.insertInto('appointments').values(appointments).execute())
    await signInAsAdminIn(page)
    await page.goto(`/admin/appointments?day=${day}`)
    await page.emulateMedia({ media: 'print' })
    const sheet = page.getByRole('table').filter({ hasText: '(205) 555-0143' })
    await expect(sheet).toHaveCount(1)
    await expect(sheet.getByRole('row')).toHaveCount(mostAppointments + 1)
    await expect(sheet.getByText('(205) 555-0143').first()).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    const pdf = (await page.pdf({ format: 'Letter', margin: { top: '1cm', bottom: '1cm' } })).toString('latin1')
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  },
)
