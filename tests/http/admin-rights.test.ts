import { isLong } from '#tests/support/timing.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminGroups } from '#app/admin-sections.ts'
import { type InvitedRole, type Role, roles } from '#app/domain/accounts/roles.ts'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { clinicDate } from '#app/domain/shared/clinic-time.ts'
import { firstPage } from '#app/http/menu.server.ts'
import { intentOf, mayOpen, mayPost, patternOf, rights, rolesFor } from '#app/http/rights.server.ts'
import { notAllowedWords } from '#app/routes/admin/rejected-words.ts'
import { adminAppointment } from '#content/pages/admin-appointments.ts'
import { bookOnline } from '#tests/support/booking.ts'
import { look } from '#tests/support/databases.ts'
import type { Admin } from './acts/acts-by-hand.ts'
import { openWithEverybody } from './acts/site-with-everybody.ts'
import { routePaths } from './route-paths.ts'

test('every address of the dashboard has a row in the table of rights, and no other', () => {
  const addresses = routePaths.filter((path) => path === '/admin' || path.startsWith('/admin/'))
  // A page that locked itself asks there, outside of the dashboard's layout.
  expect(rights.map(({ path }) => path).toSorted()).toEqual(
    addresses.filter((path) => path !== '/admin/lock').toSorted(),
  )
})

const health = 'qzcanaryhealth'
/**
 * Of patients, customers and people who wrote, whom an editor has nothing to do with. A practitioner sees her own patients
 * only (practitioner.test.ts); Ilse was booked with somebody else.
 */
const traces = ['Ilse Brandt', 'ilse@example.com', 'Grace Kim', 'Priya Menon']
const patient = { name: 'Ilse Brandt', email: 'ilse@example.com', phone: '205 555 0101', health }

let site: Awaited<ReturnType<typeof openWithEverybody>>['site']
let as: (role: Role) => Admin
beforeAll(async () => {
  ;({ site, as } = await openWithEverybody((opened) => bookOnline(opened, patient)))
  // Shows everybody's appointments on a page of the editor.
  const day = (days: number) => clinicDate(Date.now() + days * 86_400_000, clinicTimeZone).toString()
  const closure = { section: 'closures', intent: 'close', firstDay: day(0), lastDay: day(60) }
  expect((await as('owner').post('/admin/clinic', closure)).status).toBe(303)
})
afterAll(() => site.stop())

