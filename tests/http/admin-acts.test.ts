import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acts, records } from '#content/audit.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { actsByHand, clinicEmails } from '#tests/http/acts/acts-by-hand.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { feedWithClaims } from '#tests/support/feeds.ts'
import { paymentSettings } from '#tests/support/payment-server.ts'
import { textSettings } from '#tests/support/text-service.ts'

const clinic = contentFacts(Date.now())

const routes = fileURLToPath(new URL('../../app/routes/admin/', import.meta.url))
/** Acts of the program, of strangers or of the operator's commands, which have separate tests. */
const notByHand = [
  'admin.sign-in-failed',
  'backup.restored',
  'form.erased',
  // By a patient.
  'form.signed',
  'appointment.erased-by-patient',
  'health.erased-by-patient',
  'health.replaced-by-patient',
  'health.erased',
  'keys.rotated',
  'admin.link-made',
  'admin.link-used',
  'staff.joined',
  'data.opened',
  'data.downloaded',
  // By who waits, by the program, or as a part of undoing something else.
  'waitlist.accepted',
  'waitlist.changed',
  'waitlist.declined',
  'waitlist.ended',
  'waitlist.expired',
  'waitlist.left',
  'waitlist.paused',
  'waitlist.withdrawn',
]
/** They post what is searched for, and change nothing. */
const searches = ['audit/audit.tsx', 'frame/search.tsx', 'frame/search-results.ts', 'patients/patients.tsx']
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

describe.each(databasesFor(import.meta.url))('what the admin does by hand on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, {
      ...adminSettings,
      ABUSE_LIMITS: 'off',
      FEED_URL: feedWithClaims(),
      // Nothing is sent.
      ...textSettings('http://127.0.0.1:9'),
      ...paymentSettings('http://127.0.0.1:9'),
      NEWSLETTER_PER_SECOND: '1',
    })
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site.stop())

  const entriesAfter = (sequence: number) =>
    look(site, (db) =>
      db
        .selectFrom('auditEntries')
        // Without the HMAC, whose characters may contain any name by chance.
        .select(['act', 'who', 'fromWhere', 'record', 'detail'])
        .where('sequence', '>', sequence)
        .orderBy('sequence')
        .execute(),
    )
  const countEntries = () =>
    look(site, async (db) => (await db.selectFrom('auditHead').select('count').executeTakeFirstOrThrow()).count)

  test.each(actsByHand)('audits $act with the person and the network address', async ({ act, press }) => {
    const before = await countEntries()
    const answer = await press(admin, site)
    expect(answer.status).toBeLessThan(400)
    const account = await look(site, (db) =>
      db.selectFrom('users').select('id').where('email', '=', adminSettings.ADMIN_EMAIL).executeTakeFirstOrThrow(),
    )
    const entry = expect.objectContaining({ act, who: account.id, fromWhere: '127.0.0.1' })
    expect(await entriesAfter(before)).toContainEqual(entry)
  })

  test('links to every kind of record', async () => {
    let html = ''
    for (let address: string | undefined = '/admin/audit'; address;) {
      const page = await (await admin.get(address)).text()
      html += page
      address = /<a (?=[^>]*rel="next")[^>]*href="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    }
    const links = [...html.matchAll(/<a\b[^>]*aria-label="Open ([^"]+)"[^>]*href="([^"]+)"/g)]
    const there: string[] = []
    for (const [, name = '', href = ''] of links)
      // Records that were deleted or discarded since have no page.
      if ((await admin.get(href.replaceAll('&amp;', '&'))).status === 200) there.push(name)
    for (const [kind, { word }] of Object.entries(records))
      // Matches in any case, because accounts are described as 'The admin’s account'.
      expect(there, kind).toContainEqual(expect.stringMatching(new RegExp(word, 'i')))
  })

  test('contains no personal data', async () => {
    // The clinic's own addresses are not personal data, and changes of them are recorded. What an address opens is
    // recorded with the address.
    const isOfAddress = ({ act }: { act: string }) => /^appointment\.(address-|corrected)/.test(act)
    const entries = (await entriesAfter(0)).filter((entry) => !isOfAddress(entry))
    const own = [clinic.emails.general, clinic.emails.booking, ...Object.values(clinicEmails)]
    const all = own.reduce((text, email) => text.replaceAll(email, ''), JSON.stringify(entries))
    expect(all).not.toMatch(/@|%40/)
    expect(all).not.toContain('Maya')
  })
})

test('every audited action is covered above', () => {
  expect(sorted(actsByHand.map(({ act }) => act))).toEqual(
    sorted(Object.keys(acts).filter((act) => !notByHand.includes(act))),
  )
})

test('every dashboard page that accepts a post is covered above', () => {
  const taking = globSync('**/*.{ts,tsx}', { cwd: routes }).filter((file) =>
    /^export (async function|const) action\b/m.test(readFileSync(join(routes, file), 'utf8')),
  )
  expect(sorted(actsByHand.flatMap(({ route }) => route ?? []))).toEqual(
    sorted(taking.filter((file) => !searches.includes(file))),
  )
})
