import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { databasesFor, startSiteOn } from '#tests/support/databases.ts'
import { formWith, visitor } from '#tests/support/visitor.ts'
import { textsOf } from '#tests/support/pages.ts'

const address = '/admin/pages/search-words'

describe.each(databasesFor(import.meta.url))('search words, on %s', (kind) => {
  let site: Awaited<ReturnType<typeof startSiteOn>>
  let admin: Awaited<ReturnType<typeof signInAsAdmin>>
  beforeAll(async () => {
    site = await startSiteOn(kind, adminSettings)
    admin = await signInAsAdmin(site)
  })
  afterAll(() => site?.stop())

  async function publish(typed: Record<string, string>) {
    const { fields } = formWith(await (await admin.get(address)).text(), 'pages.0.words')
    return admin.post(address, { ...fields, ...typed, intent: 'publish' })
  }

  const find = async (term: string) => (await visitor(site).get(`/search?q=${term}`)).text()
  const gastritis = textsOf('search-words').pages.findIndex(({ page }) => page === '/services/gastritis')

  test('find their page once they are published, also words that no page may say, and show nowhere', async () => {
    expect(gastritis).toBeGreaterThan(-1)
    expect(await find('queasiness')).not.toContain('href="/services/gastritis"')
    const words = 'queasiness, cures for vomiting'
    expect((await publish({ [`pages.${gastritis}.words`]: words })).status).toBe(303)
    const found = await find('queasiness')
    expect(found).toContain('href="/services/gastritis"')
    expect(found).not.toContain('vomiting')
    // A word that was taken out finds it no more.
    expect(await find('heartburn')).not.toContain('href="/services/gastritis"')
  })

  test('know other spellings of a word', async () => {
    const { words } = textsOf('search-words').spellings.find(({ words: group }) => group.startsWith('basti'))!
    const at = textsOf('search-words').spellings.findIndex((group) => group.words === words)
    expect(await find('bahsteee')).not.toContain('href="/services#panchakarma"')
    expect((await publish({ [`spellings.${at}.words`]: `${words}, bahsteee` })).status).toBe(303)
    expect(await find('bahsteee')).toContain('href="/services#panchakarma"')
  })

  test.each([
    [{ 'pages.0.page': '/services/nowhere' }, 'There’s no page at /services/nowhere.'],
    [{ 'pages.0.words': '' }, 'Words'],
    [{ 'pages.0.words': 'x'.repeat(601) }, '600'],
    [{ 'pages.0.words': '{city}' }, '{city} doesn’t stand for anything here.'],
  ])('%j is refused beside its field, and what was typed stays', async (typed, sentence) => {
    const answer = await publish(typed)
    expect(answer.status).toBe(400)
    const html = await answer.text()
    expect(html).toContain(sentence)
    expect(html).toContain(Object.values(typed)[0])
  })
})
