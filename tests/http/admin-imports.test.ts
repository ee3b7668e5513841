import { request } from 'node:http'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importsPath, mostFileBytes } from '#app/domain/newsletter/imports/subscriber-import.ts'
import { exportPath, subscribersPath } from '#app/domain/newsletter/subscriber.ts'
import { adminSettings, confirmWithPassword, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteForTest, startSiteOn, startSiteProcessOn } from '#tests/support/databases.ts'
import { plain, shownOf } from '#tests/support/shown.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'
import { isLong, until } from '#tests/support/timing.ts'
import { visitor } from '#tests/support/visitor.ts'
import { subscribersPage as listWords } from '#app/routes/admin/subscribers/words.ts'
import { importPage, importsPage, reportPage } from '#content/pages/admin-imports.ts'

describe.each(databasesFor(import.meta.url))('a file of subscribers on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site.stop())

  function toForm(file: string | Uint8Array<ArrayBuffer>, name = 'list.csv') {
    const form = new FormData()
    form.set('file', new Blob([file]), name)
    return form
  }

  const upload = (file: string | Uint8Array<ArrayBuffer>) => admin.upload(importsPath, toForm(file))
  const readPage = async (address: string) => plain(await (await admin.get(address)).text())

  /** Uploads a file; returns the path of the import once its page contains the sentence. */
  async function checked(file: string | Uint8Array<ArrayBuffer>, sentence = importPage.checked, withinMs?: number) {
    const posted = await upload(file)
    expect(posted.status).toBe(303)
    const address = posted.headers.get('Location')!
    await until(async () => ((await readPage(address)).includes(sentence) ? true : undefined), withinMs)
    return address
  }

  test('is checked first, then imported by one click, and the report has the outcome of each line', async () => {
    await look(site, (db) =>
      listSubscribers(db, [{ email: 'known@first.example' }, { email: 'left@first.example', state: 'unsubscribed' }]),
    )
    const address = await checked(
      'Name;E-Mail\r\nA;new@first.example\r\nB;known@first.example\r\nC;left@first.example\r\nD;=1+1\r\nE;new@first.example\r\n',
    )
    const before = await readPage(address)
    const { outcomes, nothing, offByName, kept, discard } = importPage
    const parts = [importPage.import(1), discard, outcomes.unsubscribed.why, outcomes.bounced.why, nothing, offByName]
    expect(shownOf(before, [...parts, kept, 'Read as'])).toEqual(parts.slice(0, 3))
    for (const line of [2, 3, 4, 5, 6]) expect(before).toContain(importPage.line(line))
    const found = () =>
      look(site, (db) => db.selectFrom('subscribers').selectAll().where('email', 'like', '%@first.example').execute())
    expect(await found()).toHaveLength(2)

    expect((await admin.post(address, { intent: 'import' })).status).toBe(303)
    await until(async () => ((await readPage(address)).includes(importPage.done(1)) ? true : undefined))
    expect(await found()).toContainEqual(
      expect.objectContaining({ email: 'new@first.example', state: 'subscribed', subscriptionDate: null }),
    )
    expect((await admin.post(address, { intent: 'import' })).status).toBe(409)

    expect(shownOf(await readPage(address), [...parts, kept])).toEqual([outcomes.unsubscribed.why, kept])
    expect(await readPage(importsPath)).toContain(importsPage.states.done)
    const report = await readPage(`${address}/report`)
    expect(shownOf(report, [outcomes.unsubscribed.why, outcomes.bounced.why, 'rel="prev"', reportPage.none])).toEqual([
      outcomes.unsubscribed.why,
    ])
    expect(await readPage(`${address}/report?outcome=malformed`)).not.toContain('known@first.example')
    const file = await (await confirmWithPassword(admin, `${address}/report/file`)).text()
    expect(parse(file, { bom: true })).toEqual([
      Object.values(reportPage.columns),
      ['2', 'new@first.example', importPage.outcomes.added.after, importPage.outcomes.added.why],
      ['3', 'known@first.example', importPage.outcomes.known.after, importPage.outcomes.known.why],
      ['4', 'left@first.example', importPage.outcomes.unsubscribed.after, importPage.outcomes.unsubscribed.why],
      ['5', "'=1+1", importPage.outcomes.malformed.after, importPage.outcomes.malformed.why],
      ['6', 'new@first.example', importPage.outcomes.duplicate.after, importPage.outcomes.duplicate.why],
    ])
    expect(await look(site, (db) => db.selectFrom('subscriberImportParts').select('position').execute())).toEqual([])
  })

  test('imports names and sign-up dates as evidence, which the subscriber and the export show', async () => {
    const file =
      'Email Address,First Name,Last Name,OPTIN_TIME,CONFIRM_TIME,MEMBER_RATING,LEID,EUID,UNSUB_TIME\r\n' +
      'maya@evidence.example,Maya,Rao <b>,2021-03-04 10:11:12,,3,1,a,\r\n' +
      'rosa@evidence.example,,,,2020-05-05 08:00:00,2,2,b,\r\n' +
      'gone@evidence.example,Lin,Chen,2019-01-01 00:00:00,,1,3,c,2020-02-03 04:05:06\r\n'
    const address = await checked(file)
    expect((await admin.post(address, { intent: 'import' })).status).toBe(303)
    await until(async () => ((await readPage(address)).includes(importPage.done(2)) ? true : undefined))
    const rows = await look(site, (db) =>
      db.selectFrom('subscribers').selectAll().where('email', 'like', '%@evidence.example').orderBy('email').execute(),
    )
    expect(rows).toMatchObject([
      { email: 'maya@evidence.example', name: 'Maya Rao <b>', signedUp: '2021-03-04 10:11:12', source: 'list.csv' },
      { email: 'rosa@evidence.example', name: null, signedUp: '2020-05-05 08:00:00', source: 'list.csv' },
    ])
    const shown = await readPage(`${subscribersPath}?q=maya%40evidence&edit=${rows[0]!.id}`)
    expect(shown).toContain(
      'from list.csv. Name in the file: Maya Rao &lt;b&gt;. Signed up there: 2021-03-04 10:11:12.',
    )
    const saved = await (await confirmWithPassword(admin, exportPath, { q: '@evidence' })).text()
    expect(parse(saved, { bom: true })).toEqual([
      [...Object.values(listWords.columns).slice(0, 3), ...Object.values(listWords.importedColumns)],
      ['maya@evidence.example', listWords.states.subscribed, '', 'Maya Rao <b>', '2021-03-04 10:11:12', 'list.csv'],
      ['rosa@evidence.example', listWords.states.subscribed, '', '', '2020-05-05 08:00:00', 'list.csv'],
    ])
    // For skipped people, only the address is stored.
    const lines = await look(site, (db) =>
      db.selectFrom('subscriberImportLines').selectAll().where('address', '=', 'gone@evidence.example').execute(),
    )
    expect(lines).toMatchObject([{ outcome: 'not-subscribed', name: null, signedUp: null }])
  })

  test('is discarded with all its data', async () => {
    const address = await checked('a@discarded.example')
    expect((await admin.post(address, { intent: 'discard' })).headers.get('Location')).toBe(importsPath)
    expect((await admin.get(address)).status).toBe(404)
    const id = address.split('/').at(-1)!
    await until(async () => {
      const left = await look(site, (db) =>
        db.selectFrom('subscriberImportLines').select('line').where('importId', '=', id).execute(),
      )
      return left.length === 0 ? true : undefined
    })
  })

  test('has a paged report', async () => {
    const address = await checked(Array.from({ length: 250 }, (_, n) => `p${n}@pages.example`).join('\n'))
    const shown: number[] = []
    for (let next: string | undefined = `${address}/report`; next;) {
      const html: string = await readPage(next)
      shown.push((html.split('</main>')[0]?.match(/@pages\.example/g) ?? []).length)
      next = /rel="next" href="([^"]+)"/.exec(html)?.[1]
    }
    expect(shown).toEqual([100, 100, 50])
  })

  test('that is invalid is rejected with a reason', async () => {
    const binary = new Uint8Array(300_000)
    await checked(binary, importPage.refused.binary)
    await checked('just an email', importPage.refused['no-addresses'])
    const nothing = await upload('')
    expect([nothing.status, plain(await nothing.text()).includes(importsPage.emptyFile)]).toEqual([400, true])
    const none = await admin.upload(importsPath, toForm('', ''))
    expect([none.status, plain(await none.text()).includes(importsPage.choose)]).toEqual([400, true])
    const noForm = await admin.post(importsPath, { file: 'text' })
    expect(noForm.status).toBe(403)
  })

  test.runIf(isLong)('of 20 MB is accepted', { timeout: 150_000 }, async () => {
    const line = 'x@example.com,'.padEnd(19_999, '-')
    const most = new TextEncoder().encode(`${line}\n`.repeat(Math.floor(mostFileBytes / 20_000)))
    await checked(most, importPage.checked, 100_000)
  })

  test('that is too long is rejected early, and no other URL accepts so much', async () => {
    const tooLong = await sendLength(importsPath, 200 * 1024 * 1024)
    expect(tooLong.status).toBe(413)
    expect(tooLong.text).toContain(importsPage.tooLarge(20))
    expect((await sendLength(subscribersPath, 1024 * 1024)).status).toBe(413)
    expect((await sendLength(`${importsPath}/x`, 1024 * 1024)).status).toBe(413)
  })

  test('from a stranger is rejected', async () => {
    const rejected = await visitor(site).upload(importsPath, toForm('a@example.com\n'.repeat(100_000)))
    expect(rejected.status).toBe(403)
    expect((await visitor(site).get(importsPath)).headers.get('Location')).toBe('/')
    expect((await visitor(site).post(`${importsPath}/x/report/file`, {})).status).toBe(403)
  })

  test('that does not exist is not found', async () => {
    expect((await admin.get(`${importsPath}/%00`)).status).toBe(400)
    for (const address of [`${importsPath}/unknown`, `${importsPath}/unknown/report`])
      expect((await admin.get(address)).status, address).toBe(404)
    expect((await admin.post(`${importsPath}/unknown`, { intent: 'import' })).status).toBe(404)
    expect((await confirmWithPassword(admin, `${importsPath}/unknown/report/file`)).status).toBe(404)
  })

  test.runIf(isLong)(
    'resumes after a restart if its worker was killed',
    async () => {
      const other = await startSiteProcessOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
      const first = await signInAsAdmin(other)
      const many = Array.from({ length: 20_000 }, (_, n) => `p${n}@killed.example`).join('\n')
      const address = (await first.upload(importsPath, toForm(many))).headers.get('Location')!
      await other.stop({ keepData: true, signal: 'SIGKILL' })
      const again = await startSiteForTest(kind, { ...other.settings, DATA_DIR: other.dataDir })
      const second = await signInAsAdmin(again)
      const says = (sentence: string) => async () =>
        plain(await (await second.get(address)).text()).includes(sentence) ? true : undefined
      await until(says(importPage.import(20_000)), 60_000)
      await second.post(address, { intent: 'import' })
      await until(says(importPage.done(20_000)), 60_000)
    },
    150_000,
  )

  /** Announces this many bytes, sends a few, and waits for the response. */
  function sendLength(path: string, length: number) {
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const sent = request(
        `${site.url}${path}`,
        {
          method: 'POST',
          headers: { Cookie: cookie, 'Content-Length': length, 'Content-Type': 'multipart/form-data; boundary=x' },
        },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => (text += part))
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text: plain(text) }))
        },
      )
      sent.on('error', reject)
      sent.write('--x\r\n')
    })
  }
})
