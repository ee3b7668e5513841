import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pagesWords } from '#app/routes/admin/pages/words.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { standInNames, systemChecks } from '#content/system-checks.ts'

const path = '/admin/pages/practical'
const delivered = deliveredContent.template('practical')

describe.each(databasesFor(import.meta.url))('practical facts of the clinic on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  const read = async (page: string) => (await visitor(site).get(page)).text()
  /** A page of the dashboard, without the data of its script. */
  const readAdmin = async (page: string) =>
    (await (await admin.get(page)).text()).replaceAll(/<script\b.*?<\/script>/gs, '')
  /** With these boxes checked, and no others. */
  const press = async (intent: string, typed: Record<string, string>) => {
    const { fields } = formWith(await (await admin.get(path)).text(), 'parking')
    const sent = Object.entries(fields).filter(([name]) => !/^holidays\.|^confirmed$/.test(name))
    return admin.post(path, { ...Object.fromEntries(sent), confirmed: '', ...typed, intent })
  }
  const holidays = Object.fromEntries(delivered.holidays.map((id) => [`holidays.${id}`, 'on']))

  test('are asked for as they are: no other facts can be named in them', async () => {
    const [hint] = pagesWords.placeholders([]).split(':')
    expect(await readAdmin(path)).not.toContain(hint)
    expect(await readAdmin('/admin/pages/contact')).toContain(hint)
  })

  test('show in the preview as a draft, and to visitors once they are published', async () => {
    expect((await press('save', { ...holidays, parking: 'Behind the house, beside the oak.' })).status).toBe(303)
    expect(await (await admin.get(`${path}/preview`)).text()).toContain('Behind the house, beside the oak.')
    expect(await read('/contact')).not.toContain('beside the oak')
    expect((await press('publish', holidays)).status).toBe(303)
    expect(await read('/contact')).toContain('Behind the house, beside the oak.')
    expect(await read('/search?q=oak')).toContain('href="/contact"')
  })

  test('name accounts of the clinic in the footer; until then the networks’ own pages, as the specification lists them', async () => {
    const first = `href="${delivered.social[0]!.url}"`
    expect(await read('/')).toContain(first)
    expect((await press('publish', { ...holidays, 'social.0.url': 'https://www.instagram.com/clinic' })).status).toBe(
      303,
    )
    const after = await read('/')
    expect(after).toContain('href="https://www.instagram.com/clinic"')
    expect(after).not.toContain(first)
    const wrong = await press('publish', { ...holidays, 'social.0.url': 'javascript:alert(1)' })
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('javascript:alert(1)')])
  })

  test('count as placeholders until the box says that they are right', async () => {
    const system = () => readAdmin('/admin/system')
    expect(await system()).toContain(standInNames.parking)
    expect((await press('publish', { ...holidays, confirmed: 'on' })).status).toBe(303)
    const after = await system()
    for (const name of ['parking', 'waysToPay', 'social']) expect(after, name).not.toContain(standInNames[name])
    expect(after).toContain(systemChecks['stand-ins'].someAdvice)
  })

  test('say which holidays the clinic keeps', async () => {
    expect(await readAdmin('/admin/clinic')).toContain('Thanksgiving Day')
    expect((await press('publish', { confirmed: 'on', 'holidays.christmas-day': 'on' })).status).toBe(303)
    const clinic = await readAdmin('/admin/clinic')
    expect(clinic).toContain('Christmas Day')
    expect(clinic).not.toContain('Thanksgiving Day')
    expect(await read('/contact')).not.toContain('Thanksgiving Day')
  })
})
