import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rowsOnAPage } from '#app/domain/newsletter/subscriber-list.server.ts'
import { exportPath, subscribersPath as path } from '#app/domain/newsletter/subscriber.ts'
import { formatClinicDate } from '#app/domain/shared/clinic-time.ts'
import { adminSettings, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { decode, shownOf } from '#tests/support/shown.ts'
import { signInAs } from '#tests/support/staff.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { visitor } from '#tests/support/visitor.ts'
import { admin as adminWords } from '#content/pages/admin.ts'
import { subscribersPage as words } from '#app/routes/admin/subscribers/words.ts'
import { clinic } from '#content/clinic.ts'

describe.each(databasesFor(import.meta.url))('the list of subscribers on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site.stop())

  const put = (...rows: Parameters<typeof listSubscribers>[1]) => look(site, (db) => listSubscribers(db, rows))
  const stored = (email: string) =>
    look(site, (db) => db.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirst())
  /** The page after a post and its redirect. */
  async function press(fields: Record<string, string>, address = path) {
    const posted = await admin.post(address, fields)
    const html = decode(
      await (posted.status === 303 ? await admin.get(posted.headers.get('Location')!) : posted).text(),
    )
    return { status: posted.status, to: posted.headers.get('Location'), html }
  }
  const add = (email: string) => press({ intent: 'add', email })

  test('adds an address, newest first, without a date and without an email', async () => {
    const shown = async (query = '', who = admin) => shownOf(decode(await (await who.get(path + query)).text()), parts)
    const { none, noneFound, noneInState, clear, sorts, reset } = words
    const parts = [none.text, noneFound.text, noneInState.text, clear, sorts.oldest, words.export, reset]
    expect(await shown()).toEqual([none.text, words.export])
    const { html, to } = await add('  Maya@Example.COM ')
    expect(await shown()).toEqual([sorts.oldest, words.export])
    expect(await shown('', await signInAs(site, 'editor'))).toEqual([sorts.oldest])
    expect(await shown('?q=nobody')).toEqual([noneFound.text, clear, words.export])
    expect(await shown('?state=pending')).toEqual([noneInState.text, words.export])
    expect(to).toBe(`${path}#outcome`)
    expect(html).toContain(words.added('maya@example.com'))
    expect(await stored('maya@example.com')).toMatchObject({ state: 'subscribed', subscriptionDate: null })
    expect(await look(site, (db) => db.selectFrom('emails').select('id').execute())).toEqual([])
    expect((await add('maya@example.com')).html).toContain(words.known('maya@example.com'))
  })

  test('shows a date only for public sign-ups', async () => {
    await visitor(site).post('/', { email: 'public@example.com' })
    await add('by-hand@example.com')
    const html = await (await admin.get(`${path}?q=public@`)).text()
    expect(html).toContain(formatClinicDate(Date.now(), clinic.timeZone))
    expect(await (await admin.get(`${path}?q=by-hand@`)).text()).not.toContain(
      formatClinicDate(Date.now(), clinic.timeZone),
    )
  })

  test('ignores a blank address', async () => {
    for (const email of ['', '   ']) {
      const { status, html } = await add(email)
      expect(status).toBe(303)
      expect(html).not.toMatch(/id="outcome"|aria-invalid/)
    }
  })

  test('reports an invalid address next to the field, and preserves it', async () => {
    const { status, html } = await add('not <an> address')
    expect(status).toBe(400)
    expect(html).toContain('value="not <an> address"')
    expect(html).toContain('aria-invalid="true"')
  })

  test('adds an unsubscribed person only after confirmation', async () => {
    await put({ email: 'left@example.com', state: 'unsubscribed' })
    const asked = await add('left@example.com')
    expect(asked.status).toBe(409)
    expect(asked.html).toContain(words.unsubscribed.text('left@example.com'))
    expect(await stored('left@example.com')).toMatchObject({ state: 'unsubscribed' })
    await press({ intent: 'add-despite', email: 'left@example.com' })
    expect(await stored('left@example.com')).toMatchObject({ state: 'subscribed' })
  })

  test('offers to reset a bounced address, in the form and in its row', async () => {
    await put({ email: 'bounced@example.com', id: 'b-1', state: 'bounced' })
    const asked = await add('bounced@example.com')
    expect(asked.status).toBe(409)
    expect(asked.html).toContain('value="reset:b-1"')
    expect((await press({ intent: 'reset:b-1' })).html).toContain(words.wasReset('bounced@example.com'))
    expect(await stored('bounced@example.com')).toMatchObject({ state: 'subscribed' })
    const late = await press({ intent: 'reset:b-1' })
    expect([late.status, ...shownOf(late.html, [words.notBounced])]).toEqual([409, words.notBounced])
  })

  test('opens a row by its address and saves the input', async () => {
    await put({ email: 'tipo@example.com', id: 'e-1', subscriptionDate: 1_700_000_000_000 })
    const open = await (await admin.get(`${path}?edit=e-1`)).text()
    expect(open.split('value="tipo@example.com"')).toHaveLength(3)
    const elsewhere = await (await admin.get(`${path}?edit=e-1&q=maya`)).text()
    expect(shownOf(elsewhere, ['value="tipo@example.com"', 'reset:e-1', '>Maya<'])).toHaveLength(1)
    const saved = await press(
      { intent: 'save:e-1', was: 'tipo@example.com', email: 'typo@example.com' },
      `${path}?edit=e-1`,
    )
    expect(saved.to).toBe(`${path}#outcome`)
    expect(saved.html).toContain(words.saved('typo@example.com'))
    expect(await stored('typo@example.com')).toMatchObject({ id: 'e-1', subscriptionDate: 1_700_000_000_000 })
  })

  test('reports that another tab deleted or changed the row, and loses no input', async () => {
    await put({ email: 'tab@example.com', id: 't-1' })
    const save = (was: string, email: string) => press({ intent: 'save:t-1', was, email }, `${path}?edit=t-1`)
    await save('tab@example.com', 'first@example.com')
    const second = await save('tab@example.com', 'second@example.com')
    expect(second.status).toBe(409)
    expect(second.html).toContain(words.changed('first@example.com'))
    expect(second.html).toContain('value="second@example.com"')
    expect(second.html).toContain('name="was" value="first@example.com"')
    await press({ intent: 'delete:t-1' })
    const third = await save('first@example.com', 'third@example.com')
    expect(third.status).toBe(409)
    expect(third.html).toContain(words.gone('third@example.com'))
    expect(third.html).toMatch(/id="email"[^>]*value="third@example.com"|value="third@example.com"[^>]*id="email"/)
  })

  test('rejects a taken or invalid address', async () => {
    await put({ email: 'one@example.com', id: 'o-1' }, { email: 'two@example.com' })
    const save = (email: string) => press({ intent: 'save:o-1', was: 'one@example.com', email }, `${path}?edit=o-1`)
    const taken = await save('Two@example.com')
    expect([taken.status, taken.html.includes(words.taken)]).toEqual([400, true])
    expect((await save('not an address')).status).toBe(400)
    expect((await save('')).status).toBe(400)
    expect(await stored('one@example.com')).toMatchObject({ id: 'o-1' })
  })

  test('deletes at once, and restores the same row', async () => {
    await put({ email: 'gone@example.com', id: 'g-1', state: 'pending', subscriptionDate: null })
    const before = await stored('gone@example.com')
    const deleted = await press({ intent: 'delete:g-1' }, `${path}?state=pending`)
    expect(deleted.to).toBe(`${path}?state=pending#outcome`)
    expect(deleted.html).toContain(words.deleted('gone@example.com'))
    expect(deleted.html).toContain('value="undo:g-1"')
    expect(await stored('gone@example.com')).toBeUndefined()
    expect((await press({ intent: 'undo:g-1' })).html).toContain(words.restored('gone@example.com'))
    expect(await stored('gone@example.com')).toEqual(before)
  })

  test('deletes several at once, restores them, and says what was chosen wrongly', async () => {
    await put({ email: 'first@bulk.example', id: 'bulk-1' }, { email: 'second@bulk.example', id: 'bulk-2' })
    const list = `${path}?sort=oldest`
    const deleted = await press({ intent: 'delete-chosen', chosen: 'bulk-1.bulk-2.unknown', return: list }, list)
    expect(deleted.to).toBe(`${list}#done`)
    expect(deleted.html).toContain(words.bulk.deleted(2, 1))
    expect(deleted.html).toContain('name="chosen" value="bulk-1.bulk-2"')
    expect(await stored('first@bulk.example')).toBeUndefined()
    const restored = await press({ intent: 'restore-chosen', chosen: 'bulk-1.bulk-2' })
    expect(restored.html).toContain(words.bulk.restored(2, 0))
    expect(await stored('second@bulk.example')).toMatchObject({ id: 'bulk-2' })

    const left = await press({ intent: 'unsubscribe-chosen', chosen: 'bulk-1.unknown' })
    expect(left.html).toContain(words.bulk.unsubscribed(1, 1))
    expect(await stored('first@bulk.example')).toMatchObject({ state: 'unsubscribed' })
    const [, at = ''] = /name="at" value="(\d+)"/.exec(left.html) ?? []
    const undo = { intent: 'undo-unsubscribe', chosen: 'subscribed_bulk-1', at }
    expect((await press(undo)).html).toContain(words.bulk.unsubscribesUndone(1, 0))
    expect(await stored('first@bulk.example')).toMatchObject({ state: 'subscribed' })
    expect(await press(undo)).toMatchObject({ status: 409 })

    await put({ email: 'gone@bulk.example', id: 'bulk-3', state: 'bounced' })
    expect((await press({ intent: 'reset-chosen', chosen: 'bulk-3.bulk-2' })).html).toContain(
      words.bulk.wereReset(1, 1),
    )
    expect(await stored('gone@bulk.example')).toMatchObject({ state: 'subscribed' })
    const marked = await press({ intent: 'undo-reset', chosen: 'bulk-3' })
    expect(marked.html).toContain(words.bulk.resetsUndone(1, 0))
    expect(await stored('gone@bulk.example')).toMatchObject({ state: 'bounced' })

    const many = Array.from({ length: 51 }, (_, index) => `b-${index}`).join('.')
    for (const [chosen, status, said] of [
      ['', 400, adminWords.choose.noneChosen],
      [many, 400, adminWords.choose.tooMany(50)],
      ['unknown', 409, words.bulk.noneChanged],
    ] as const)
      expect(await press({ intent: 'delete-chosen', chosen })).toMatchObject({
        status,
        html: expect.stringContaining(said) as string,
      })
  })

  test('reports that it is too late to undo, or that the address subscribed again', async () => {
    await put({ email: 'late@example.com', id: 'l-1' })
    await press({ intent: 'delete:l-1' })
    await add('late@example.com')
    for (const [id, says] of [
      ['l-1', words.backAlready],
      ['unknown', words.tooLate],
    ] as const)
      expect(await press({ intent: `undo:${id}` })).toMatchObject({ status: 409, html: expect.stringContaining(says) })
  })

  test('pages through a filter, with totals of every status', async () => {
    await put(
      ...Array.from({ length: rowsOnAPage + 1 }, (_, n) => ({
        email: `q${n}@leaf.example`,
        state: 'bounced' as const,
      })),
    )
    const first = decode(await (await admin.get(`${path}?state=bounced&q=@leaf`)).text())
    expect(first).toContain('q0@')
    expect(shownOf(first, [words.sorts.oldest, words.clear, 'rel="prev"', 'value="reset-chosen"'])).toHaveLength(2)
    const [, next = ''] = /rel="next" href="([^"]+)"/.exec(first) ?? []
    const second = decode(await (await admin.get(next)).text())
    expect(second).not.toContain('rel="next"')
    const [, back = ''] = /rel="prev" href="([^"]+)"/.exec(second) ?? []
    expect(decode(await (await admin.get(back)).text())).toContain('q0@')
    const totals = await look(site, (db) =>
      db
        .selectFrom('subscribers')
        .select(['state', db.fn.countAll().as('count')])
        .groupBy('state')
        .execute(),
    )
    for (const { state, count } of totals)
      expect(first.replaceAll('<!-- -->', '')).toContain(
        `${words.states[state]} <span class="num">${Number(count).toLocaleString('en-US')}</span>`,
      )
  })

  test('exports all or filtered rows, without formulas', async () => {
    await put(
      { email: '+sum@export.example', subscriptionDate: Date.UTC(2026, 4, 5, 15) },
      ...Array.from({ length: 1_200 }, (_, n) => ({ email: `e${n}@export.example`, state: 'pending' as const })),
    )
    const save = async (fields: Record<string, string>) => {
      const file = await confirmWithPassword(admin, exportPath, fields)
      return { file, rows: parse(await file.text(), { bom: true }) as string[][] }
    }
    const all = await save({})
    expect(all.file.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="subscribers-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(all.file.headers.get('Cache-Control')).toBe('no-store')
    expect(all.rows).toHaveLength(
      1 +
        Number(
          (
            await look(site, (db) =>
              db.selectFrom('subscribers').select(db.fn.countAll().as('count')).executeTakeFirstOrThrow(),
            )
          ).count,
        ),
    )
    expect(all.rows).toContainEqual(["'+sum@export.example", words.states.subscribed, '2026-05-05', '', '', ''])
    const some = await save({ state: 'pending', q: '@export' })
    expect(some.rows).toHaveLength(1_201)
    expect(some.rows[1]).toEqual(['e0@export.example', words.states.pending, '', '', '', ''])
    const acts = await look(site, (db) =>
      db.selectFrom('auditEntries').selectAll().where('act', '=', 'subscribers.exported').orderBy('sequence').execute(),
    )
    expect(acts.map(({ detail }) => detail)).toEqual(['all', 'only pending, that a search finds'])
    expect((await visitor(site).post(exportPath, {})).status).toBe(403)
    // As by a reload: the form that confirms the identity has this address.
    expect((await admin.get(exportPath)).headers.get('Location')).toBe(path)
  })

  test.each([
    'state=asleep&after=%00&edit=unknown',
    `q=${'x'.repeat(3000)}`,
    'q=%00%ff',
    'after=a&before=b',
    "q=';drop table subscribers--",
  ])('responds to any address with a page (%s)', async (query) => {
    expect((await admin.get(`${path}?${query}`)).status).toBe(200)
  })

  test.each([{ intent: 'constructor:x' }, { intent: 'save' }, { intent: 'delete:' }, { intent: 'undo:%00' }])(
    'no malformed post causes an error: %j',
    async (fields) => {
      expect((await admin.post(path, fields)).status).toBeLessThan(500)
    },
  )

  test('is only available to the admin', async () => {
    expect((await visitor(site).get(path)).headers.get('Location')).toBe('/')
    const rejected = await visitor(site).post(path, { intent: 'add', email: 'stranger@example.com' })
    expect(rejected.status).toBe(403)
    const html = await rejected.text()
    expect(html).toContain(adminWords.denied)
    expect(html).toContain('stranger@example.com')
    expect(await stored('stranger@example.com')).toBeUndefined()
  })

  test('logs no address', () => {
    expect(site.output()).not.toMatch(/@example\.(com|org)|@leaf/)
  })
})
