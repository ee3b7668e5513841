import { expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { renderEmail } from './email-frame.tsx'

const clinic = contentFacts(Date.now())
const words = { subject: 'Hello', preview: 'In short', headline: 'Good morning', why: 'You asked for it.' }
const render = (markdown: string) =>
  renderEmail({ clinic, ...words, body: [{ markdown, origin: 'https://www.clinic.example' }] })

test('formatted text has the styles of emails, and its links lead to the website', () => {
  const { html } = render('## Warm oil\n\nSee **our** [services](/services).\n\n- a\n- b\n\n> c')
  expect(html).toMatch(/<h2 class="ink" style="[^"]+">Warm oil<\/h2>/)
  expect(html).toMatch(/<a class="link" href="https:\/\/www\.clinic\.example\/services" style="[^"]+">services<\/a>/)
  expect(html).toMatch(/<ul class="soft" style="[^"]+"><li>a<\/li><li>b<\/li><\/ul>/)
  expect(html).toMatch(/<blockquote class="line" style="[^"]+"><p /)
})

test('as text it is wrapped, below the signs of its lists and quotes', () => {
  const { text } = render(`See [our services](/services).\n\n- ${'word '.repeat(30)}\n\n> ${'said '.repeat(30)}`)
  const lines = text.split('\r\n')
  expect(lines).toContain('See our services (https://www.clinic.example/services).')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(72)
  expect(text).toMatch(/\r\n- word [^]*\r\n {2}word/)
  expect(text).toMatch(/\r\n> said [^]*\r\n> said/)
})

test('HTML in it is text, and nothing is loaded', () => {
  const { html } = render('<img src=x onerror=alert(1)> ![Dried petals](petals) [a](javascript:alert(1))')
  expect(html).not.toMatch(/<img|href="javascript/)
  expect(html).toContain('Dried petals')
})
