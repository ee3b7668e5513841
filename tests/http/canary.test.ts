import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '#app/database/migrations/all.ts'
import { checkBackup, fillFromBackup } from '#app/database/backups/restore.server.ts'
import { replaceDatabase } from '#app/database/backups/restore-target.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { createFileSealing } from '#app/vault/sealed-file.server.ts'
import { replaceFingerprints } from '#app/vault/secrets.server.ts'
import { patientsPage } from '#app/routes/admin/patients/words.ts'
import { adminAppointment } from '#content/pages/admin-appointments.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { intakeAnswers, publishForm, readForm, signIntake } from '#tests/support/clinic-forms.ts'
import { besideSite, databasesFor, look, settingsFor, startSiteOn } from '#tests/support/databases.ts'
import { timeAhead } from '#tests/support/booking.ts'
import { answerRss, exampleItems } from '#tests/support/hosted-services.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { receivingMailServer } from '#tests/support/mail-server.ts'
import { bookingOfAService } from '#tests/support/pages.ts'
import { placeOrderOn } from '#tests/support/shopper.ts'
import { decryptBackup, readFilesOf, containsWord, toMailText } from './traces.ts'
import { signInAs } from '#tests/support/staff.ts'
import { until } from '#tests/support/timing.ts'
import { portOf } from '#tests/support/connections.ts'

/** A fake for every outgoing request; records each in full. */
async function listeningService() {
  const heard: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)} ${body}`)
      answerRss(exampleItems(5))(request, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${portOf(server)}`, heard }
}

test('the search recognizes all encodings of the canary', () => {
  const word = 'qz0123456789abcdef01'
  for (const before of ['', 'a', 'ab', 'abc'])
    expect(containsWord(Buffer.from(Buffer.from(`${before}${word} and more`).toString('base64')), word), before).toBe(
      true,
    )
  expect(containsWord(Buffer.from(word.toUpperCase(), 'utf16le'), word)).toBe(true)
  expect(containsWord(Buffer.from('qz0123456789 abcdef01'), word)).toBe(false)
})

const newWord = () => `qz${randomBytes(9).toString('hex')}`

