import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acts, records } from '#content/audit.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { type Role, roles } from '#app/domain/accounts/roles.ts'
import { intentOf, patternOf, rolesFor } from '#app/http/rights.server.ts'
import { actsByHand, type Admin, clinicEmails } from '#tests/http/acts/acts-by-hand.ts'
import { adminSettings } from '#tests/support/admin.ts'
import { look } from '#tests/support/databases.ts'
import { isLong } from '#tests/support/timing.ts'
import { openWithEverybody } from './acts/site-with-everybody.ts'

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
/** Of the team, which the website shows. */
const practitioner = 'Maya Rao'
const sorted = (names: Iterable<string>) => [...new Set(names)].sort()

/**
 * Who does each act: the first of them who may. By default those with the fewest rights; `npm run test:long` also has each
 * role do all that it may.
 */
const orders: Role[][] = [roles.toReversed(), ...(isLong ? roles.map((role): Role[] => [role, 'owner']) : [])]

describe.each(orders)('what is done by hand by %s, %s …', (...order) => {
  let site: Awaited<ReturnType<typeof openWithEverybody>>['site']
  let as: (role: Role) => Admin
  beforeAll(async () => {
    ;({ site, as } = await openWithEverybody())
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
  /** Without those of the program, whose jobs run meanwhile. */
  const ofPeopleAfter = async (sequence: number) =>
    (await entriesAfter(sequence)).filter(({ who }) => who !== 'program')
  const countEntries = () =>
    look(site, async (db) => (await db.selectFrom('auditHead').select('count').executeTakeFirstOrThrow()).count)
  const accountOf = async (role: Role) => {
    const { id } = await look(site, (db) =>
      db
        .selectFrom('users')
        .select('id')
        .where('email', '=', role === 'owner' ? adminSettings.ADMIN_EMAIL : `${role}@clinic.example`)
        .executeTakeFirstOrThrow(),
    )
    return id
  }

  /** Sends each post as everybody who may not, and at last as the first who may; `by`: who these were. */
  function everybody() {
    const by = new Set<Role>()
    const refusedFirst = async (address: string, intent: string, send: (who: Admin) => Promise<Response>) => {
      const allowed = rolesFor(patternOf(address), intent)
      const before = await countEntries()
      for (const role of roles.filter((one) => !allowed.includes(one)))
        expect((await send(as(role))).status, `${role} ${address} ${intent}`).toBe(403)
      expect(await ofPeopleAfter(before), `${address} ${intent}`).toEqual([])
      const first = order.find((role) => allowed.includes(role))!
      by.add(first)
      return send(as(first))
    }
    const trying: Admin = {
      ...as('owner'),
      post: (address, fields, more) =>
        refusedFirst(address, intentOf(patternOf(address), fields), (who) => who.post(address, fields, more)),
      upload: (address, form) => refusedFirst(address, 'file', (who) => who.upload(address, form)),
    }
    return { trying, by }
  }

  test.each(actsByHand)(
    '$act is done by those whom the table of rights names, refused to all others, and in the trail with person and network address',
    async ({ act, route, press }) => {
      const before = await countEntries()
      // Who confirms their identity is not yet asked what for; everybody has their own second factor.
      const isOfEverybody = !route || act === 'admin.stepped-up' || route === 'security/security.tsx'
      const { trying, by } = everybody()
      const answer = await press(isOfEverybody ? as('owner') : trying, site)
      expect(answer.status).toBeLessThan(400)
      const who = await Promise.all((isOfEverybody ? (['owner'] as const) : [...by]).map(accountOf))
      const entry = expect.objectContaining({ act, who: expect.toBeOneOf(who), fromWhere: '127.0.0.1' })
      expect(await entriesAfter(before)).toContainEqual(entry)
    },
  )

  test('links to every kind of record', async () => {
    let html = ''
    for (let address: string | undefined = '/admin/audit'; address;) {
      const page = await (await as('owner').get(address)).text()
      html += page
      address = /<a (?=[^>]*rel="next")[^>]*href="([^"]*)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
    }
    const links = [...html.matchAll(/<a\b[^>]*aria-label="Open ([^"]+)"[^>]*href="([^"]+)"/g)]
    const there: string[] = []
    for (const [, name = '', href = ''] of links)
      // Records that were deleted or discarded since have no page.
      if ((await as('owner').get(href.replaceAll('&amp;', '&'))).status === 200) there.push(name)
    for (const [kind, { word }] of Object.entries(records))
      // Matches in any case, because accounts are described as 'The admin’s account'.
      expect(there, kind).toContainEqual(expect.stringMatching(new RegExp(word, 'i')))
  })

  test('contains no personal data', async () => {
    // The clinic's own addresses are not personal data, and changes of them are recorded. What an address opens is
    // recorded with the address.
    const isOfAddress = ({ act }: { act: string }) => /^appointment\.(address-|corrected)/.test(act)
    const entries = (await entriesAfter(0)).filter((entry) => !isOfAddress(entry))
    const own = [clinic.emails.general, clinic.emails.booking, ...Object.values(clinicEmails), practitioner]
    const all = own.reduce((text, known) => text.replaceAll(known, ''), JSON.stringify(entries))
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
