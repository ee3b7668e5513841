import { expect, test } from 'vitest'
import { contentRecords } from '#content/schemas/all.ts'
import { readContentForm } from './content-form.server.ts'

const { schema, file } = contentRecords.home
const read = (typed: Record<string, string>) => readContentForm(schema.fields, file, typed)

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
    ok: true,
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
    ok: true,
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
  ['headline', 'Reversed \u202e', 'Remove the characters that can’t be shown.'],
  ['seo.description', 'Too short.', 'Use at least 80 characters.'],
  ['photo', 'holiday', 'Choose one for ‘Photograph’.'],
  ['photo', '__proto__', 'Choose one for ‘Photograph’.'],
])('says beside %s what is wrong with %j', (path, text, sentence) => {
  expect(read({ [path]: text })).toEqual({ ok: false, errors: { [path]: sentence } })
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
  expect(read({ 'actions.services.href': address })).toMatchObject({ ok: true })
})

test('reads paragraphs from one text, with any blank lines between them', () => {
  const { schema, file } = contentRecords.about
  const read = (text: string) => readContentForm(schema.fields, file, { 'team.paragraphs': text })
  expect(read('One.\r\n\r\n Two,\r\nstill two. \r\n \r\n\r\nThree.')).toMatchObject({
    value: { team: { paragraphs: ['One.', 'Two,\nstill two.', 'Three.'] } },
  })
  expect(read('{time}')).toMatchObject({ errors: { 'team.paragraphs': '{time} doesn’t stand for anything here.' } })
  expect(readContentForm(schema.fields, file, { 'callToAction.textWithTime': 'At {time}.' })).toMatchObject({
    ok: true,
  })
})