test.each(databasesFor(import.meta.url))(
  'health answers and forms are nowhere but where the clinic opens them, and once their keys are destroyed nowhere at all, on %s',
  async (kind) => {
    const outside = await listeningService()
    const mails = await receivingMailServer()
    const own = await settingsFor(kind)
    const [typed, retyped, replaced, said] = [newWord(), newWord(), newWord(), newWord()]
    const [filledIn, filledInAgain] = [newWord(), newWord()]
    const secret = [typed, retyped, replaced, filledIn, filledInAgain]
    const site = await startSiteOn(kind, {
      ...own,
      ...adminSettings,
      ENCRYPTION_KEY: own.ENCRYPTION_KEY ?? randomBytes(32).toString('base64'),
      ABUSE_LIMITS: 'off',
      LOG_LEVEL: 'trace',
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL: mails.url,
      MAIL_FROM: 'clinic@clinic.example',
      FEED_URL: `${outside.origin}/feed`,
      PHOTO_API_URL: outside.origin,
      PHOTO_ACCESS_KEY: 'photo',
      AUTH_SYNC_URL: `${outside.origin}/sync`,
      HEALTH_RETENTION_DAYS: '1',
    })
    onTestFinished(async () => void (await site.stop()))
    const { ENCRYPTION_KEY } = site.settings as { ENCRYPTION_KEY: string }

    /** Every page shown to anyone but the admin on request, with its URLs and headers. */
    const seen: { path: string; text: string }[] = []
    async function shown(path: string, answer: Response) {
      const text = await answer.text()
      seen.push({ path: `${path} ${answer.headers.get('Location')} ${answer.headers.get('Set-Cookie')}`, text })
      return text
    }
    const person = visitor(site)
    const get = async (path: string) => shown(path, await person.get(path))
    const post = async (path: string, form: Record<string, string>, status = 303) => {
      const answer = await person.post(path, form)
      await shown(path, answer)
      expect([path, answer.status]).toEqual([path, status])
      return answer
    }
    /** A page with a time well ahead: the soonest one expires when its half hour begins. */
    const timeOn = async (path: string) => get(path + (await timeAhead(person, path)))

    // Typed, rejected for its phone number, typed again, and replaced by another answer before booking.
    const patient = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-0100' }
    const rejected = await person.post(bookingOfAService, { ...patient, phone: 'none', health: `my ${typed} hurts` })
    expect([rejected.status, (await rejected.text()).includes(typed)], 'what was typed stays').toEqual([400, true])
    await post(bookingOfAService, { ...patient, health: `my ${typed} hurts` })
    await get('/booking')
    await get(`${bookingOfAService}?edit`)
    await post(bookingOfAService, { ...patient, health: `no, my ${retyped} hurts` })
    await get('/booking/time')
    await get('/booking/widget')
    const choice = await timeOn('/booking/widget')
    await post('/booking/widget', formWith(choice, 'at').fields)
    const link = /href="(\/appointments\/[^"]+)"/.exec(await get('/booking/widget'))![1]!

    // Moved to another day, replaced, downloaded, canceled, restored; a reminder is sent.
    const mine = () => until(() => look(site, (db) => db.selectFrom('appointments').selectAll().executeTakeFirst()))
    const { id } = await mine()
    const later = Date.now() + 5 * 86_400_000
    await look(site, (db) =>
      db
        .updateTable('appointments')
        .set({ startsAt: later, endsAt: later + 3_600_000 })
        .execute(),
    )
    await post(`${link}/move`, formWith(await timeOn(`${link}/move`), 'at').fields)
    await post(link, { intent: 'health', health: `really my ${replaced} hurts` })
    expect(await get(`${link}/appointment.ics`)).toContain('BEGIN:VEVENT')
    await post(link, { intent: 'cancel' })
    await post(link, { intent: 'undo' })
    await get(link)
    await look(site, (db) => db.updateTable('jobs').set({ runAt: 0 }).where('kind', '=', 'remind').execute())
    // Plain text proves that the search below finds things.
    await placeOrderOn(site, { contact: { ...patient, note: `about ${said}` } })

    const admin = await signInAsAdmin(site)
    // A form is rejected for what is missing, typed again, and replaced.
    await publishForm(admin)
    const form = `${link}/forms/intake`
    const answersWith = (word: string) => ({ ...intakeAnswers, 'What brings you?': word, Medicines: `for ${word}` })
    const { typed: unsigned } = await readForm(person, form)
    const incomplete = await person.post(form, unsigned({ 'What brings you?': filledIn }))
    expect([incomplete.status, (await incomplete.text()).includes(filledIn)]).toEqual([400, true])
    expect((await signIntake(person, link, answersWith(filledIn))).status).toBe(303)
    const { typed: again } = await readForm(person, `${form}?again`)
    await post(form, again(answersWith(filledInAgain)))
    for (const path of [form, `${form}?again`, link, `${link}/data`]) await get(path)
    const { id: signedId } = await look(site, (db) =>
      db.selectFrom('signedForms').select('id').where('endedAt', 'is', null).executeTakeFirstOrThrow(),
    )

    const calendar = await (await admin.get('/admin/appointments')).text()
    const feed = /\/calendar\/[\w.-]+/.exec(calendar)![0]
    expect(await get(feed)).toContain('BEGIN:VCALENDAR')
    for (const path of ['/admin', '/admin/appointments?view=list', `/admin/appointments/${id}`, '/admin/mail'])
      await shown(path, await admin.get(path))
    const opens = async (who: typeof admin) => {
      const answer = await who.post(`/admin/appointments/${id}`, { intent: 'health' })
      return { status: answer.status, html: await answer.text() }
    }
    expect((await opens(admin)).html, 'the admin sees it').toContain(replaced)
    const opensForm = async (who: typeof admin) =>
      (await who.post(`/admin/appointments/${id}`, { intent: 'form', form: signedId })).text()
    expect(await opensForm(admin), 'the admin sees it').toContain(filledInAgain)
    const { patientId } = await mine()
    for (const role of ['front-desk', 'editor'] as const) {
      const other = await signInAs(site, role)
      const pages = [
        ...[
          '',
          '/appointments',
          '/appointments?view=list',
          `/appointments/${id}`,
          '/patients',
          `/patients/${patientId}`,
        ],
        ...[`/patients/${patientId}/copy`, '/forms', '/orders', '/orders/export', '/mail', '/messages', '/audit'],
        ...['/insights', '/search', '/newsletter', '/subscribers/export', '/pages', '/system'],
      ].map((path) => `/admin${path}`)
      for (const path of pages)
        for (const address of [path, path.replace(/(\?|$)/, '.data$1')]) await shown(address, await other.get(address))
      await shown('health', await other.post(`/admin/appointments/${id}`, { intent: 'health' }))
      await shown('form', await other.post(`/admin/appointments/${id}`, { intent: 'form', form: signedId }))
      const file = `/admin/appointments/${id}/forms/${signedId}`
      await shown(file, await other.post(file, {}))
      const copy = `/admin/patients/${patientId}/copy/file`
      await shown(copy, await other.post(copy, {}))
      for (const q of [replaced, filledInAgain])
        for (const path of ['/admin/search', '/admin/search/results'])
          expect(await (await other.post(path, { q })).text(), `${role} ${path}`).not.toMatch(/Maya Thomas|maya@/)
    }
    for (const q of [replaced, filledInAgain])
      expect(await (await admin.post('/admin/patients', { q })).text()).toContain(patientsPage.noneFound.text)
    await shown('/admin/audit', await admin.get('/admin/audit'))

    const emails = () => look(site, (db) => db.selectFrom('emails').select(['kind', 'raw', 'state']).execute())
    await until(async () => {
      const all = await emails()
      return (all.length >= 6 && all.every(({ state }) => state === 'sent')) || undefined
    })

    // The nightly backup, and the restore drill after it.
    const folder = join(site.dataDir, 'backups')
    const dataFiles = () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.backup'))
        .toSorted()
    const work = (kindOf: 'make-backup' | 'sweep') =>
      besideSite(site, (database) => database.transaction((tx) => createQueue(database).enqueue(tx, kindOf, {})))
    async function backUp() {
      const before = await look(site, (db) =>
        db.selectFrom('backupState').select('drilledAt').executeTakeFirstOrThrow(),
      )
      await work('make-backup')
      await until(async () => {
        const now = await look(site, (db) => db.selectFrom('backupState').selectAll().executeTakeFirstOrThrow())
        expect([now.failure, now.drillFault]).toEqual([null, null])
        return now.drilledAt !== before.drilledAt || undefined
      })
      return join(folder, dataFiles().at(-1)!)
    }
    const lastWeek = await backUp()

    const where = async (word: string) => {
      const hits: string[] = []
      const look_ = (name: string, bytes: Uint8Array | string) => {
        if (containsWord(Buffer.from(bytes), word)) hits.push(name)
      }
      for (const [name, bytes] of await readFilesOf(site)) look_(name.replace(site.dataDir, 'data'), bytes)
      look_('log', site.output())
      for (const { path, text } of seen) look_(`page ${path}`, `${path}\n${text}`)
      for (const request of outside.heard) look_('request to the outside', request)
      for (const mail of mails.received) look_('mail', `${mail}\n${await toMailText(mail)}`)
      for (const { kind: email, raw } of await emails()) look_(`email ${email}`, await toMailText(raw ?? ''))
      for (const name of dataFiles())
        look_('decrypted backup', await decryptBackup(join(folder, name), 'data', ENCRYPTION_KEY))
      look_('decrypted keys', await decryptBackup(join(folder, 'clinic.keys'), 'keys', ENCRYPTION_KEY))
      return hits
    }
    expect(outside.heard.length).toBeGreaterThan(1)
    expect(mails.received.length).toBeGreaterThanOrEqual(6)
    for (const word of secret) expect(await where(word)).toEqual([])
    const found = (await where(said)).join(' ')
    for (const place of [kind === 'sqlite' ? /data\/clinic\.db/ : /base|pg_wal/, /decrypted backup/])
      expect(found, 'the search finds what is not sealed').toMatch(place)
    expect(found).not.toMatch(/data\/backups|log/)

    // Its retention period is over.
    const longAgo = Date.now() - 3 * 86_400_000
    await look(site, (db) =>
      db
        .updateTable('appointments')
        .set({ startsAt: longAgo, endsAt: longAgo + 1 })
        .execute(),
    )
    await work('sweep')
    await until(async () => (await mine()).health === null || undefined)
    expect(await opensForm(admin)).not.toContain(filledInAgain)
    expect(await opens(admin)).toMatchObject({
      status: 404,
      html: expect.stringContaining(adminAppointment.health.none),
    })
    await backUp()

    // Last week's data with today's keys, on another machine.
    const elsewhere = await settingsFor(kind)
    const dataDir = mkdtempSync(join(tmpdir(), 'clinic-restored-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const sealing = createFileSealing(async () => [ENCRYPTION_KEY])
    const backup = await checkBackup({ file: lastWeek, sealing }, migrations)
    const url = elsewhere.DATABASE_URL
    await replaceDatabase(url ? { url } : { file: join(dataDir, 'clinic.db') }, { force: false }, async (into) => {
      await fillFromBackup(into, backup, migrations)
      await replaceFingerprints(into.tx, { encryption: ENCRYPTION_KEY })
    })
    const restored = await startSiteOn(kind, {
      ...elsewhere,
      ...adminSettings,
      DATA_DIR: dataDir,
      ENCRYPTION_KEY,
    })
    onTestFinished(async () => void (await restored.stop()))
    const sealedStill = await look(restored, (db) => db.selectFrom('appointments').select('health').executeTakeFirst())
    expect(sealedStill?.health).not.toBeNull()
    const signed = await look(restored, (db) =>
      db.selectFrom('signedForms').select('sealed').where('id', '=', signedId).executeTakeFirst(),
    )
    expect(signed?.sealed).toBeInstanceOf(Uint8Array)
    const restoredAdmin = await signInAsAdmin(restored)
    const opened = await opens(restoredAdmin)
    expect(opened).toMatchObject({ status: 404, html: expect.stringContaining(adminAppointment.health.unreadable) })
    expect(containsWord(Buffer.from(opened.html), replaced)).toBe(false)
    expect(containsWord(Buffer.from(await opensForm(restoredAdmin)), filledInAgain)).toBe(false)
  },
)
