import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { adminMessage, replyTemplates as words } from '#content/pages/admin-messages.ts'
import { type signInAsAdmin, adminSettings } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { sendMessageOn } from '#tests/support/filled-dashboard.ts'
import { shownOf } from '#tests/support/shown.ts'
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
  const find = () => look(site, (db) => db.selectFrom('replyTemplates').selectAll().orderBy('title').execute())
  const save = (typed: Record<string, string>) => desk.post(path, { intent: 'save', template: '', ...typed })
  const formOn = async (address: string) => formsIn(await read(address)).find(({ fields }) => 'revision' in fields)!

  test('are added, changed and deleted, which can be undone', async () => {
    const parts = [words.add, words.none.text, words.change, words.cancel, words.remove.of('Prices')]
    expect(shownOf(await read(), parts)).toEqual(parts.slice(0, 2))
    expect((await save({ title: 'Prices', text: 'Dear {name},\nprices are on our website.' })).status).toBe(303)
    expect(await read()).toContain(words.done.saved)
    const [{ id } = { id: '' }] = await find()
    expect(await read()).toContain(`href="${path}?edit=${id}#edit"`)
    expect(shownOf(await read(`${path}?edit=${id}`), parts)).toEqual(parts.slice(2))
    expect(shownOf(await read(), parts)).toEqual([words.add, words.remove.of('Prices')])
    const { fields } = await formOn(`${path}?edit=${id}`)
    expect(fields).toMatchObject({ title: 'Prices', template: id, revision: '1' })
    expect((await desk.post(path, { ...fields, intent: 'save', title: 'Costs' })).status).toBe(303)
    expect(await find()).toMatchObject([{ title: 'Costs', revision: 2 }])

    expect((await desk.post(path, { intent: 'delete', template: id })).status).toBe(303)
    const page = await read()
    expect(page).toContain(words.done.deleted)
    expect(page).not.toContain('Costs')
    const undo = formsIn(page).find((form) => form.fields.template === id)!
    expect((await desk.post(path, { ...undo.fields, intent: 'restore' })).status).toBe(303)
    expect(await read()).toContain('Costs')
    expect((await desk.post(path, { intent: 'restore', template: id })).status).toBe(409)
  })

  test('bad input comes back with what was typed, and nobody’s change is lost unseen', async () => {
    for (const [typed, sentence] of [
      [{ title: '', text: 'qzkept' }, 'Enter a title.'],
      [{ title: 'qzkept', text: ' ' }, 'Enter the text.'],
      [{ title: 'x'.repeat(61), text: 'qzkept' }, 'at most 60 characters'],
      [{ title: 'qzkept', text: 'x'.repeat(4_001) }, 'at most 4,000 characters'],
    ] as [Record<string, string>, string][]) {
      const answer = await save(typed)
      const html = await answer.text()
      expect([answer.status, html.includes(sentence), html.includes('qzkept')], sentence).toEqual([400, true, true])
    }
    const [{ id } = { id: '' }] = await find()
    const { fields } = await formOn(`${path}?edit=${id}`)
    expect((await desk.post(path, { ...fields, intent: 'save', text: 'Theirs' })).status).toBe(303)
    const late = await desk.post(path, { ...fields, intent: 'save', text: 'Mine' })
    const html = await late.text()
    expect([late.status, html.includes(words.errors.changed)]).toEqual([409, true])
    expect((await find())[0]?.text).toBe('Theirs')
    const again = formsIn(html).find((form) => form.fields.text === 'Mine')!
    expect((await desk.post(path, { ...again.fields, intent: 'save' })).status).toBe(303)
    expect((await find())[0]?.text).toBe('Mine')

    await desk.post(path, { intent: 'delete', template: id })
    const gone = await desk.post(path, { ...again.fields, intent: 'save', title: 'Once more' })
    const goneHtml = await gone.text()
    expect([gone.status, goneHtml.includes(words.errors.gone)]).toEqual([409, true])
    const added = formsIn(goneHtml).find((form) => form.fields.title === 'Once more')!
    expect((await desk.post(path, { ...added.fields, intent: 'save' })).status).toBe(303)
    expect((await find()).filter(({ deletedAt }) => deletedAt === null)).toMatchObject([{ title: 'Once more' }])
  })

  test('one is inserted after what was written, with the name of who wrote and of the clinic', async () => {
    await save({ title: 'Thanks', text: 'Dear {name},\nthank you. {clinic}' })
    const id = (await find()).find(({ title }) => title === 'Thanks')!.id
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

  test('there are only so many', async () => {
    const { length } = (await find()).filter(({ deletedAt }) => deletedAt === null)
    await look(site, (db) =>
      db
        .insertInto('replyTemplates')
        .values(
          Array.from({ length: 50 - length }, (_, n) => ({ id: `full-${n}`, title: `T${n}`, text: 'x', revision: 1 })),
        )
        .execute(),
    )
    const answer = await save({ title: 'One more', text: 'qzkept' })
    const html = await answer.text()
    expect([answer.status, html.includes(words.errors.tooMany), html.includes('qzkept')]).toEqual([409, true, true])
  })
})
