import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { newslettersPage } from '#content/pages/admin-newsletter.ts'
import { admin } from '#content/pages/admin.ts'
import { NotNowView } from './not-now-view.tsx'

const fields: [string, string][] = [
  ['intent', 'send'],
  ['revision', '3'],
  ['subject', 'Ginger tea'],
  ['monday-0-open', '9:00'],
  ['current', 'a secret'],
]
const shown = (address: string) =>
  renderToStaticMarkup(<NotNowView address={address} isPost hadFile={false} fields={fields} />)

test('what was typed is listed under names that people know, and sent again as it was', () => {
  const html = shown('/admin/clinic')
  expect(html).toContain(admin.notStored)
  expect([...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, name, value]) => [name, value])).toEqual([
    [admin.typedFields.subject, 'Ginger tea'],
    [admin.typedField, '9:00'],
  ])
  expect(html).toContain('name="revision" value="3"')
  expect(html).not.toContain('a secret')
})

test.each(['/admin/newsletter', '/admin/newsletter/1', '/admin/newsletter?edit=1'])(
  'a newsletter at %s has the words of the specification',
  (address) => expect(shown(address)).toContain(newslettersPage.notKept),
)
