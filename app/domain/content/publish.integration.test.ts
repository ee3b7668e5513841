import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { createPurges } from '#app/page-cache/purges.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { openContent, deliveredContent } from './content-now.server.ts'
import { publishContent, restoreContent } from './publish.server.ts'
import { findVersion, listVersions } from './versions.server.ts'

const now = Date.UTC(2026, 10, 25, 18)
const facts = contentFacts(now)
const admin = { who: 'account-1', from: '203.0.113.7' }
const delivered = deliveredContent.read('home', facts)

/** A process of its own on the database. */
async function newProcess(database: Database) {
  // Of another page, which nothing here is about.
  const about = [1, 9].map((version) => ({
    record: 'about',
    version,
    changes: '{"lead":"Another page."}',
    at: 0,
    who: '',
  }))
  await database.db
    .insertInto('contentVersions')
    .values(about)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const content = await openContent(database, () => undefined)
  const dropped: string[] = []
  const pages = createPurges(
    database,
    { invalidate: (...topics) => void dropped.push(...topics) },
    { content: content.reload },
  )
  const deps = { database, vault: testVault(database), queue: createQueue(database), pages, content }
  return {
    ...deps,
    dropped,
    read: () => content.read('home', facts),
    publish: (lead: string, over: number) =>
      publishContent(deps, admin, {
        name: 'home',
        value: { ...content.template('home'), lead },
        over,
        revision: 0,
        now,
      }),
    restore: (from: number, over: number) => restoreContent(deps, admin, { name: 'home', from, over, now }),
  }
}

const meanwhile = { ok: false, reason: 'changed-meanwhile' }

describe('a published text', () => {
  test('shows in this process after the commit, in another one after its next look, and in the audit trail', async () => {
    const [first, second] = await openTwice()
    const [here, there] = [await newProcess(first), await newProcess(second)]
    await there.pages.syncPurges()
    expect(await here.publish('Warm oil in {city}.', 0)).toEqual({ ok: true, version: 1 })
    expect(here.read()).toEqual({ ...delivered, lead: `Warm oil in ${facts.city}.` })
    expect(here.dropped).toEqual(['content'])
    expect(there.read()).toEqual(delivered)
    await there.pages.syncPurges()
    expect(there.read().lead).toBe(`Warm oil in ${facts.city}.`)
    expect((await openContent(second, () => undefined)).template('home').lead).toBe('Warm oil in {city}.')
    const [entry] = await first.db.selectFrom('auditEntries').selectAll().execute()
    expect(entry).toMatchObject({ who: 'account-1', act: 'content.published', record: 'content:home' })
  })

  test('is rejected over another version than the newest, and nothing is overwritten', async () => {
    const here = await newProcess(await openTestDatabase())
    await here.publish('First.', 0)
    expect(await here.publish('Second.', 0)).toEqual(meanwhile)
    expect(await here.publish('Second.', 7)).toEqual(meanwhile)
    expect(await here.publish('Second.', -1)).toEqual(meanwhile)
    expect(here.read().lead).toBe('First.')
    expect(await listVersions(here.database.db, 'home')).toMatchObject([{ version: 1, at: now, who: 'account-1' }])
  })

  test('at the same moment from two processes is published once', async () => {
    const processes = await Promise.all((await openTwice()).map(newProcess))
    const outcomes = await Promise.all(processes.map((one, index) => one.publish(`From ${index}.`, 0)))
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    for (const { pages } of processes) await pages.syncPurges()
    expect(processes[0]!.read().lead).toBe(processes[1]!.read().lead)
  })

  test('gives way to an earlier version or the delivered text, as a new version', async () => {
    const here = await newProcess(await openTestDatabase())
    await here.publish('First.', 0)
    await here.publish('Second.', 1)
    expect(await here.restore(1, 2)).toEqual({ ok: true, version: 3 })
    expect(here.read().lead).toBe('First.')
    expect(await here.restore(0, 2)).toEqual(meanwhile)
    expect(await here.restore(0, 3)).toEqual({ ok: true, version: 4 })
    expect(here.read()).toEqual(delivered)
    expect(await here.restore(9, 4)).toEqual({ ok: false, reason: 'unknown-version' })
    expect(await findVersion(here.database.db, 'home', 2)).toMatchObject({ lead: 'Second.' })
    expect(await findVersion(here.database.db, 'home', 9)).toBeUndefined()
  })

  test('is stored only where it differs, and is ignored where it no longer fits', async () => {
    const here = await newProcess(await openTestDatabase())
    await here.publish('First.', 0)
    const { db } = here.database
    const [row] = await db.selectFrom('contentVersions').select('changes').where('record', '=', 'home').execute()
    expect(JSON.parse(row!.changes)).toEqual({ lead: 'First.' })
    const unfit = { lead: 'x'.repeat(10_000), headline: 'Kept', photo: 'gone', 'teasers.items': [{}], unknown: 1 }
    await db
      .updateTable('contentVersions')
      .set({ changes: JSON.stringify(unfit) })
      .execute()
    expect((await openContent(here.database, () => undefined)).read('home', facts)).toEqual({
      ...delivered,
      headline: 'Kept',
    })
    await db.updateTable('contentVersions').set({ changes: '{' }).execute()
    expect((await openContent(here.database, () => undefined)).read('home', facts)).toEqual(delivered)
  })
})
