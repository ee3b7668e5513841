import { isLong } from '#tests/support/timing.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '#app/database/connection.server.ts'
import { createPurges } from '#app/page-cache/purges.server.ts'
import { createQueue } from '#app/queue/queue.server.ts'
import { openTestDatabase } from '#tests/support/test-database.ts'
import { testVault } from '#tests/support/test-deps.ts'
import clinicFile from '#content/clinic.json' with { type: 'json' }
import { contentCollections, contentRecords } from '#content/schemas/all.ts'
import { applyChanges } from './changes.server.ts'
import { listClaims, readContentFiles, toContentFiles } from './content-files.server.ts'
import { readContentForm } from './content-form.server.ts'
import { deliveredContent, openContent } from './content-now.server.ts'
import { type CollectionName, type ContentName, getSource } from './content-record.ts'
import { type Leaf, listPlaces } from './content-schema.ts'
import { findDraft } from './drafts.server.ts'
import { editList } from './edit-list.ts'
import { createEntry, moveEntry } from './entries.server.ts'
import { listNames } from './list-names.ts'
import { publishContent, publishFiles } from './publish.server.ts'

const now = Date.UTC(2026, 10, 26, 18)
const owner = { who: 'account-1', from: '203.0.113.7' }
const knownPicture = '00000000-0000-4000-8000-000000000000'
const library = { id: knownPicture, alt: '', width: 1, height: 1, files: [] }
const findPicture = (id: string) => (id === knownPicture ? library : undefined)
const lookups = { findPicture, hasPage: (path: string) => path !== '/servces' }

async function newSite(database?: Database) {
  database ??= await openTestDatabase()
  const content = await openContent(database, findPicture)
  const pages = createPurges(database, { invalidate() {} }, { content: content.reload })
  return { database, vault: testVault(database), queue: createQueue(database), pages, content }
}
type Site = Awaited<ReturnType<typeof newSite>>

const collections = Object.keys(contentCollections) as CollectionName[]
const show = (site: Site) =>
  Object.fromEntries([
    ...listNames(site.content).map((name) => [name, site.content.template(name)]),
    ...collections.map((name) => [name, site.content.list(name).map(({ id }) => id)]),
  ])

const publish = (site: Site, name: ContentName, value: unknown) =>
  publishContent(site, owner, { name, value, over: site.content.versionOf(name), now })

type Edit = { kind: 'text' | 'list' | 'new' | 'move'; at: number; place: number; text: string; back: boolean }
const edits = fc.record<Edit>({
  kind: fc.constantFrom('text', 'text', 'text', 'text', 'text', 'text', 'list', 'list', 'new', 'move'),
  at: fc.nat(),
  place: fc.nat(),
  text: fc.string({ unit: 'grapheme', minLength: 3, maxLength: 30 }),
  back: fc.boolean(),
})

/** What somebody types into such a field. */
function type(field: Leaf, { text, place }: Edit): string {
  if (field.kind === 'choices') return place % 2 === 0 ? '' : (Object.keys(field.options ?? { abhyangam: '' })[0] ?? '')
  if ('options' in field) {
    const options = [...Object.keys(field.options), ...(field.kind === 'picture' ? [`picture:${knownPicture}`] : [])]
    return options[place % options.length]!
  }
  if (field.kind === 'switch') return place % 2 === 0 ? 'on' : ''
  if (field.kind === 'money') return `${place % 1_000}.50`
  if (field.kind === 'percent') return `${place % 20}.5`
  if (field.kind === 'number') return String(field.least)
  if (field.kind === 'markdown') return `**${text}** שלום {city}\n\n- ${text}\n- 🌿`
  return field.kind === 'address' ? '/about?a=1' : `${text} مرحبا 🌿`
}

