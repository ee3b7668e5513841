import { expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { emailKind } from '#app/domain/outbox/email-kinds.server.ts'
import { emailSamples } from '#app/mail/render-outbox-email.ts'
import * as all from './all.ts'

const files = Object.entries(import.meta.glob<object>(['./*.ts', '!./all.ts', '!./*.test.ts'], { eager: true }))

test.each(files)('%s is listed in all.ts', (_, emails) => {
  expect(Object.keys(emails)).not.toEqual([])
  expect(all).toMatchObject(emails)
})

test('every kind that the outbox accepts has exactly one email, and no email has another kind', () => {
  const kinds = Object.values(all).map(({ kind }) => kind)
  expect(kinds.toSorted()).toEqual(emailKind.options.toSorted())
})

const allSamples = emailSamples({ clinic: contentFacts(Date.now()), content: deliveredContent })

test.each(Object.entries(allSamples))('%s has one headline, one button, and loads nothing', (kind, { text, html }) => {
  const [, headline = ''] = /<h1[^>]*>([^<]+)<\/h1>/.exec(html) ?? []
  expect(headline).not.toBe('')
  expect(html.match(/<h1/g)).toHaveLength(1)
  // A message of a visitor stands among no links of ours, and a reply is what somebody wrote.
  const buttons = ['contact-message', 'message-reply'].includes(kind) ? 0 : 1
  expect(html.match(/class="button-text"/g) ?? []).toHaveLength(buttons)
  expect(html).not.toMatch(/<(img|svg|link|script|form)|url\(|@import|@font-face/)
  expect(text).toMatch(/\r\n-- \r\n[^]*You(’re getting| get) this email/)
})

test('every email has a sample with a subject, a text, HTML, and whether a program wrote it', () => {
  const samples = Object.entries(allSamples)
  expect(samples).toHaveLength(emailKind.options.length)
  for (const [kind, { subject, text, html, headers }] of samples) {
    expect(headers, kind).toHaveProperty('Auto-Submitted', kind === 'message-reply' ? 'no' : 'auto-generated')
    expect(subject, kind).not.toBe('')
    expect(html, kind).toContain('</html>')
    expect(text, kind).toContain('\r\n-- \r\n')
  }
})