describe.each(roles)('the %s', (role) => {
  let staff: Admin
  beforeAll(() => void (staff = as(role)))

  const firstId = (table: 'appointments' | 'messages' | 'emails' | 'patients' | 'pictures') =>
    look(site, async (db) => (await db.selectFrom(table).select('id').executeTakeFirst())?.id ?? '0')

  /** Addresses of the table with ids of records that are there, as far as there are any. */
  async function listAddresses() {
    const { number } = await look(site, (db) => db.selectFrom('orders').select('number').executeTakeFirstOrThrow())
    const ids: Record<string, string> = {
      '/admin/appointments/': await firstId('appointments'),
      '/admin/messages/': await firstId('messages'),
      '/admin/mail/': await firstId('emails'),
      '/admin/orders/': number,
      '/admin/patients/': await firstId('patients'),
    }
    return rights.map(({ path }) => {
      const [before] = path.split(':')
      const section = path.startsWith('/admin/:section')
      return {
        pattern: path,
        address: path
          .replace(':section', section && !path.includes(':id') && !path.includes(':name') ? 'services' : 'pages')
          .replace(/:(?:id|number|name)/, section ? 'home' : (ids[before ?? ''] ?? 'a'))
          .replace('*', 'nothing/is/here'),
      }
    })
  }

  test('opens what the table says, has the rest neither as a document nor as data, and is told who opens it', async () => {
    for (const { pattern, address } of await listAddresses()) {
      const { roles: allowed } = rights.find(({ path }) => path === pattern)!
      const document = await staff.get(address)
      const isRedirected = pattern === '/admin'
      if (allowed.includes(role)) {
        // Some have no page for a GET, or no such record.
        expect([200, 302, 400, 404, 405], `${role} ${address}`).toContain(document.status)
        continue
      }
      const data = await staff.get(address === '/admin' ? '/admin/_.data' : `${address}.data`)
      expect(data.status, `${role} ${address}.data`).toBe(403)
      expect(await data.text()).not.toContain('loaderData')
      if (isRedirected) expect(document.headers.get('Location')).toBe(firstPage(role))
      else {
        expect(document.status, `${role} ${address}`).toBe(403)
        expect(await document.text()).toContain(notAllowedWords.allowed(allowed, false))
      }
    }
  })

  test('has what it may open as its menu', async () => {
    const html = await (await staff.get('/admin/security')).text()
    const menu = /<nav class="adm-nav".*?<\/nav>/s.exec(html)?.[0] ?? ''
    for (const { href, text } of adminGroups.flatMap(({ sections }) => sections))
      expect(menu.includes(`>${text}<`), `${role} ${href}`).toBe(
        mayOpen(role, href) || (href === '/admin' && firstPage(role) === '/admin/my-day'),
      )
  })

  const seesNobody = role === 'editor' || role === 'practitioner'

  // There is none for the owner.
  test.runIf(isLong || role !== 'owner')(
    'is led to no page that it may not open, and offered no form that it may not send',
    async () => {
      const seen = new Set<string>()
      const waiting = ['/admin', '/admin/security', '/admin/more', '/admin/search']
      for (let page = waiting.pop(); page; page = waiting.pop()) {
        const answer = await staff.get(page)
        expect(answer.status, `${role} ${page}`).not.toBe(403)
        if (!answer.headers.get('Content-Type')?.includes('text/html')) continue
        const html = (await answer.text()).replaceAll('&amp;', '&')
        expect(html, `${role} ${page}`).not.toContain(health)
        if (seesNobody) for (const trace of traces) expect(html, `${role} ${page}`).not.toContain(trace)
        for (const [, address = ''] of html.matchAll(/(?:href|action)="(\/admin[^"#]*)/g)) {
          // The first page of every role.
          if (address === '/admin') continue
          expect(mayOpen(role, address), `${role} is led from ${page} to ${address}`).toBe(true)
          // One page of each kind is enough.
          const kind = address.replaceAll(/[0-9a-f-]{36}|\d+/g, 'N').replace(/\?.*/, '')
          if (!seen.has(kind)) waiting.push(address)
          seen.add(kind)
        }
        // Nothing in a preview posts.
        if (page.endsWith('/preview')) continue
        for (const [, form = '', fields = ''] of html.matchAll(/<form([^>]*method="post"[^>]*)>(.*?)<\/form>/gs)) {
          const { pathname } = new URL(/action="([^"#]*)/.exec(form)?.[1] || page, 'http://localhost')
          if (!pathname.startsWith('/admin')) continue
          const pattern = patternOf(pathname)
          const section = /name="section" value="([^"]*)"/.exec(fields)?.[1]
          const buttons = [...fields.matchAll(/<(?:button|input)[^>]*name="intent"[^>]*>/g)]
          const intents = buttons.map(([button]) => /value="([^"]*)"/.exec(button)?.[1] ?? '')
          for (const intent of form.includes('multipart') ? ['file'] : intents.length > 0 ? intents : [undefined]) {
            const sent = intentOf(pattern, { ...(section && { section }), ...(intent !== undefined && { intent }) })
            expect(
              mayPost(role, pattern, intent === 'file' ? intent : sent),
              `${role} ${page} ${pattern} ${sent}`,
            ).toBe(true)
          }
        }
      }
      expect(seen.size).toBeGreaterThan(5)
    },
  )

  test('reads a health answer only as owner or manager', async () => {
    const path = `/admin/appointments/${await firstId('appointments')}`
    const mayRead = role === 'owner' || role === 'manager'
    const page = await staff.get(path)
    if (!seesNobody) {
      const html = await page.text()
      expect(html.includes(adminAppointment.health.button)).toBe(mayRead)
      expect(html.includes(adminAppointment.health.sealed)).toBe(!mayRead)
    }
    const form = new FormData()
    form.append('intent', 'save')
    form.append('intent', 'health')
    const answers = [
      await staff.post(path, { intent: 'health' }),
      await staff.post(`${path}.data`, { intent: 'health' }),
      await staff.post(`${path}/`, { intent: 'health' }),
      await staff.upload(path, form),
    ]
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(texts[0]?.includes(health)).toBe(mayRead)
    if (!mayRead) {
      expect(answers.map((answer) => answer.status)).toEqual(
        // Like an appointment that is not there.
        role === 'practitioner' ? [404, 404, 404, 403] : [403, 403, 403, 403],
      )
      for (const text of texts) expect(text).not.toContain(health)
    }
  })

  test('finds by search what it may see, and no more', async () => {
    for (const path of ['/admin/search', '/admin/search/results']) {
      const found = await (await staff.post(path, { q: 'Ilse' })).text()
      expect(found.includes('Ilse Brandt'), path).toBe(!seesNobody)
      expect(found).not.toContain(health)
    }
    for (const word of [health, health.slice(0, 8)]) {
      const found = (await (await staff.post('/admin/search', { q: word })).text()).replaceAll(`"${word}"`, '')
      expect(found).not.toContain('Ilse Brandt')
    }
  })

  test('has what it typed when a role was changed meanwhile', async () => {
    if (role === 'owner') return
    const setRole = (to: InvitedRole) =>
      look(site, (db) =>
        db
          .updateTable('staff')
          .set({ role: to })
          .where('accountId', '=', db.selectFrom('users').select('id').where('email', '=', `${role}@clinic.example`))
          .execute(),
      )
    const other = role === 'editor' ? 'front-desk' : 'editor'
    const [address, typed] =
      role === 'editor'
        ? ['/admin/pages/about', { intent: 'publish', title: 'A title of hers' }]
        : ['/admin/appointments?view=day', { intent: 'block', reason: 'A title of hers' }]
    await setRole(other)
    try {
      const answer = await staff.post(address, typed)
      const html = await answer.text()
      expect(answer.status).toBe(403)
      expect(html).toContain(notAllowedWords.allowed(rolesFor(patternOf(address)), true))
      expect(html).toContain('A title of hers')
    } finally {
      await setRole(role)
    }
  })
})
