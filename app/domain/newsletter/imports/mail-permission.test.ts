import { describe, expect, test } from 'vitest'
import { exportsOfServices, oddExports } from '#tests/support/subscriber-exports.ts'
import { readAddressFile } from './address-file.server.ts'
import { isOffByName } from './export-layouts.ts'
import type { Question } from './import-reading.ts'

const bytesOf = (file: string | Buffer) =>
  async function* () {
    yield Buffer.from(file)
  }

/** Addresses by what is done with them, when every question is answered alike. */
async function sorted(file: string | Buffer, answer: 'on' | 'off', fileName = 'list.csv') {
  const found = await readAddressFile(bytesOf(file))
  if (!found.ok) throw new Error(found.problem)
  const answers = found.questions.map((question) => ({ ...question, answer }))
  const on: string[] = []
  const off: string[] = []
  for await (const { text, isOff } of found.lines(answers)) (isOff || isOffByName(fileName) ? off : on).push(text)
  return { on, off, questions: found.questions, service: found.service }
}

const expectSorted = async (file: string | Buffer, fileName?: string) => {
  const everybody =
    String(Buffer.isBuffer(file) && file.includes(0) ? file.toString('utf16le') : file).match(
      /\b(on|off|ask)\d+@[a-z.]+/g,
    ) ?? []
  const beginning = (...words: string[]) =>
    everybody.filter((address) => words.some((word) => address.startsWith(word)))
  const asOff = await sorted(file, 'off', fileName)
  expect(asOff.on).toEqual(beginning('on'))
  const asOn = await sorted(file, 'on', fileName)
  expect(asOn.off).toEqual(beginning('off'))
  expect(asOn.questions.length > 0).toBe(beginning('ask').length > 0)
}

describe('who must not be mailed is recognized in an export', () => {
  test.each(exportsOfServices)('of $service ($fileName)', async ({ service, fileName, text }) => {
    await expectSorted(text, fileName)
    const { questions, service: found } = await sorted(text, 'on', fileName)
    expect([found, questions.map(({ value }) => value)]).toEqual([
      isOffByName(fileName) ? (found ?? service) : service,
      questions.map(({ value }) => value),
    ])
  })

  test.each(oddExports)('$what', ({ file, fileName }) => expectSorted(file, fileName))
})

const ask = async (file: string): Promise<Question[]> => (await sorted(file, 'off')).questions

test('asks once about each value, with how many people it is about', async () => {
  expect(await ask('email,status\na@x.example,A-7\nb@x.example,a-7\nc@x.example,\nd@x.example,active\n')).toEqual([
    { column: 1, name: 'status', value: 'A-7', count: 2, answer: null },
    { column: 1, name: 'status', value: '', count: 1, answer: null },
  ])
})

test('asks once about a column of very many values', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => `p${n}@x.example,reason ${n}`)
  expect(await ask(['email,status', ...rows].join('\n'))).toEqual([
    { column: 1, name: 'status', value: null, count: 50, answer: null },
  ])
})

test('a line that is too short for its status is asked about, not added', async () => {
  expect(await ask('email,name,status\na@x.example,A,active\nb@x.example\n')).toMatchObject([{ value: '', count: 1 }])
})

test('does not ask about notes, names and tags', async () => {
  expect(await ask('email,name,notes,tags\na@x.example,Subscribed,likes tea,pending\nb@x.example,B,,x\n')).toEqual([])
})

test.each([
  ['unsubscribed_members_export_1.csv', true],
  ['UNSUBSCRIBED.CSV', true],
  ['cleaned_members_export_1.csv', true],
  ['nonsubscribed_members_export_1.csv', true],
  ['suppression list.csv', true],
  ['hard-bounces.csv', true],
  ['subscribed_members_export_1.csv', false],
  ['newsletter.csv', false],
  ['blockchain-fans.csv', false],
  ['', false],
])('the name %j says that nobody in it is to be mailed: %s', (name, isOff) => expect(isOffByName(name)).toBe(isOff))