/** One that doesn't fit, as nobody could publish it, changes nothing. */
async function make(site: Site, edit: Edit) {
  const names = listNames(site.content)
  const name = names[edit.at % names.length]!
  const { fields } = getSource(name).schema
  const value = site.content.template(name)
  const collection = collections[edit.at % collections.length]!
  switch (edit.kind) {
    case 'new': {
      const added = await createEntry(site, owner, { collection, title: edit.text, now })
      const { draft } = await findDraft(site.database, added)
      const begun = draft?.value ?? site.content.template(added)
      const typed = Object.fromEntries(
        listPlaces(fieldsOf(added), begun).map(({ path, field }) => [path, type(field, edit)]),
      )
      const read = readContentForm(fieldsOf(added), begun, typed, lookups)
      if (Object.keys(read.errors).length === 0) await publish(site, added, read.value)
      return
    }
    case 'move': {
      const entries = site.content.list(collection)
      const entry = entries[edit.place % entries.length]
      const over = site.content.versionOf(`order/${collection}`)
      if (entry) await moveEntry(site, owner, { collection, id: entry.id, by: edit.back ? -1 : 1, over, now })
      return
    }
    case 'list': {
      const [at] = listPlaces(fields, value).flatMap(({ path }) => /^.*\.\d+(?=\.)/.exec(path) ?? [])
      const moved = at && editList(fields, value, `${edit.back ? 'up' : 'remove'} ${at}`)
      if (moved) await publish(site, name, moved)
      return
    }
    default: {
      const places = listPlaces(fields, value)
      const place = places[edit.place % places.length]
      if (!place) return changeFacts(site, name, edit)
      const { path, field } = place
      const read = readContentForm(fields, value, { [path]: type(field, edit) }, lookups)
      // One field may forbid what is in another, such as a kind without options.
      if (Object.keys(read.errors).length === 0) await publish(site, name, read.value)
    }
  }
}

/** A section of the Clinic page, whose facts have a form of their own. */
async function changeFacts(site: Site, name: ContentName, { place, text, back }: Edit) {
  if (name === 'clinic/address')
    await publish(site, name, { confirmed: back, facts: { street: text, city: '', region: '', postalCode: '' } })
  if (name === 'clinic/reminder') await publish(site, name, { confirmed: true, facts: { hours: place % 300 } })
  if (name === 'clinic/notice')
    await publish(site, name, { confirmed: true, facts: back ? null : { text, until: '2026-12-24' } })
}

const fieldsOf = (name: ContentName) => getSource(name).schema.fields

function readRecord(files: Record<string, string>, name: string) {
  const [file, part] = name.split('/')
  return part ? JSON.parse(files[`${file}.json`]!)[part] : JSON.parse(files[`pages/${name}.json`]!)
}

const edited = isLong ? 500 : 50

test('many changes in the browser survive export, build and import', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: edited, maxLength: edited }), async (all) => {
      const [here, there] = [await newSite(), await newSite()]
      for (const edit of all) await make(here, edit)
      const shown = show(here)
      expect(shown).not.toEqual(show(there))

      const files = toContentFiles(here.content)
      // As a build takes them.
      for (const [name, { schema }] of Object.entries(contentRecords))
        expect(applyChanges(schema.fields, readRecord(files, name), {})).toEqual(shown[name])
      const { records, problems } = readContentFiles((path) => files[path], lookups)
      expect(problems).toEqual([])
      expect(await publishFiles(there, owner, { records, claimsShown: false, now })).not.toEqual([])
      expect(show(there)).toEqual(shown)
      expect(show(await newSite(there.database))).toEqual(shown)
      expect(toContentFiles(there.content)).toEqual(files)
      // Once more, there is nothing to do.
      expect(await publishFiles(there, owner, { records, claimsShown: false, now })).toEqual([])
    }),
    // Making many smaller takes longer than reading them.
    { numRuns: 1, endOnFailure: true },
  )
})

test('what was never changed is written as it was delivered', async () => {
  const files = toContentFiles((await newSite()).content)
  expect(JSON.parse(files['pages/home.json']!)).toEqual(contentRecords.home.file)
  expect(JSON.parse(files['services.json']!)).toEqual(contentCollections.services.files)
})

test('the facts of the clinic are one file, of which a part that is missing says nothing', async () => {
  const site = await newSite()
  await publish(site, 'clinic/reminder', { confirmed: true, facts: { hours: 24 } })
  const file = JSON.parse(toContentFiles(site.content)['clinic.json']!)
  expect(file).toEqual({ ...clinicFile, reminder: { confirmed: true, facts: { hours: 24 } } })
  const read = (part: unknown) =>
    readContentFiles((path) => (path === 'clinic.json' ? JSON.stringify(part) : undefined), lookups)
  expect(read({ reminder: file.reminder })).toEqual({
    records: [{ name: 'clinic/reminder', value: file.reminder }],
    problems: [],
  })
  const wrong = { confirmed: true, facts: { general: 'desk@clinic', booking: 'times@clinic.example' } }
  expect(read({ emails: wrong })).toEqual({
    records: [],
    problems: ['clinic.json, emails: facts.general: must be an email address'],
  })
})

