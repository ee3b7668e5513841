import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSiteOn } from '#tests/support/databases.ts'
import { bookingOfAService } from '#tests/support/pages.ts'
import { textsOf } from '#tests/support/texts.ts'
import { visitor } from '#tests/support/visitor.ts'
import { medWatch } from '#content/products.ts'
import { forms } from '#content/forms.ts'
import { directionsOrTownUrl } from '#app/domain/clinic/confirmed-links.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'

let site: Awaited<ReturnType<typeof startSiteOn>>
beforeAll(async () => {
  site = await startSiteOn('sqlite', { ABUSE_LIMITS: 'off' })
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
