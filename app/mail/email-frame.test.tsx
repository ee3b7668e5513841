import { describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { renderEmail } from './email-frame.tsx'

const clinic = contentFacts(Date.now())
const words = { subject: 'Hello', preview: 'In short', headline: 'Good morning', why: 'You asked for it.' }
const first = { paragraph: 'A first paragraph.' }

test('the first words of the HTML are the preview, which is hidden in the email itself', () => {
  const { html } = renderEmail({ clinic, ...words, body: [first] })
  expect(html.slice(html.indexOf('<body')).replaceAll(/<[^>]*>/g, '|')).toMatch(/^\|+In short\|/)
  expect(html).toMatch(/<div style="display:none[^"]*">In short/)
})

describe('the text part', () => {
  test('is wrapped at 72 columns, with links on their own lines', () => {
    const url = `https://www.clinic.example/newsletter/${'x'.repeat(100)}`
    const { text } = renderEmail({
      clinic,
      ...words,
      body: [
        { paragraph: 'Many words. '.repeat(40) },
        { paragraph: `A long link ${url} inside.` },
        { link: { label: 'Unsubscribe', url } },
      ],
    })
    const lines = text.split('\r\n')
    expect(lines.filter((line) => line.length > 72 && !line.startsWith('https://'))).toEqual([])
    expect(lines).toContain(url)
    expect(text.match(/Many words\./g)).toHaveLength(40)
  })

  test('breaks no line within a time of day or a phone number, and neither does the HTML', () => {
    for (let more = 0; more < 20; more += 1) {
      const paragraph = `${'a '.repeat(20 + more)}by 10:30 am or call (205) 555-0142 or 1-800-332-1088.`
      const { text, html } = renderEmail({ clinic, ...words, body: [{ paragraph }] })
      expect(text).toMatch(/10:30 am\s[^]*\(205\) 555-0142/)
      expect(html).toMatch(/nowrap">10:30 am<[^]*nowrap">1-800-332-1088</)
    }
  })

  test('ends every line with CRLF', () => {
    const { text } = renderEmail({
      clinic,
      ...words,
      body: [{ quote: 'one\ntwo\rthree\r\nfour' }, { facts: [{ name: 'a', value: 'b' }] }],
    })
    expect(text).toContain('one\r\ntwo\r\nthree\r\nfour')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})

test('the text says the same as the HTML, in the same order', () => {
  const { text, html } = renderEmail({
    clinic,
    ...words,
    body: [
      first,
      { paragraph: 'Bold words', bold: true },
      { facts: [{ name: 'Name', value: 'Maya', detail: 'of Hoover' }] },
      { quote: 'What I wrote' },
      { button: { label: 'Press here', url: 'https://clinic.example/here' } },
      { link: { label: 'Or there', url: 'https://clinic.example/there' } },
    ],
    unsubscribe: { label: 'No more', url: 'https://clinic.example/no-more' },
  })
  const said = ['Good morning', 'A first paragraph.', 'Bold words', 'Maya', 'of Hoover', 'What I wrote', 'Press here']
  said.push('Or there', clinic.name, clinic.phone.display, 'You asked for it.', 'No more')
  for (const part of [text, html.slice(html.indexOf('<h1'))]) {
    const places = said.map((words) => part.lastIndexOf(words))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  }
  expect(text).toContain('Name: Maya, of Hoover')
  for (const url of ['here', 'there', 'no-more'].map((path) => `https://clinic.example/${path}`)) {
    expect(html).toContain(`href="${url}"`)
    expect(text.split('\r\n')).toContain(url)
  }
})

test('a visitor’s text is shown as written and is never markup', () => {
  const typed = '  <script>alert(1)</script>\n\n  & "so on"'
  const { text, html } = renderEmail({ clinic, ...words, body: [{ quote: typed }] })
  expect(text).toContain('  <script>alert(1)</script>\r\n\r\n  & "so on"')
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;')
})

test('a phone number can be pressed, except in an email to the clinic', () => {
  const body = [{ paragraph: `Call ${clinic.phone.display}, or not.` }]
  expect(renderEmail({ clinic, ...words, body }).html.match(/href="tel:/g)).toHaveLength(2)
  expect(renderEmail({ clinic, ...words, body: [first], toClinic: true }).html).not.toContain('<a ')
})

test('every colored element has a class that a dark program can change', () => {
  const { html } = renderEmail({
    clinic,
    ...words,
    body: [
      first,
      { facts: [{ name: 'a', value: 'b' }] },
      { quote: 'c' },
      { button: { label: 'd', url: 'https://e.example' } },
    ],
  })
  const styled = html.match(/<[a-z0-9]+ [^>]*style="[^"]*color:[^>]*>/g) ?? []
  expect(styled.length).toBeGreaterThan(8)
  // The band is the same in both.
  expect(styled.filter((tag) => !/class="[^"]*(bg|card|ink|soft|faint|link|line|quote|button)/.test(tag))).toHaveLength(
    1,
  )
})