test('files that were shipped with a release take the place of what was changed over them', async () => {
  const site = await newSite()
  await publish(site, 'home', { ...site.content.template('home'), lead: 'Warm oil.' })
  const files = { 'pages/home.json': JSON.stringify(deliveredContent.template('home')) }
  const { records } = readContentFiles((path) => files[path as keyof typeof files], lookups)
  expect(await publishFiles(site, owner, { records, claimsShown: false, now })).toEqual(['home'])
  const { changes } = await site.database.db
    .selectFrom('contentVersions')
    .select('changes')
    .where('version', '=', 2)
    .executeTakeFirstOrThrow()
  expect(changes).toBe('{}')
})

test('a file that does not fit is named with its field, and what it says is not taken', async () => {
  const site = await newSite()
  const home = deliveredContent.template('home')
  const services = JSON.parse(toContentFiles(site.content)['services.json']!)
  const files: Record<string, string> = {
    'pages/home.json': JSON.stringify({ ...home, lead: 'x'.repeat(2_000) }),
    'pages/about.json': '{ "title": ',
    'pages/contact.json': JSON.stringify({ ...deliveredContent.template('contact'), more: 'x' }),
    'pages/testimonials.json': JSON.stringify({
      ...deliveredContent.template('testimonials'),
      plate: 'picture:11111111-0000-4000-8000-000000000000',
    }),
    'services.json': JSON.stringify({ '../x': services.abhyangam, '12': services.abhyangam }),
  }
  const { records, problems } = readContentFiles((path) => files[path], lookups)
  expect(problems).toEqual([
    expect.stringMatching(/^pages\/home\.json, lead: Use at most \d+ characters/),
    'pages/about.json: This isn’t JSON.',
    'pages/contact.json, It has more than its fields, or not as they are stored.',
    'pages/testimonials.json, plate: This picture isn’t in the library.',
    'services.json, 12: An id has small letters, digits and hyphens.',
    'services.json, ../x: An id has small letters, digits and hyphens.',
  ])
  expect(records.map(({ name }) => name)).toEqual(['order/services'])
})

test('a link of a file may lead to what comes with it, and to no other page that isn’t there', () => {
  const { services } = contentCollections
  const files = (href: string): Record<string, string> => ({
    'pages/home.json': JSON.stringify(putAt(deliveredContent.template('home'), ['actions', 'services', 'href'], href)),
    'services.json': JSON.stringify({ ...services.files, ghee: services.files.abhyangam }),
  })
  const readFiles = (href: string) =>
    readContentFiles((path) => files(href)[path], { findPicture, hasPage: (path) => !path.startsWith('/services/') })
      .problems
  expect(readFiles('/services/ghee')).toEqual([])
  expect(readFiles('/services/tea')).toEqual([
    'pages/home.json, actions.services.href: There’s no page at /services/tea.',
  ])
})

test('fixed texts stay, and claims about diseases are named', () => {
  const home = deliveredContent.template('home')
  const locked = listPlaces(fieldsOf('home'), home).find(({ field }) => 'locked' in field && field.locked)!
  const changed = putAt(home, locked.path.split('.'), 'Reserve')
  expect(
    readContentFiles((path) => (path === 'pages/home.json' ? JSON.stringify(changed) : undefined), lookups),
  ).toEqual({ records: [], problems: [`pages/home.json, ${locked.path}: This text is fixed.`] })
  const value = { ...deliveredContent.template('home'), lead: 'Oil that cures diabetes.' }
  expect(listClaims(deliveredContent, [{ name: 'home', value }])).toEqual(['home, lead'])
})

function putAt(value: unknown, [name = '', ...rest]: string[], text: string): unknown {
  const parts = value as Record<string, unknown>
  return { ...parts, [name]: rest.length === 0 ? text : putAt(parts[name], rest, text) }
}
