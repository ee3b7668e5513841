import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '#app/database/tables.ts'
import { systemPage } from '#content/pages/admin-system.ts'
import { systemChecks } from '#content/system-checks.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, settingsFor, startSiteForTest } from '#tests/support/databases.ts'
import { type Answer, answerStatus, answerText, startHostedService } from '#tests/support/hosted-services.ts'
import { runBeside, runCommand } from '#tests/support/run-command.ts'
import { startSite, startSiteProcess } from '#tests/support/site.ts'
import { shownOf } from '#tests/support/shown.ts'
import { until } from '#tests/support/timing.ts'

/** An email that was accepted 20 minutes ago and is still waiting. */
const addLateEmail = (site: Parameters<typeof look>[0]) =>
  look(site, (db) =>
    db
      .insertInto('emails')
      .values({
        id: randomUUID(),
        kind: 'contact-message',
        ids: '{}',
        recipient: 'maya@example.com',
        state: 'waiting',
        messageId: `<${randomUUID()}@clinic.example>`,
        createdAt: Date.now() - 20 * 60_000,
      })
      .execute(),
  )

describe.each(databasesFor(import.meta.url))('the System page, on %s', (kind) => {
  test('makes a backup at once and tests it by restoring it', async () => {
    const site = await startSiteForTest(kind, adminSettings)
    const admin = await signInAsAdmin(site)
    const read = async () => (await admin.get('/admin/system')).text()
    const { button, test: again } = systemPage.backup
    expect(shownOf(await read(), [systemChecks.backup.first, button, again])).toEqual([
      ...[systemChecks.backup.first, button],
    ])
    const tooEarly = await admin.post('/admin/system', { intent: 'test' })
    expect([tooEarly.status, await tooEarly.text()]).toEqual([
      409,
      expect.stringContaining(systemPage.backup.rejected.none),
    ])
    expect((await admin.post('/admin/system', { intent: 'backup' })).headers.get('Location')).toBe('/admin/system#done')
    expect(await read()).toContain(systemPage.backup.asked)
    const [lead = ''] = systemChecks.backup.tested('').split(':')
    await until(async () => (await read()).includes(lead) || undefined)
    await until(async () => (await read()).includes(systemPage.backup.button) || undefined)
    const made = await look(site, (db) => db.selectFrom('backupState').selectAll().executeTakeFirst())
    expect(made).toMatchObject({ madeAt: expect.any(Number), drilledAt: expect.any(Number), drillFault: null })
    expect((await admin.post('/admin/system', { intent: 'forget' })).status).toBe(403)

    // The newest backup can be tested again, but not twice at once.
    await look(site, (db) => db.updateTable('backupState').set({ drillFault: 'It failed.' }).execute())
    expect(await read()).toContain(systemChecks.backup.failures['not-restorable'])
    const answers = await Promise.all([1, 2].map(() => admin.post('/admin/system', { intent: 'test' })))
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(303)
    for (const answer of answers.filter(({ status }) => status !== 303))
      expect([answer.status, await answer.text()]).toEqual([
        409,
        expect.stringContaining(systemPage.backup.rejected.running),
      ])
    await until(async () => (await read()).includes(lead) || undefined)
    expect(await look(site, (db) => db.selectFrom('backupState').select('drillFault').executeTakeFirst())).toEqual({
      drillFault: null,
    })
  })

  test('reports configuration errors in words for the owner, and npm run doctor those for the operator', async () => {
    const site = await startSiteForTest(kind, { ...adminSettings, TRUST_PROXI: '1' })
    const admin = await signInAsAdmin(site)
    const read = async () => (await (await admin.get('/admin/system')).text()).replaceAll('&#x27;', "'")
    const before = await read()
    expect(before).not.toContain(systemChecks.proxy.untold)
    expect(before).toContain(systemChecks['second-factor'].none)

    await fetch(`${site.url}/about`, { headers: { 'X-Forwarded-For': '203.0.113.9' } })
    await until(async () => (await read()).includes(systemChecks.proxy.untold) || undefined)
    expect(await read()).not.toContain('203.0.113.9')
    const misspelled = 'TRUST_PROXI is no setting and is ignored. Is TRUST_PROXY meant?'
    expect(before).toContain(misspelled)
    // Names of settings are only in what is folded for the website administrator.
    const forTheOwner = before
      .slice(before.indexOf('<main'), before.indexOf('</main>'))
      .replaceAll(/<details class="hint">.*?<\/details>/gs, '')
    expect(forTheOwner).toContain(systemPage.contact)
    const [toDo = '', fine = ''] = forTheOwner.split(/\d+ checks are OK/)
    expect([toDo.includes('light-green'), /light-(?!green)/.test(fine), toDo.includes(systemPage.fine)]).toEqual(
      Array(3).fill(false),
    )
    expect(shownOf(fine, ['>Backup<', systemChecks.proxy.title])).toEqual([systemChecks.proxy.title])
    expect(forTheOwner).not.toMatch(/\b[A-Z]+_[A-Z_]+\b|npm run/)

    const { said } = await runBeside(site, 'doctor')
    expect(said).toContain(
      `${systemPage.lights.amber.padEnd(15)} ${systemChecks.proxy.title}: ${systemChecks.proxy.untold}`,
    )
    expect(said).toContain(systemChecks.proxy.untoldDetails)
    expect(said).toContain(misspelled)
  })

  test('shows an alarm that makes npm run doctor fail, and that is posted once when it begins and once when it ends', async () => {
    const { posted: all, service } = await startListener()
    // This machine may have other alarms, such as a full disk.
    const posted = () => all.filter(({ check }) => check === 'emails')
    const dataDir = mkdtempSync(join(tmpdir(), 'clinic-alerts-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const settings = {
      ...(await settingsFor(kind)),
      ALERT_URL: `${service.origin}/alerts`,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    }
    const where = { dataDir, settings }
    await (await startSite({ ...settings, WORKER: 'off' })).stop({ keepData: true })
    await addLateEmail(where)
    expect(await runCommand('doctor', [], settings)).toMatchObject({
      code: 1,
      said: expect.stringContaining(`${systemPage.lights.red.padEnd(13)} ${systemChecks.emails.title}`),
    })

    // Both processes see the alarm, and one of them posts it; the service rejects the first try.
    const [one, other] = [await startSite(settings), await startSite(settings)]
    await until(async () => posted().length > 0)
    service.answerWith(answerText('ok'))
    // A failed try is complete once its error is stored.
    const triedJobs = (db: Db) =>
      db.selectFrom('jobs').select('id').where('kind', '=', 'post-alert').where('lastError', 'is not', null)
    await until(async () => (await look(where, (db) => triedJobs(db).executeTakeFirst())) ?? undefined)
    await look(where, (db) => db.updateTable('jobs').set({ runAt: 0 }).where('kind', '=', 'post-alert').execute())
    await until(async () => posted().length > 1)
    await Promise.all([one.stop({ keepData: true }), other.stop({ keepData: true })])

    await look(where, (db) => db.deleteFrom('emails').execute())
    // A process of its own, in which the checks are due again.
    const last = await startSiteProcess(settings)
    await until(async () => posted().at(-1)?.state === 'green')
    await last.stop({ keepData: true })
    expect(posted().map(({ check, state }) => `${check} ${state}`)).toEqual([
      'emails red',
      'emails red',
      'emails green',
    ])
    // The recipient sees nothing but this text.
    expect(posted()[0]?.text).toContain(`${systemChecks.emails.title}: An email has been waiting`)
    expect(JSON.stringify(all)).not.toContain('maya@')
  })
})

/** The operator's service: records what is posted, and responds with a 500 at first. */
async function startListener() {
  const posted: { check: string; state: string; text: string }[] = []
  const recording =
    (answer: Answer): Answer =>
    async (request, response) => {
      posted.push(JSON.parse(await text(request)))
      answer(request, response)
    }
  const service = await startHostedService(recording(answerStatus(500)))
  onTestFinished(() => service.close())
  return { posted, service: { ...service, answerWith: (answer: Answer) => service.answerWith(recording(answer)) } }
}
