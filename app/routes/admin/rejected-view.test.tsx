import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { secretFields } from '#app/ui/forms/secret-fields.ts'
import { newsletterPage, newslettersPage } from './newsletter/words.ts'
import { admin } from '#content/pages/admin.ts'
import { RejectedView } from './rejected-view.tsx'
import { rejectedWords } from './rejected-words.ts'
import { shownOf } from '#tests/support/shown.ts'

const fields: [string, string][] = [
  ['intent', 'send'],
  ['revision', '3'],
  ['subject', 'Ginger tea'],
  ['monday-0-open', '9:00'],
  ['current', 'a secret'],
]
const render = (address: string, fields: [string, string][]) =>
  renderToStaticMarkup(<RejectedView rejected={{ address, isPost: true, hadFile: false, fields, isUnread: true }} />)
const shown = (address: string) => render(address, fields)

test('values are listed with readable labels, and sent again unchanged', () => {
  const html = shown('/admin/clinic')
  expect(html).toContain(admin.notStored)
  expect([...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, name, value]) => [name, value])).toEqual([
    [rejectedWords.typedFields.subject, 'Ginger tea'],
    [rejectedWords.typedField, '9:00'],
  ])
  expect(html).toContain('name="revision" value="3"')
  expect(html).not.toContain('a secret')
})

test('what was only opened can be tried again, a denied page leads to the login, and a file is not sent again', () => {
  const { login, notShown, typed, sendAgain } = rejectedWords
  const show = (more: object) => {
    const rejected = { address: '/admin/clinic', isPost: true, hadFile: false, fields, isUnread: true, ...more }
    const html = renderToStaticMarkup(<RejectedView rejected={rejected} />)
    return shownOf(html, [admin.denied, login, notShown, admin.notStored, admin.tryAgain, typed, sendAgain])
  }
  expect(show({ isPost: false, fields: [] })).toEqual([notShown, admin.tryAgain])
  expect(show({ isUnread: false })).toEqual([admin.denied, login, typed, sendAgain])
  expect(show({ hadFile: true, fields: fields.slice(0, 2) })).toEqual([admin.notStored])
})

const root = new URL('../../../', import.meta.url)
const sources = globSync('app/{ui,routes}/**/*.tsx', { cwd: root })
  .filter((path) => !path.includes('.test.'))
  .map((path) => readFileSync(new URL(path, root), 'utf8'))

/** The opening tags of our sources that ask for a password or a code. */
const secretTags = sources.flatMap((source) =>
  [...source.matchAll(/<[A-Za-z]+\b[^<]*?(?:type="password"|autoComplete="one-time-code")[^<]*/g)].map(([tag]) => tag),
)
const namesIn = (source: string) =>
  [...source.matchAll(/\b(?:name|backupName)=(?:\{'|"|')([a-zA-Z][\w-]*)['"]/g)].map(([, name = '']) => name)

test('every password and code field is registered as a secret', () => {
  const fields = [
    ...secretTags.flatMap(namesIn),
    ...sources.flatMap((source) => [...source.matchAll(/<(?:PasswordField|CodeFields)\b[^<]*/g)].flatMap(namesOfTag)),
    // What PasswordField is called when nothing else is said.
    'password',
  ]
  expect([...new Set(fields)].toSorted()).toEqual([...secretFields].toSorted())
  function namesOfTag([tag]: RegExpExecArray) {
    return namesIn(tag)
  }
})

test('no other field is lost when a form is sent again', () => {
  const names = [...new Set([...sources.flatMap(namesIn), ...Object.keys(rejectedWords.typedFields)])]
  expect(names).toContain('postalCode')
  const all = names.map((name): [string, string] => [name, `typed in ${name}`])
  const html = render('/admin/clinic', all)
  const sent = names.filter((name) => html.includes(`name="${name}" value="typed in ${name}"`))
  const secrets: readonly string[] = secretFields
  expect(sent).toEqual(names.filter((name) => !secrets.includes(name)))
  for (const name of secrets) expect(html).not.toContain(`typed in ${name}<`)
  expect(html).toContain(`<dt>${rejectedWords.typedFields.postalCode}</dt><dd>typed in postalCode</dd>`)
})

test.each(['/admin/newsletter', '/admin/newsletter/1', '/admin/newsletter?edit=1'])(
  'a newsletter at %s has the text of the specification',
  (address) => expect(shown(address)).toContain(newslettersPage.notSaved),
)

test.each(['send', 'retry', 'schedule', 'resume', 'constructor'])(
  'a newsletter that could not be sent by %s has it too',
  (intent) => expect(renderFailure('/admin/newsletter/1', intent)).toContain(newslettersPage.notSaved),
)

test.each(['address', 'test', 'unschedule', 'pause', 'cancel'] as const)(
  'the button %s of a newsletter, which does not send it, has its own text',
  (intent) => {
    const html = renderFailure('/admin/newsletter/1', intent)
    expect(html).toContain(newsletterPage.notStored[intent])
    expect(html).not.toContain(newslettersPage.notSaved)
  },
)

const renderFailure = (address: string, intent: string) => render(address, [['intent', intent]])
