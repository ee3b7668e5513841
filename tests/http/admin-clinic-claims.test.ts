import { services } from '#tests/support/catalogue.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { adminSettings, clinicAdmin } from '#tests/support/admin.ts'
import { databasesFor, look, startSiteOn } from '#tests/support/databases.ts'
import { visitor } from '#tests/support/visitor.ts'
import { claimWords } from '#content/pages/admin-claims.ts'

const today = () => Temporal.Now.plainDateISO(clinicTimeZone).toString()
const service = services[0]!

type Part = { section: string; typed: () => Record<string, string>; mended: Record<string, string>; page: string }

const parts: Part[] = [
  {
    section: 'notice',
    typed: () => ({ text: 'Our tea cures colds.', until: today() }),
    mended: { text: 'Our tea is warm.' },
    page: '/',
  },
  {
    section: `service:${service.id}`,
    typed: () => ({ price: 'Free, and it cures colds' }),
    mended: { price: 'Free' },
    page: '/services',
  },
  {
    section: 'closures',
    typed: () => ({ firstDay: today(), reason: 'A day off', tell: 'on', words: 'Our tea cures colds.' }),
    mended: { words: 'Our tea is warm.' },
    page: '/',
  },
]

describe.each(databasesFor(import.meta.url))('claims in what the admin writes about the clinic on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof clinicAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, { ...adminSettings, ABUSE_LIMITS: 'off' })
    admin = await clinicAdmin(site)
  })
  afterAll(() => site.stop())

  const shown = async (page: string) => (await (await visitor(site).get(page)).text()).includes('cures colds')

  test.each(parts)(
    '$section: claims are shown next to the text, which is saved only after confirmation or correction',
    async (part) => {
      const { section, mended, page } = part
      const press = (typed: Record<string, string>) =>
        admin.press(section, typed, section === 'closures' ? 'close' : 'save')
      const typed = part.typed()
      const warned = await press(typed)
      expect(warned.status).toBe(400)
      const html = await warned.text()
      expect(html).toContain('<mark>cures colds</mark>')
      expect(html).toContain(claimWords.saveAsItIs)
      expect(html.match(new RegExp(`href="#([^"]+)"[^>]*>${claimWords.edit}<`))?.[1]).toBeDefined()
      expect(await shown(page)).toBe(false)
      // Pressing Save again shows the claims again, and so does a text that differs from the shown one.
      expect((await press(typed)).status).toBe(400)
      expect((await press({ ...typed, 'as-it-is': 'Another text cures colds.' })).status).toBe(400)

      const value = /name="as-it-is"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="as-it-is"/.exec(html)
      const text = (value?.[1] ?? value?.[2] ?? '').replaceAll('&#x27;', "'").replaceAll('\n', '\r\n')
      // The button next to the claims has no intent.
      const saved = await admin.press(section, { ...typed, 'as-it-is': text }, '')
      expect(saved.status).toBe(303)
      expect(await shown(page)).toBe(true)
      const entry = await look(site, (db) =>
        db.selectFrom('auditEntries').select(['detail']).orderBy('sequence', 'desc').limit(1).executeTakeFirst(),
      )
      expect(entry?.detail).toContain('claims shown')

      await admin.press('notice', { text: '', until: '' }, 'reset')
      expect((await press({ ...typed, ...mended })).status).toBe(303)
      expect(await shown(page)).toBe(false)
      await admin.press('notice', { text: '', until: '' }, 'reset')
    },
  )
})
