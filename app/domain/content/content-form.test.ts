import { describe, expect, test } from 'vitest'
import { contentRecords } from '#content/schemas/all.ts'
import { type Fields, listPlaces } from './content-schema.ts'
import { applyChanges } from './changes.server.ts'
import { readContentForm } from './content-form.server.ts'

const { schema, file } = contentRecords.home
const lookups = { findPicture: () => undefined, hasPage: (path: string) => path !== '/servces' }
const read = (typed: Record<string, string>) => readContentForm(schema.fields, file, typed, lookups)

test('takes texts, choices and items of lists, and leaves the rest', () => {
  const read_ = read({
    lead: ' Warm oil. ',
    'callToAction.photo': 'petals',
    'teasers.items.1.heading': 'Prepare',
    'teasers.items.9.heading': 'Beyond the list',
    unknown: 'x',
  })
  const items = file.teasers.items.map((item, index) => (index === 1 ? { ...item, heading: 'Prepare' } : item))
  expect(read_).toEqual({
    errors: {},
    value: {
      ...file,
      lead: 'Warm oil.',
      callToAction: { ...file.callToAction, photo: 'petals' },
      teasers: { ...file.teasers, items },
    },
  })
})

test('changes nothing that is fixed', () => {
  expect(read({ title: 'Start', 'actions.book.text': 'Book now', 'actions.book.href': '/x' })).toEqual({
    errors: {},
    value: file,
  })
})

test.each([
  ['lead', '', 'Enter the lead.'],
  ['lead', '\u200b', 'Enter the lead.'],
  ['lead', 'x'.repeat(241), 'Use at most 240 characters, so that it fits its place.'],
  ['headline', 'In {town}', '{town} doesn’t stand for anything here.'],
  ['headline', 'In {}', '{} doesn’t stand for anything here.'],
  ['headline', 'Two\nlines', 'Remove the characters that can’t be shown.'],
  ['headline', 'Unknown \u0092', 'Remove the characters that can’t be shown.'],
  ['seo.description', 'Too short.', 'Use at least 80 characters.'],
  ['photo', 'holiday', 'Choose one for ‘Photograph’.'],
  ['photo', '__proto__', 'Choose one for ‘Photograph’.'],
])('says beside %s what is wrong with %j', (path, text, sentence) => {
  const { value, errors } = read({ [path]: text })
  expect(errors).toEqual({ [path]: sentence })
  expect(listPlaces(schema.fields, value), 'what was typed is kept').toContainEqual(
    expect.objectContaining({ path, value: text }),
  )
})

test.each(['//evil.example', '/\\evil.example', 'javascript:alert(1)', 'http://clinic.example', 'services', '/a b'])(
  'accepts no address such as %s',
  (address) => {
    expect(read({ 'actions.services.href': address })).toMatchObject({
      errors: { 'actions.services.href': expect.stringContaining('https://') },
    })
  },
)

test.each(['/services', '/services?type=x#group', 'https://clinic.example/a'])('accepts %s', (address) => {
  expect(read({ 'actions.services.href': address })).toMatchObject({ errors: {} })
})

test('names a page of this website that is not there, in an address and in a text', () => {
  const sentence = 'There’s no page at /servces.'
  const typed = { 'actions.services.href': '/servces?a=1#b' }
  expect(read(typed)).toMatchObject({
    errors: { 'actions.services.href': sentence },
    value: { actions: { services: { href: typed['actions.services.href'] } } },
  })
  const { schema, file } = contentRecords.about
  const readText = (text: string) => readContentForm(schema.fields, file, { 'team.paragraphs': text }, lookups).errors
  expect(readText('See [ours](/services), [theirs](https://clinic.example/servces).')).toEqual({})
  expect(readText('See [all](/servces#oil).')).toEqual({ 'team.paragraphs': sentence })
})

