import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminSettings, signInAsAdmin } from '#tests/support/admin.ts'
import { startSiteOn } from '#tests/support/databases.ts'
import { bookingOfAService, textsOf } from '#tests/support/pages.ts'
import { visitor } from '#tests/support/visitor.ts'
import { forgotPage } from '#content/pages/login.ts'
import { leastForStaff } from '#app/domain/accounts/password-rules.ts'
import { medWatch } from '#content/products.ts'
import { forms } from '#content/forms.ts'
import { directionsOrTownUrl } from '#app/domain/clinic/confirmed-links.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'

let site: Awaited<ReturnType<typeof startSiteOn>>
beforeAll(async () => {
  site = await startSiteOn('sqlite', { ...adminSettings, ABUSE_LIMITS: 'off' })
})
afterAll(() => site?.stop())

const pageAt = async (path: string) => (await visitor(site).get(path)).text()
const plain = (html: string) => html.replaceAll(/<!--.*?-->|<[^>]+>/g, '')

test('the MedWatch sentence is unchanged, and its phone number is a link', async () => {
  const [, sentence = ''] = /<p class="medwatch">(.*?)<\/p>/s.exec(await pageAt('/products')) ?? []
  expect(plain(sentence)).toBe(medWatch.text)
  expect(sentence).toContain(`href="tel:${medWatch.phone.e164}"`)
  expect(sentence).toContain(`href="${medWatch.url}"`)
})

test('pages link to social accounts and directions from the start', async () => {
  const clinic = contentFacts(Date.now())
  const html = await pageAt('/contact')
  for (const { url } of clinic.social) expect(html).toContain(`href="${url}"`)
  expect(html.includes(`>${textsOf('site').footer.followHeading}</h2>`)).toBe(clinic.social.length > 0)
  expect(html).toContain(`href="${directionsOrTownUrl(clinic).replaceAll('&', '&amp;')}"`)
})

test('the headings above a form with mistakes skip no level', async () => {
  for (const path of ['/contact', bookingOfAService]) {
    const invalidForm = await (
      await visitor(site).post(path, { name: '', email: 'maya@', phone: '', message: '' })
    ).text()
    const levels = [...invalidForm.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level))
    expect(invalidForm).toContain(forms.problem)
    for (const [index, level] of levels.entries())
      expect(level, `${path}: ${levels.join(' ')}`).toBeLessThanOrEqual((levels[index - 1] ?? level) + 1)
  }
})

test('a search that was sent as typed leads to its trimmed term', async () => {
  const search = async (query: string) => (await visitor(site).get(`/search?q=${query}`)).headers.get('Location')
  expect(await search('+warm+oil%20')).toBe('/search?q=warm%20oil')
  expect(await search('++')).toBeNull()
  expect(await search('warm+oil')).toBeNull()
})

test('login and sign-up show no rule about the length of a password, and staff are told theirs in the profile', async () => {
  for (const path of ['/login', '/login?mode=sign-up']) expect(plain(await pageAt(path))).not.toMatch(/\d characters/)
  const profile = await (await signInAsAdmin(site)).get('/profile')
  expect(await profile.text()).toContain(`At least ${leastForStaff} characters`)
})

test('without email, the answer to a forgotten password says nothing against itself', async () => {
  const html = await (await visitor(site).post('/login/forgot', { email: 'maya@example.com' })).text()
  // The data of the script has every text.
  const answer = plain(html.replaceAll(/<script\b.*?<\/script>/gs, ''))
  const { noEmail, ifNone } = textsOf('password')
  expect(answer).toContain(forgotPage.success)
  expect(answer).toContain(ifNone)
  expect(answer).not.toContain(noEmail)
})
