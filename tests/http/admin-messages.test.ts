import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin as words } from '#content/pages/admin.ts'
import { adminMessage, adminMessages } from '#content/pages/admin-messages.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { shownOf } from '#tests/support/shown.ts'
import { visitor } from '#tests/support/visitor.ts'

describe.each(databasesFor(import.meta.url))('messages in the dashboard, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const readHtml = async (path: string) => (await admin.get(path)).text()
  const handledAt = (id: string) =>
    look(site, async (db) => {
      const row = await db.selectFrom('messages').select('handledAt').where('id', '=', id).executeTakeFirst()
      return row?.handledAt ?? null
    })

  test('stay in the inbox until they are marked as handled; reading one changes nothing', async () => {
    const message = { name: 'Maya <b>', email: 'maya@example.com', message: 'First line\n<script>second</script>' }
    const id = await sendMessageOn(site, message)
    expect(await readHtml('/admin/messages')).toContain(`/admin/messages/${id}`)
    const page = await readHtml(`/admin/messages/${id}`)
    expect(page).toContain('Maya &lt;b&gt;')
    expect(page).toContain('First line\n&lt;script&gt;second&lt;/script&gt;')
    expect(await handledAt(id)).toBeNull()
    const { handle, snooze, reopen, details, reply } = adminMessage
    const parts = [handle.button, snooze.label, reopen.button, snooze.wake, details.handled, `${details.assigned}</dt>`]
    expect(shownOf(page, [...parts, reply.serverDown, reply.button, reply.store])).toEqual([
      ...parts.slice(0, 2),
      reply.store,
    ])

    const answer = await admin.post(`/admin/messages/${id}`, { handled: 'yes' })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `/admin/messages/${id}#done`])
    expect(await readHtml(`/admin/messages/${id}`)).toMatch(new RegExp(`role="status"[^]*${adminMessage.handle.done}`))
    expect(await handledAt(id)).toBeTypeOf('number')
    expect(await readHtml('/admin/messages')).not.toContain(`/admin/messages/${id}`)
    const handled = await readHtml('/admin/messages?list=handled')
    expect(handled).toContain(`/admin/messages/${id}`)
    expect(
      shownOf(handled, [handle.button, reopen.button, adminMessages.bulk.assign, adminMessages.bulk.snooze]),
    ).toEqual([reopen.button])
    expect(shownOf(await readHtml(`/admin/messages/${id}`), [...parts.slice(1)])).toEqual([
      reopen.button,
      details.handled,
    ])

    await admin.post(`/admin/messages/${id}`, { handled: 'no' })
    expect(await handledAt(id)).toBeNull()
    expect(await readHtml('/admin/messages')).toContain(`/admin/messages/${id}`)
    const acts = await look(site, (db) =>
      db.selectFrom('auditEntries').select('act').where('record', '=', `message:${id}`).orderBy('sequence').execute(),
    )
    expect(acts.map(({ act }) => act)).toEqual(['message.handled', 'message.reopened'])
  })

  test('are handled from the list, which says so once and offers to undo it', async () => {
    const id = await sendMessageOn(site)
    const list = '/admin/messages?list=waiting'
    const answer = await admin.post(`/admin/messages/${id}`, { handled: 'yes', return: list })
    expect(answer.headers.get('Location')).toBe(`${list}#done`)
    const html = await readHtml(list)
    const [, toast = ''] = /id="done"([^]*?)<\/form>/.exec(html) ?? []
    expect(toast).toContain(adminMessage.handle.done)
    expect(toast).toContain(`action="/admin/messages/${id}"`)
    expect(toast).toContain('name="handled" value="no"')
    expect(toast).toContain(`name="return" value="${list}"`)
    expect(await readHtml(list)).not.toContain(adminMessage.handle.done)
  })

  test('are handled several at once, and back again, oldest or newest first', async () => {
    const ids = [
      await sendMessageOn(site, { message: 'One of two' }),
      await sendMessageOn(site, { message: 'The other' }),
    ]
    const list = '/admin/messages?sort=oldest'
    const html = await readHtml(list)
    for (const id of ids) expect(html).toContain(`name="chosen" value="${id}"`)
    const chosen = [...ids, 'unknown'].join('.')
    const answer = await admin.post(list, { handled: 'yes', chosen, return: list })
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${list}#done`])
    const [, toast = ''] = /id="done"([^]*?)<\/form>/.exec(await readHtml(list)) ?? []
    expect(toast).toContain(adminMessages.bulk.handled(2, 1))
    const [, undo = ''] = /name="chosen" value="([^"]+)"/.exec(toast) ?? []
    expect(undo.split('.').toSorted()).toEqual(ids.toSorted())
    await admin.post('/admin/messages', { handled: 'no', chosen: undo })
    expect(await readHtml(list)).toContain(adminMessages.bulk.reopened(2, 0))
    expect(await handledAt(ids[0]!)).toBeNull()
  })

  test('that are chosen wrongly change nothing', async () => {
    const id = await sendMessageOn(site, { message: 'Not chosen' })
    const many = Array.from({ length: 51 }, (_, index) => `id-${index}`).join('.')
    for (const [fields, status, said] of [
      [{ handled: 'yes' }, 400, words.choose.noneChosen],
      [{ handled: 'yes', chosen: '<b>.\0' }, 400, words.choose.noneChosen],
      [{ handled: 'yes', chosen: many }, 400, words.choose.tooMany(50)],
      [{ handled: 'perhaps', chosen: id }, 400, words.unknownIntent],
      [{ handled: 'no', chosen: id }, 409, adminMessages.bulk.noneChanged],
    ] as const) {
      const answer = await admin.post('/admin/messages', fields)
      expect(answer.status, said).toBe(status)
      expect(await answer.text()).toContain(said.replaceAll("'", '&#x27;'))
    }
    expect(await handledAt(id)).toBeNull()
  })

  test('lead back to no page outside the dashboard', async () => {
    const id = await sendMessageOn(site)
    for (const path of [
      '//example.com/admin',
      'https://example.com/admin',
      '/cart',
      '/administrator',
      '/admin/../cart',
    ])
      expect(
        (await admin.post(`/admin/messages/${id}`, { handled: 'yes', return: path })).headers.get('Location'),
      ).toBe(`/admin/messages/${id}#done`)
  })

  test('have an email link with the address and a fixed subject, but no other input of the visitor', async () => {
    const id = await sendMessageOn(site, { message: 'A private question about my knee' })
    const [, link = ''] = /href="(mailto:[^"]*)"/.exec(await readHtml(`/admin/messages/${id}`)) ?? []
    expect(link).toMatch(/^mailto:grace@example\.com\?subject=[^&]*$/)
    expect(decodeURIComponent(link)).not.toMatch(/knee|Grace/)
  })

  test('are listed in pages, newest first', async () => {
    const sent: string[] = []
    for (let index = 0; index < 26; index += 1)
      sent.push(await sendMessageOn(site, { message: `Number ${index}`, email: `n${index}@example.com` }))
    const seen: string[] = []
    for (let path: string | undefined = '/admin/messages'; path;) {
      const html = await readHtml(path)
      seen.push(...[...html.matchAll(/href="\/admin\/messages\/([\da-f-]{36})"/g)].map(([, id = '']) => id))
      path = /rel="next" href="(\/admin\/messages\?[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.slice(0, 26).toSorted()).toEqual(sent.toSorted())
  })

  test('that are unknown, and forged forms, are rejected', async () => {
    const id = await sendMessageOn(site, { message: 'Here' })
    expect((await admin.get('/admin/messages/unknown')).status).toBe(404)
    expect((await admin.post('/admin/messages/unknown', { handled: 'yes' })).status).toBe(404)
    expect((await admin.post(`/admin/messages/${id}`, { handled: 'perhaps' })).status).toBe(400)
    expect(await handledAt(id)).toBeNull()
  })

  test('can only be read and handled by the admin', async () => {
    const id = await sendMessageOn(site, { message: 'Secret' })
    const other = visitor(site)
    expect((await other.get(`/admin/messages/${id}`)).headers.get('Location')).toBe('/')
    const rejected = await other.post(`/admin/messages/${id}`, { handled: 'yes' })
    expect(rejected.status).toBe(403)
    expect(await rejected.text()).toContain(words.denied)
    expect(await handledAt(id)).toBeNull()
  })

  test('show a text when the inbox is empty', async () => {
    await look(site, (db) => db.updateTable('messages').set({ handledAt: 1 }).execute())
    expect(await readHtml('/admin/messages')).toContain(adminMessages.none.waiting.text)
  })
})
