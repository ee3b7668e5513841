import { expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredContent } from '#app/domain/content/content-now.server.ts'
import { getSource, isRecordName } from '#app/domain/content/content-record.ts'
import { withoutMarks } from '#app/domain/content/marks.ts'
import { contentRecords } from '#content/schemas/all.ts'
import { previewEmails } from './preview-emails.ts'
import { renderEmailSamples } from './render-outbox-email.ts'

const sources = { clinic: contentFacts(Date.UTC(2026, 10, 24)), content: deliveredContent }

const records = Object.keys(contentRecords)
  .filter(isRecordName)
  .filter((name) => getSource(name).schema.emails)

test.each(records)('of %s every email is shown, below its subject, with its headline and its styles', (name) => {
  const { title, emails = [] } = getSource(name).schema
  const count = emails.flatMap((kind) => renderEmailSamples(kind, sources)).length
  const html = withoutMarks(previewEmails(title, emails, sources))
  const headlines = [...html.matchAll(/<h1[^>]*>([^<]*)<\/h1>/g)].map(([, text = '']) => text)
  const lines = [...html.matchAll(/<p[^>]*><b>([^<]*)<\/b><br><span>([^<]*)<\/span><\/p>/g)]
  expect(count).toBeGreaterThan(0)
  expect([headlines.length, lines.length]).toEqual([count, count])
  for (const text of [...headlines, ...lines.flatMap(([, ...texts]) => texts)]) expect(text.trim()).not.toBe('')
  expect(html.match(/role="article"/g)).toHaveLength(count)
  expect(html.match(/<table class="bg"/g)).toHaveLength(count)
  // Once, and before all that it is for.
  expect(html.match(/<style>/g)).toHaveLength(1)
  expect(html.slice(0, html.indexOf('<body'))).toContain('@media (prefers-color-scheme:dark){.bg{')
})