test('reads formatted texts, and keeps paragraphs that were published one by one', () => {
  const { schema, file } = contentRecords.about
  const read = (text: string) => readContentForm(schema.fields, file, { 'team.paragraphs': text }, lookups)
  expect(read(' **One.**\r\n\r\nTwo. ')).toMatchObject({ value: { team: { paragraphs: '**One.**\n\nTwo.' } } })
  expect(read('{time}')).toMatchObject({ errors: { 'team.paragraphs': '{time} doesn’t stand for anything here.' } })
  expect(read('[a](services)').errors['team.paragraphs']).toMatch(/^‘services’ can’t be the address of a link/)
  expect(readContentForm(schema.fields, file, { 'callToAction.textWithTime': 'At {time}.' }, lookups).errors).toEqual(
    {},
  )
  expect(applyChanges(schema.fields, file, { 'team.paragraphs': ['One.', 'Two.'] })).toMatchObject({
    team: { paragraphs: 'One.\n\nTwo.' },
  })
})

describe('other kinds', () => {
  const fields = {
    price: { kind: 'money', label: 'Price', least: 1, most: 10_000_000 },
    tax: { kind: 'percent', label: 'Tax', least: 0, most: 30_000 },
    minutes: { kind: 'number', label: 'Minutes', least: 5, most: 480 },
    video: { kind: 'switch', label: 'By video' },
    sanskrit: { kind: 'line', label: 'Sanskrit name', max: 40, optional: true },
    days: { kind: 'choices', label: 'Days', options: { mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday' } },
    services: { kind: 'choices', label: 'Services', from: 'services' },
    gone: { kind: 'flag' },
  } as const satisfies Fields
  const shown = {
    price: 1250,
    tax: 8_875,
    minutes: 60,
    video: true,
    sanskrit: 'अभ्यङ्गम्',
    days: ['mon'],
    services: ['general'],
    gone: true,
  }
  const readOthers = (typed: Record<string, string>) => readContentForm(fields, shown, typed, lookups)

  test('stand in their fields as people write them', () => {
    expect(Object.fromEntries(listPlaces(fields, shown).map(({ path, value }) => [path, value]))).toEqual({
      price: '12.50',
      tax: '8.875',
      minutes: '60',
      video: 'on',
      sanskrit: 'अभ्यङ्गम्',
      days: 'mon',
      services: 'general',
    })
  })

  test.each([
    [{ price: '12' }, { price: 1200 }],
    [{ price: ' $1,200.05 ' }, { price: 120_005 }],
    [{ tax: ' 10 % ' }, { tax: 10_000 }],
    [{ tax: '0.05' }, { tax: 50 }],
    [{ tax: '' }, { tax: 0 }],
    [
      { minutes: '90', video: '' },
      { minutes: 90, video: false },
    ],
    [{ sanskrit: '  ' }, { sanskrit: '' }],
    [{ days: '', 'days.wed': 'on', 'days.mon': 'on', 'days.sun': 'on', 'days.tue': 'yes' }, { days: ['mon', 'wed'] }],
    [{ days: '' }, { days: [] }],
    [{ 'days.tue': 'on', gone: 'off' }, {}],
    [{ services: 'abhyangam,general,abhyangam' }, { services: ['abhyangam', 'general'] }],
  ])('%j is read', (typed, value) => {
    expect(readOthers(typed)).toEqual({ errors: {}, value: { ...shown, ...value } })
  })

  test.each([
    [{ price: '0' }, 'Enter $0.01 to $100,000.00.'],
    [{ price: '12.5' }, 'Enter dollars and cents, such as 12.50, for ‘Price’.'],
    [{ price: '' }, 'Enter dollars and cents, such as 12.50, for ‘Price’.'],
    [{ minutes: '1e2' }, 'Enter a whole number for ‘Minutes’.'],
    [{ minutes: '481' }, 'Enter 5 to 480.'],
    [{ minutes: '9'.repeat(40) }, 'Enter a whole number for ‘Minutes’.'],
    [{ sanskrit: 'x'.repeat(41) }, 'Use at most 40 characters, so that it fits its place.'],
    [{ services: '../general' }, 'Choose from the list for ‘Services’.'],
  ])('%j is not', (typed, sentence) => {
    const [[path, text] = ['', '']] = Object.entries(typed)
    const { errors, value } = readOthers(typed)
    expect(errors).toEqual({ [path]: sentence })
    expect(value).toEqual({ ...shown, [path]: text })
  })
})
