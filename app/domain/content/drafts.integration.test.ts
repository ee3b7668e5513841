import { describe, expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { createPurges } from '#app/page-cache/purges.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { claim } from '#tests/support/feeds.ts'
import { openTestDatabase, openTwice } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { openContent } from './content-now.server.ts'
import { discardDraft, findDraft, rebaseDraft, saveDraft, type Shown } from './drafts.server.ts'
import { publishContent, restoreContent } from './publish.server.ts'
import { publishScheduled, scheduleDraft, unscheduleDraft } from './schedule.server.ts'

const now = Date.UTC(2026, 10, 25, 18)
const hour = 60 * 60 * 1000
const facts = contentFacts(now)
const admin = { who: 'account-1', from: '203.0.113.7' }
const meanwhile = { ok: false, reason: 'changed-meanwhile' }
const nothing: Shown = { over: 0, revision: 0 }

/** A process of its own on the database. */
async function newProcess(database: Database) {
  // Of another page, which nothing here is about.
  const about = { record: 'about', changes: '{"lead":"Another page."}', at: 0, who: 'other' }
  const drafts = [1, 9].map((revision) => ({ ...about, revision, over: 0, publishAt: null, claimsShown: 0 }))
  await database.db
    .insertInto('contentDrafts')
    .values(drafts)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const content = await openContent(database, () => undefined)
  const pages = createPurges(database, { invalidate() {} }, { content: content.reload })
  const pictures = { find: () => undefined, reload: async () => {} }
  const readSitePages = async () => (path: string) => path !== '/servces'
  const queue = createQueue(database)
  const deps = { database, vault: testVault(database), queue, pages, content, pictures, readSitePages }
  const withLead = (lead: string) => ({ ...content.template('home'), lead })
  return {
    ...deps,
    save: (lead: string, shown: Shown) =>
      saveDraft(database, { name: 'home', value: withLead(lead), who: 'account-1', now, ...shown }),
    publish: (lead: string, shown: Shown) =>
      publishContent(deps, admin, { name: 'home', value: withLead(lead), now, ...shown }),
    schedule: (lead: string, shown: Shown, claimsShown = false) =>
      scheduleDraft(deps, admin, {
        ...{ name: 'home', value: withLead(lead), publishAt: now + hour, claimsShown, now },
        ...shown,
      }),
    runJob: (at = now + hour) => publishScheduled(deps, 'home', at),
    draft: () => findDraft(database, 'home'),
    lead: () => content.read('home', facts).lead,
  }
}

describe('a draft', () => {
  test('is kept as it was typed, right or wrong, and shown to nobody', async () => {
    const here = await newProcess(await openTestDatabase())
    const before = here.lead()
    expect(await here.save('x'.repeat(5_000), nothing)).toEqual({ ok: true, revision: 1 })
    expect((await here.draft()).draft).toMatchObject({ over: 0, who: 'account-1', value: { lead: 'x'.repeat(5_000) } })
    await here.content.reload()
    expect(here.lead()).toBe(before)
  })

  test('saved by two people at once is kept once; the second is told', async () => {
    const processes = await Promise.all((await openTwice()).map(newProcess))
    const outcomes = await Promise.all(processes.map((one, index) => one.save(`From ${index}.`, nothing)))
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    const [here] = processes
    expect(await here!.save('Late.', nothing)).toEqual(meanwhile)
    expect(await here!.save('Next.', { over: 0, revision: 1 })).toEqual({ ok: true, revision: 2 })
    expect(await here!.save('Other version.', { over: 1, revision: 2 })).toEqual(meanwhile)
  })

  test('is done with once it is published, and its number is never given again', async () => {
    const here = await newProcess(await openTestDatabase())
    await here.save('Draft.', nothing)
    expect(await here.publish('Over an older draft.', nothing)).toEqual(meanwhile)
    expect(await here.publish('Published.', { over: 0, revision: 1 })).toEqual({ ok: true, version: 1 })
    expect(here.lead()).toBe('Published.')
    expect(await here.draft()).toEqual({ revision: 2, draft: undefined })
    expect(await here.save('Late.', { over: 0, revision: 1 })).toEqual(meanwhile)
    expect(await here.save('Published.', { over: 1, revision: 2 })).toMatchObject({ ok: true })
    expect((await here.draft()).draft, 'it equals what is published').toBeUndefined()
  })

  test('is discarded, unless someone saved it meanwhile', async () => {
    const here = await newProcess(await openTestDatabase())
    await here.save('One.', nothing)
    await here.save('Two.', { over: 0, revision: 1 })
    expect(await discardDraft(here, admin, { name: 'home', revision: 1, now })).toEqual(meanwhile)
    expect(await discardDraft(here, admin, { name: 'home', revision: 2, now })).toEqual({ ok: true, revision: 3 })
    expect((await here.draft()).draft).toBeUndefined()
  })

  test('keeps its changes over an earlier version that was restored after it was begun', async () => {
    const here = await newProcess(await openTestDatabase())
    const { headline } = here.content.template('home')
    const first = { ...here.content.template('home'), headline: 'First,' }
    await publishContent(here, admin, { name: 'home', value: first, now, ...nothing })
    await here.save('Draft.', { over: 1, revision: 0 })
    await restoreContent(here, admin, { name: 'home', from: 0, over: 1, now })
    const { draft } = await here.draft()
    const value = await rebaseDraft(here.database, 'home', draft!, 2)
    expect(value).toMatchObject({ lead: 'Draft.', headline })
  })

  test('of which the newest hundred revisions are kept', async () => {
    const here = await newProcess(await openTestDatabase())
    for (let revision = 0; revision < 105; revision += 1) await here.save(`Text ${revision}.`, { over: 0, revision })
    const rows = await here.database.db.selectFrom('contentDrafts').select('revision').execute()
    expect(rows, 'beside those of another page').toHaveLength(100 + 2)
    expect((await here.draft()).draft?.value.lead).toBe('Text 104.')
  })
})

describe('a scheduled draft', () => {
  test('is published at its time, and not before', async () => {
    const here = await newProcess(await openTestDatabase())
    expect(await here.schedule('Later.', nothing)).toEqual({ ok: true, revision: 1 })
    const jobs = await here.database.db.selectFrom('jobs').select(['kind', 'runAt']).execute()
    expect(jobs).toEqual([{ kind: 'publish-content', runAt: now + hour }])
    expect(await here.runJob(now)).toBe(now + hour)
    expect(here.lead()).not.toBe('Later.')
    expect(await here.runJob()).toBeUndefined()
    expect(here.lead()).toBe('Later.')
    expect(await here.runJob(), 'run twice it does nothing').toBeUndefined()
    const acts = await here.database.db.selectFrom('auditEntries').select(['act', 'who']).execute()
    expect(acts).toEqual([
      { act: 'content.scheduled', who: 'account-1' },
      { act: 'content.published', who: 'account-1' },
    ])
  })

  test('stays scheduled while it is edited, and a draft when it is taken off', async () => {
    const here = await newProcess(await openTestDatabase())
    await here.schedule('Later.', nothing)
    await here.save('Later, edited.', { over: 0, revision: 1 })
    expect((await here.draft()).draft?.publishAt).toBe(now + hour)
    expect(await unscheduleDraft(here, admin, { name: 'home', revision: 1 })).toBe(false)
    expect(await unscheduleDraft(here, admin, { name: 'home', revision: 2 })).toBe(true)
    await here.runJob()
    expect((await here.draft()).draft).toMatchObject({ publishAt: null, value: { lead: 'Later, edited.' } })
  })

  test.each([
    ['unfit', 'x'.repeat(5_000)],
    ['claims', `Our oil ${claim.words}.`],
  ])('that can’t be published (%s) stays a draft with the reason', async (problem, lead) => {
    const here = await newProcess(await openTestDatabase())
    await here.schedule(lead, nothing)
    expect(await here.runJob()).toBeUndefined()
    expect(here.lead()).not.toBe(lead)
    expect((await here.draft()).draft).toMatchObject({ publishAt: null, problem, value: { lead } })
  })

  test('with a link that leads to no page stays a draft too', async () => {
    const here = await newProcess(await openTestDatabase())
    const home = here.content.template('home')
    const actions = { ...home.actions, services: { ...home.actions.services, href: '/servces' } }
    const scheduled = { publishAt: now + hour, claimsShown: false, now, ...nothing }
    await scheduleDraft(here, admin, { name: 'home', value: { ...home, actions }, ...scheduled })
    expect(await here.runJob()).toBeUndefined()
    expect((await here.draft()).draft).toMatchObject({ publishAt: null, problem: 'unfit', value: { actions } })
  })

  test('whose claims were shown is published', async () => {
    const here = await newProcess(await openTestDatabase())
    const lead = `Our oil ${claim.words}.`
    await here.schedule(lead, nothing, true)
    await here.runJob()
    expect(here.lead()).toBe(lead)
  })

  test('over another version than the newest waits for a person', async () => {
    const here = await newProcess(await openTestDatabase())
    await here.publish('First.', nothing)
    await here.schedule('Later.', { over: 1, revision: 0 })
    await restoreContent(here, admin, { name: 'home', from: 0, over: 1, now })
    await here.runJob()
    expect((await here.draft()).draft).toMatchObject({ publishAt: null, problem: 'changed' })
  })
})
