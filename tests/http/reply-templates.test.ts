import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { adminMessage, replyTemplates as words } from '#content/pages/admin-messages.ts'
import { type signInAsAdmin, adminSettings } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { formsIn } from '#tests/support/visitor.ts'
import { signInAs } from '#tests/support/staff.ts'

const path = '/admin/messages/templates'
const { template: insertWords } = adminMessage.reply

describe.each(databasesFor(import.meta.url))('reply templates on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let desk: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    desk = await signInAs(site, 'front-desk')
  })
  afterAll(() => site?.stop())

  const read = async (address = path) => (await desk.get(address)).text()
  const add = (title: string, text: string) => desk.post(path, { intent: 'add', title, text })

  test('are for those who answer messages, and may name anything in braces', async () => {
    const editor = await signInAs(site, 'editor')
    expect((await editor.get(path)).status).toBe(403)
    expect((await editor.get('/admin/reply-templates')).status, 'not by another address').toBe(404)
    for (const [title, text, sentence] of [
      ['', 'qzkept', 'Enter a title.'],
      ['qzkept', ' ', 'Enter the text.'],
      ['x'.repeat(61), 'qzkept', 'at most 60 characters'],
      ['qzkept', 'x'.repeat(4_001), 'at most 4000 characters'],
    ] as const) {
      const answer = await add(title, text)
      const html = await answer.text()
      expect([answer.status, html.includes(sentence), html.includes('qzkept')], sentence).toEqual([400, true, true])
    }
    expect((await add('Prices', 'Dear {name},\n{anything}')).headers.get('Location')).toBe(`${path}/prices#done`)
    expect(await read()).toContain(`href="${path}/prices"`)
    expect(await read(`${path}/prices`)).toContain('{anything}')
  })

  test('one is inserted after what was written, with the name of who wrote and of the clinic', async () => {
    await add('Thanks', 'Dear {name},\nthank you. {clinic}')
    const id = 'thanks'
    const message = await sendMessageOn(site, { name: 'Priya Menon' })
    const address = `/admin/messages/${message}`
    const replyIn = (html: string) => formsIn(html).find(({ fields }) => 'text' in fields)!
    const { fields } = replyIn(await read(address))
    const insert = (typed: Record<string, string>) =>
      desk.post(address, { ...fields, intent: 'insert-template', text: 'First a word.', ...typed })
    const answer = await insert({ template: id })
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain(insertWords.inserted)
    const { name } = contentFacts(Date.now())
    const inserted = replyIn(html).fields
    expect(inserted.text).toBe(`First a word.\n\nDear Priya Menon,\nthank you. ${name}`)
    expect(inserted).toMatchObject({ reply: fields.reply, seen: fields.seen })
    for (const [template, status, sentence] of [
      ['', 400, insertWords.none],
      ['gone', 409, insertWords.gone],
    ] as const) {
      const refused = await insert({ template })
      const page = await refused.text()
      expect([refused.status, page.includes(sentence), replyIn(page).fields.text]).toEqual([
        status,
        true,
        'First a word.',
      ])
    }
    expect((await desk.post(address, { ...inserted, intent: 'reply' })).status).toBe(303)
    const replies = await look(site, (db) => db.selectFrom('messageReplies').select('text').execute())
    expect(replies).toEqual([{ text: inserted.text }])
  })

  test('that are removed can’t be inserted, and make room where there are only so many', async () => {
    for (let n = 3; n <= 50; n += 1) expect((await add(`T${n}`, 'x')).status).toBe(303)
    const answer = await add('One more', 'qzkept')
    const html = await answer.text()
    expect([answer.status, html.includes(words.tooMany), html.includes('qzkept')]).toEqual([409, true, true])
    expect((await desk.post(`${path}/t3`, { intent: 'remove', version: '1' })).status).toBe(303)
    const message = await sendMessageOn(site, { name: 'Tom Alvarez' })
    const options = await read(`/admin/messages/${message}`)
    expect([options.includes('value="t4"'), options.includes('value="t3"')]).toEqual([true, false])
    expect((await add('One more', 'x')).status).toBe(303)
  })
})
