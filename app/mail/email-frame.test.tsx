import { describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { renderEmail } from './email-frame.tsx'

const clinic = contentFacts(Date.now())
const words = { subject: 'Hello', preview: 'In short' }
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

  test('ends every line with CRLF', () => {
    const { text } = renderEmail({
      clinic,
      ...words,
      body: [{ quote: 'one\ntwo\rthree\r\nfour' }, { rows: [{ name: 'a', value: 'b' }] }],
    })
    expect(text).toContain('one\r\ntwo\r\nthree\r\nfour')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})

test('every part is in the text and in the HTML', () => {
  const { text, html } = renderEmail({
    clinic,
    ...words,
    body: [
      first,
      { paragraph: 'Bold words', bold: true },
      { rows: [{ name: 'Name', value: 'Maya' }] },
      { quote: 'What I wrote' },
      { link: { label: 'Here', url: 'https://clinic.example/here' } },
    ],
  })
  for (const said of ['A first paragraph.', 'Bold words', 'Maya', 'What I wrote', 'Here'])
    for (const part of [text, html]) expect(part).toContain(said)
  expect(text).toContain('Name: Maya')
  expect(html).toContain('href="https://clinic.example/here"')
})

test('a visitor’s text is shown as written and is never markup', () => {
  const typed = '  <script>alert(1)</script>\n\n  & "so on"'
  const { text, html } = renderEmail({ clinic, ...words, body: [{ quote: typed }] })
  expect(text).toContain('  <script>alert(1)</script>\r\n\r\n  & "so on"')
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;')
})

test('background and text color are on one element inside the body, so dark webmail never shows dark text on its own background', () => {
  const { html } = renderEmail({ clinic, ...words, body: [first] })
  const paper = /<div style="([^"]*background:[^"]*)">/.exec(html)?.[1]
  expect(paper).toMatch(/(^|;)color:/)
})
