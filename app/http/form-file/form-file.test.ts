import { describe, expect, test } from 'vitest'
import { toFormText } from '#app/domain/forms/form.ts'
import { formFile as words } from '#content/pages/form.ts'
import { intake } from '#tests/support/clinic-forms.ts'
import { readPdf } from '#tests/support/picture-files.ts'
import { type FileOptions, makeFormFile } from './form-file.server.ts'

const options = (more: Partial<FileOptions['form']> = {}, name = 'Maya Thomas'): FileOptions => ({
  form: {
    formId: 'intake',
    text: toFormText({ id: 'intake', ...intake }),
    answers: [
      'A sore knee',
      'Aspirin\nTea',
      'Well',
      ['Nuts', 'Pollen'],
      '2026-01-02',
      'no',
      { name: 'Maya', drawn: '' },
    ],
    version: 3,
    textHash: 'ab'.repeat(32),
    signedAt: Date.UTC(2026, 10, 27, 18),
    fault: undefined,
    ...more,
  },
  clinic: { name: 'Clinic', timeZone: 'America/Chicago' },
  name,
  when: 'Mon, Nov 30, 9 am',
})

const read = async (given: FileOptions) => readPdf(await makeFormFile(given))
/** As if on one line. */
const joined = (text: string) => text.replaceAll('\n', ' ').replaceAll(/ +/g, ' ')

test('has the text that was signed, the answers, who signed, when in clinic time, version and fingerprint', async () => {
  const { text } = await read(options())
  for (const part of [
    'Intake',
    'Clinic · Maya Thomas · Mon, Nov 30, 9 am',
    'It helps us to prepare.',
    'What brings you?',
    'A sore knee',
    'Nuts; Pollen',
    'January 2, 2026',
    'No',
    'Nov 27, 2026, 12:00 pm',
    'Version 3',
    'ab'.repeat(32),
  ])
    expect(joined(text)).toContain(part)
})

test('is tagged, has a title and a language, and is the same each time', async () => {
  const { objects } = await read(options())
  for (const part of ['/StructTreeRoot', '/Marked true', '/Lang (en-US)', '/DisplayDocTitle true', '/S /H1', '/S /P'])
    expect(objects).toContain(part)
  expect(objects).toContain('(Intake)')
  expect((await makeFormFile(options())).equals(await makeFormFile(options()))).toBe(true)
})

test('draws a signature, with what it is in words', async () => {
  const answers = [...options().form.answers.slice(0, 6), { name: 'Maya', drawn: 'M10 10L200 100' }]
  const { objects } = await read(options({ answers }))
  expect(objects).toContain('/S /Figure')
  expect(objects).toContain(`/Alt (${words.drawn('Maya')})`)
})

describe('a name', () => {
  test.each(['Zażółć Gęślą', 'Saṃskāra Ṛṣi', 'Анна Ёлкина', 'Ελένη', 'Nguyễn Thị Minh'])(
    '%s is printed as it is',
    async (name) => {
      const { text, objects } = await read(options({}, name))
      expect(joined(text)).toContain(name)
      expect(objects).not.toContain('/EmbeddedFile')
    },
  )

  test('in Devanagari is shaped, none of it missing', async () => {
    const { text, objects } = await read(options({}, 'माया'))
    expect(joined(text)).toContain('माया')
    expect(objects).not.toContain('/EmbeddedFile')
  })

  test('that the fonts lack stands as its codes, with the exact text attached', async () => {
    const answers = [...options().form.answers.slice(0, 6), { name: '中', drawn: '' }]
    const { text, objects } = await read(options({ answers }))
    expect(joined(text)).toContain('[U+4E2D]')
    expect(joined(text)).toContain(words.missing)
    expect(objects).toContain('/EmbeddedFile')
  })
})

test('goes on over pages', async () => {
  const long = { ...options().form.text, introduction: 'A long consent. '.repeat(700) }
  const { pages, text } = await read(options({ text: long }))
  expect(pages).toBeGreaterThan(2)
  expect(joined(text)).toContain('Version 3')
})

test('says that it was altered', async () => {
  expect(joined((await read(options({ fault: 'text' }))).text)).toContain(words.fault)
})
