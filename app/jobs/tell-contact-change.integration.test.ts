import { expect, test } from 'vitest'
import { openContent } from '#app/domain/content/content-now.server.ts'
import { publishFiles, restoreContent } from '#app/domain/content/publish.server.ts'
import { testVault } from '#tests/support/test-deps.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { openClinic } from '#app/domain/clinic/clinic-now.server.ts'
import { tellContactChange } from './tell-contact-change.server.ts'
import type { ContactSection } from '#app/domain/clinic/contact-sections.ts'
import { saveSection } from '#app/domain/clinic/save-section.server.ts'
import { deliveredClinic } from '#app/domain/clinic/sections.ts'

const admin = { who: 'account-1', from: '192.0.2.7' }
const now = Date.parse('2026-11-02T12:00:00Z')

test('the owner and the former addresses are told, however the clinic’s addresses or numbers are changed', async () => {
  const database = await openTestDatabase()
  const content = await openContent(database, () => undefined)
  const clinic = await openClinic(database, content)
  const queue = createQueue(database)
  const pages = { purge: async () => {} }
  const deps = { database, vault: testVault(database), queue, pages, clinic, content }
  const { general, booking } = deliveredClinic.emails.facts
  const emails = { general: 'mine@elsewhere.example', booking }

  /** What the jobs of the changes since the last call send, and to whom. */
  let done = 0
  const tell = async () => {
    const jobs = await database.db
      .selectFrom('jobs')
      .select('payload')
      .where('kind', '=', 'tell-contact-change')
      .execute()
    const changes = jobs.map(({ payload }) => JSON.parse(payload) as { section: ContactSection; version: number })
    const before = await database.db.selectFrom('emails').select('id').execute()
    for (const change of changes.slice(done))
      await tellContactChange(
        { ...deps, mailDomain: 'clinic.example', config: { admin: { email: 'owner@x.example' } } },
        change,
      )
    done = changes.length
    const sent = await database.db.selectFrom('emails').select(['id', 'recipient']).execute()
    return sent
      .filter(({ id }) => !before.some((one) => one.id === id))
      .map(({ recipient }) => recipient)
      .toSorted()
  }

  await saveSection(deps, admin, { section: 'emails', facts: emails, over: 0, now })
  expect(await tell()).toEqual([general, 'owner@x.example'].toSorted())
  await restoreContent(deps, admin, { name: 'clinic/emails', from: 0, over: 1, now })
  expect(await tell()).toEqual(['mine@elsewhere.example', 'owner@x.example'])
  const phones = { ...deliveredClinic.phones.facts, messagingUrl: 'https://wa.me/12055550199' }
  const records = [{ name: 'clinic/phones' as const, value: { confirmed: true, facts: phones } }]
  await publishFiles(deps, { who: 'operator', from: 'here' }, { records, claimsShown: false, now })
  expect(await tell()).toEqual(['owner@x.example'])
  // Only said to be right.
  await saveSection(deps, admin, { section: 'phones', facts: phones, over: 1, now })
  await saveSection(deps, admin, { section: 'reminder', facts: { hours: 24 }, over: 0, now })
  expect(await tell()).toEqual([])
})
