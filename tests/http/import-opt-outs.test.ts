import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importsPath } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { exportsOfServices, oddExports } from '#tests/support/subscribers.ts'
import { until } from '#tests/support/timing.ts'
import { importPage } from '#content/pages/admin-imports.ts'

describe.each(databasesFor(import.meta.url))('importing an export from another service on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site.stop())

  async function upload(file: string | Buffer, name = 'list.csv') {
    const form = new FormData()
    form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name)
    const posted = await admin.upload(importsPath, form)
    expect(posted.status).toBe(303)
    return posted.headers.get('Location')!
  }

  const readPage = async (address: string) => (await (await admin.get(address)).text()).replaceAll('<!-- -->', '')

  /** The page once the dry run is done or asks a question. */
  const readSettledPage = (address: string) =>
    until(async () => {
      const html = await readPage(address)
      return html.includes('value="discard"') ? html : undefined
    })

  /** Runs a dry run and gives every question the same answer; returns the added addresses and the number of questions. */
  async function dryRun(file: string | Buffer, name: string | undefined, answer: 'on' | 'off') {
    const address = await upload(file, name)
    const questions = [...(await readSettledPage(address)).matchAll(/name="(value-\d+)"/g)].map(([, field]) => field!)
    if (questions.length > 0) {
      expect(await readAddresses(address)).toEqual({ all: [], added: [] })
      expect((await admin.post(address, { intent: 'import' })).status).toBe(409)
      const answers = Object.fromEntries(questions.map((field) => [field, answer]))
      expect((await admin.post(address, { intent: 'answer', ...answers })).status).toBe(303)
      await readSettledPage(address)
    }
    return { questions: questions.length, ...(await readAddresses(address)) }
  }

  async function readAddresses(address: string) {
    const lines = await look(site, (db) =>
      db
        .selectFrom('subscriberImportLines')
        .select(['address', 'outcome'])
        .where('importId', '=', address.split('/').at(-1)!)
        .orderBy('line')
        .execute(),
    )
    return {
      all: lines.map((line) => line.address),
      added: lines.filter(({ outcome }) => outcome === 'added').map((line) => line.address),
    }
  }

  const everyExport = [
    ...exportsOfServices.map(({ service, fileName, text }) => ({
      what: `${service} (${fileName})`,
      fileName,
      file: text,
    })),
    ...oddExports,
  ]

  test.each(everyExport)('never adds an address that opted out: $what', async ({ file, fileName }) => {
    const strict = await dryRun(file, fileName, 'off')
    const beginning = (...words: string[]) => strict.all.filter((one) => words.some((word) => one.startsWith(word)))
    expect(strict.all.length).toBeGreaterThan(0)
    expect(strict.added).toEqual(beginning('on'))
    expect(strict.questions > 0).toBe(beginning('ask').length > 0)
    if (strict.questions > 0) expect((await dryRun(file, fileName, 'on')).added).toEqual(beginning('on', 'ask'))
  })

  test('asks about each unknown value, and adds only the rows with an accepted value', async () => {
    const address = await upload(
      'email,status\na1@asked.example,Gold\na2@asked.example,Gone <b>\na3@asked.example,Active\n',
    )
    const html = await readSettledPage(address)
    expect(html).toContain('“Gold”')
    expect(html).toContain('Gone &lt;b&gt;')
    expect(html).not.toContain('value="import"')

    const half = await admin.post(address, { intent: 'answer', 'value-0': 'on', 'value-1': 'whatever' })
    expect(half.status).toBe(400)
    const again = (await half.text()).replaceAll('<!-- -->', '')
    expect(again).toContain(importPage.asks.choose)
    expect(again).toMatch(/<option value="on" selected="">/)
    expect((await admin.post(address, { intent: 'import' })).status).toBe(409)

    expect((await admin.post(address, { intent: 'answer', 'value-0': 'on', 'value-1': 'off' })).status).toBe(303)
    await until(async () => ((await readPage(address)).includes(importPage.import(2)) ? true : undefined))
    expect((await admin.post(address, { intent: 'answer', 'value-0': 'on', 'value-1': 'on' })).status).toBe(409)
    expect((await admin.post(address, { intent: 'import' })).status).toBe(303)
    await until(async () => ((await readPage(address)).includes(importPage.done(2)) ? true : undefined))
    const added = await look(site, (db) =>
      db.selectFrom('subscribers').select('email').where('email', 'like', '%@asked.example').orderBy('email').execute(),
    )
    expect(added.map(({ email }) => email)).toEqual(['a1@asked.example', 'a3@asked.example'])
  })

  test('asks about a column of any name, with all dates as one value', async () => {
    const html = await readSettledPage(
      await upload(
        'sep=,\nemail,Left the clinic on\na1@left.example,2020-01-02\na2@left.example,2021-03-04\na3@left.example,\n',
      ),
    )
    expect(html).toContain(importPage.asks.date('2020-01-02'))
    expect(html).toContain(importPage.asks.blank)
    expect(html.match(/name="value-\d+"/g)).toHaveLength(2)
    expect(html).not.toContain('value="import"')
  })

  test('can be discarded instead of answered, and deletes the uploaded file', async () => {
    const address = await upload('email,status\na1@discarded.example,Gold\n')
    await readSettledPage(address)
    expect((await admin.post(address, { intent: 'discard' })).headers.get('Location')).toBe(importsPath)
    const id = address.split('/').at(-1)!
    await until(async () => {
      const rows = await look(site, (db) =>
        db.selectFrom('subscriberImportParts').select('position').where('importId', '=', id).execute(),
      )
      return rows.length === 0 ? true : undefined
    })
  })

  test('rejects a file whose name says that its addresses unsubscribed', async () => {
    const html = await readSettledPage(await upload('email\na1@byname.example\n', 'unsubscribed_members_export_1.csv'))
    expect(html).toContain(importPage.offByName)
    expect(html).not.toContain('value="import"')
  })
})
