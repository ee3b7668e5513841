import { expect } from '@playwright/test'
import { pagesWords } from '#app/routes/admin/pages/words.ts'
import { adminMessage, replyTemplates } from '#content/pages/admin-messages.ts'
import { signInAsAdmin, signInAsAdminIn } from '#tests/support/admin.ts'
import { look } from '#tests/support/databases.ts'
import { sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { testOnItsOwnAdminSite } from '#tests/support/sites.ts'
import { isLong } from '#tests/support/timing.ts'
import { expectFineInEveryLook, firstLook } from '#tests/support/axe.ts'
import { expectHydrated } from '#tests/support/browser-site.ts'

const test = testOnItsOwnAdminSite()

test.use(firstLook)

test('axe finds nothing on reply templates, none, wrong, listed and edited, and on a reply with one', async ({
  page,
  site,
}) => {
  const id = await sendMessageOn(site)
  await signInAsAdminIn(page, site)
  await page.goto('/admin/messages/templates')
  await expectHydrated(page)
  await page.getByRole('button', { name: replyTemplates.add }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeFocused()
  await expectFineInEveryLook(page)
  await page.getByLabel(replyTemplates.fields.title).fill('How to prepare for Shirodhara')
  await page
    .getByLabel(replyTemplates.fields.text)
    .fill('Dear {name},\n\neat lightly and plan a quiet evening. '.repeat(4))
  await page.getByRole('button', { name: replyTemplates.add }).click()
  await expect(page.getByText(pagesWords.atOnce.published('How to prepare for Shirodhara'))).toBeVisible()
  await expectFineInEveryLook(page)
  await page.goto('/admin/messages/templates')
  await expectHydrated(page)
  await expect(page.getByRole('link', { name: 'How to prepare' })).toBeVisible()
  await expectFineInEveryLook(page)
  await page.goto(`/admin/messages/${id}`)
  await expectHydrated(page)
  await page.getByLabel(adminMessage.reply.template.label).selectOption('How to prepare for Shirodhara')
  await page.getByRole('button', { name: adminMessage.reply.template.insert }).click()
  await expect(page.getByLabel(adminMessage.reply.label)).toHaveValue(/plan a quiet evening/)
  await expectFineInEveryLook(page)
})

test('axe finds nothing on messages that are assigned, snoozed and handled, and on their lists', async ({
  page,
  site,
}) => {
  const owner = await signInAsAdmin(site)
  const names = ['Grace Kim', 'Tom Alvarez', 'Priya Menon']
  for (const name of names) await sendMessageOn(site, { name, message: `This is ${name}.` })
  const sent = await look(site, (db) => db.selectFrom('messages').select(['id', 'name']).execute())
  const [assigned, snoozed, handled] = names.map((name) => sent.find((message) => message.name === name)!.id)
  const { id: assignee } = await look(site, (db) => db.selectFrom('users').select('id').executeTakeFirstOrThrow())
  const until = Temporal.Now.plainDateISO('America/Chicago').add({ days: 3 }).toString()
  await owner.post(`/admin/messages/${assigned}`, { intent: 'assign', assignee })
  await owner.post(`/admin/messages/${snoozed}`, { intent: 'snooze', until })
  await owner.post(`/admin/messages/${handled}`, { handled: 'yes' })
  await signInAsAdminIn(page, site)
  const lists = [
    ['mine', 'Grace Kim'],
    ['snoozed', 'Tom Alvarez'],
    ['waiting', 'Grace Kim'],
    ['handled', 'Priya Menon'],
  ] as const
  // The others have the same parts.
  for (const [list, name] of isLong ? lists : lists.slice(0, 2)) {
    await page.goto(`/admin/messages?list=${list}`)
    await expect(page.getByRole('link', { name })).toBeVisible()
    await expectFineInEveryLook(page)
  }
  for (const id of [assigned, snoozed, handled]) {
    await page.goto(`/admin/messages/${id}`)
    await expectFineInEveryLook(page)
  }
})
