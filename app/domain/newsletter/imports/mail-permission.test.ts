import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exportsOfServices, oddExports } from '#tests/support/subscribers.ts'
import { readAddressFile } from './address-file.server.ts'
import type { Question } from './import-reading.ts'
import { hasOffWord } from './off-words.ts'

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
  for await (const { text, isOff } of found.lines(answers)) (isOff || hasOffWord(fileName) ? off : on).push(text)
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

describe('an export shows who opted out', () => {
  test.each(exportsOfServices)('of $service ($fileName)', async ({ service, fileName, text }) => {
    await expectSorted(text, fileName)
    const { questions, service: found } = await sorted(text, 'on', fileName)
    expect([found, questions.map(({ value }) => value)]).toEqual([
      hasOffWord(fileName) ? (found ?? service) : service,
      questions.map(({ value }) => value),
    ])
  })

  test.each(oddExports)('$what', ({ file, fileName }) => expectSorted(file, fileName))
})

const ask = async (file: string): Promise<Question[]> => (await sorted(file, 'off')).questions

test('asks once about each value, with the number of people', async () => {
  expect(await ask('email,status\na@x.example,A-7\nb@x.example,a-7\nc@x.example,\nd@x.example,active\n')).toEqual([
    { column: 1, name: 'status', value: 'A-7', count: 2, answer: null },
    { column: 1, name: 'status', value: '', count: 1, answer: null },
  ])
})

test('asks once about a column with very many values', async () => {
  const rows = Array.from({ length: 50 }, (_, n) => `p${n}@x.example,reason ${n}`)
  expect(await ask(['email,status', ...rows].join('\n'))).toEqual([
    { column: 1, name: 'status', value: null, count: 50, answer: null },
  ])
})

test('asks about a line without a status instead of adding it', async () => {
  expect(await ask('email,name,status\na@x.example,A,active\nb@x.example\n')).toMatchObject([{ value: '', count: 1 }])
})

test('does not ask about notes and names', async () => {
  expect(await ask('email,name,notes\na@x.example,Subscribed,likes tea\nb@x.example,B,pending\n')).toEqual([])
})

/** The people whom the site would add without a question, of a file with a subscribed and an unsubscribed person. */
async function addedUnasked(name: string, [on, off]: readonly [string, string]) {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const file = ['Email,First Name', 'on1@x.example,Maya', 'off1@x.example,Lin'].map(
    (line, row) => `${line},${cell([name, on, off][row]!)}`,
  )
  const found = await sorted(file.join('\n'), 'off')
  return found.questions.length > 0 ? [] : found.on
}

describe('adds no unsubscribed person of another service’s export without a question, under any column name', () => {
  test.each<[string, string, string]>([
    ['Email OK', 'Yes', 'No'],
    ['Can email', 'Y', 'N'],
    ['Email permitted', 'Y', 'N'],
    ['Promotional emails', 'on', 'off'],
    ['Email promotions', 'Yes', 'No'],
    ['Email notifications', 'On', 'Off'],
    ['Email valid', 'TRUE', 'FALSE'],
    ['Valid', 'TRUE', 'FALSE'],
    ['Contactable by email', 'yes', 'no'],
    ['Bestätigt', 'ja', 'nein'],
    ['Confirmé', 'oui', 'non'],
    ['Zustand', 'aktiv', 'gelöscht'],
    ['DNC', '', 'Yes'],
    ['DNE', 'No', 'Yes'],
    ['Exclude', '', 'x'],
    ['Exclude from mailings', 'No', 'Yes'],
    ['Opt', 'in', 'out'],
    ['email_opt', 'in', 'out'],
    ['Communication preference', 'Email', 'None'],
    ['Contact preference', 'Email', 'Please do not email'],
    ['Frequency', 'Monthly', 'Never'],
    ['Left on', '', '2020-01-02'],
    ['Quit', '', '01.02.2020'],
    ['Reason', '', 'Unsubscribed by user'],
    ['Lists', 'News', '(Unsubscribed) News'],
    ['Tags', 'vip', 'vip, unsubscribed'],
    ['List', 'Main', 'Former'],
    ['City', 'Hoover', 'unsubscribed 2020'],
    ['Notes', 'likes tea', `${'A long story. '.repeat(30)} Please don’t send her the newsletter.`],
    ['Call notes', 'likes tea', 'do not email her'],
    ['Announcements', 'Y', 'N'],
    ['Confirmed at', '2020-01-02', ''],
    ['Subscription ended', '', '2020-01-02'],
    ['Newsletter refused', 'No', 'Yes'],
    ['No longer subscribed', '', 'Yes'],
    ['Not unsubscribed', 'Yes', 'No'],
    ['SMS & email opt in', 'Y', 'N'],
    ['Email', 'Yes', 'No'],
    ['Name', '', 'Ne pas contacter'],
    ['Observaciones', '', 'Dado de baja en 2020'],
  ])('%s: %s, %s', async (name, on, off) => {
    expect(await addedUnasked(name, [on, off])).not.toContain('off1@x.example')
  })

  const anyName = (words: string[]) =>
    fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
      .chain((some) => fc.constantFrom(' ', '_', ' - ').map((between) => some.join(between)))
  const agreeing = [
    'email',
    'mail',
    'newsletter',
    'contact',
    'can',
    'may',
    'OK',
    'wanted',
    'allowed',
    'permis',
    'erlaubt',
  ]
  const others = ['skip', 'left', 'excluded', 'X-7', 'Ziel', 'pref', 'update', 'fin', 'recibe', 'quer', 'Zusage', 'ex']
  const noIsOff: [string, string][] = [
    ['Yes', 'No'],
    ['Y', 'N'],
    ['true', 'false'],
    ['1', '0'],
    ['on', 'off'],
    ['in', 'out'],
    ['ja', 'nein'],
    ['oui', 'non'],
    ['sí', 'no'],
    ['sim', 'não'],
    ['x', ''],
    ['weekly', 'never'],
    ['', 'gelöscht'],
    ['', 'told us to stop, unsubscribed'],
  ]
  const yesIsOff: [string, string][] = [
    ['No', 'Yes'],
    ['0', '1'],
    ['', 'x'],
    ['', '2020-02-03'],
    ['', '3.2.2020'],
    ['Gold', 'Gone'],
    ['A', 'B'],
  ]
  test.each([
    ['of words that agree', anyName(agreeing), noIsOff],
    [
      'of any words',
      fc.tuple(anyName([...agreeing, ...others]), fc.constantFrom(...others)).map((both) => both.join(' ')),
      [...noIsOff, ...yesIsOff],
    ],
  ])('in a made-up column name %s', async (_, name, pairs) => {
    await fc.assert(
      fc.asyncProperty(name, fc.constantFrom(...pairs), async (column, pair) => {
        expect(await addedUnasked(column, pair)).not.toContain('off1@x.example')
      }),
      { numRuns: 400 },
    )
  })

  test('or in a line of a longer file', async () => {
    const people = Array.from({ length: 60 }, (_, n) => `p${n}@x.example,Story ${n}`)
    const asked = await ask(['Email,Remarks', ...people, 'off1@x.example,unsubscribed by phone in May'].join('\n'))
    expect(asked).toMatchObject([{ name: 'Remarks', value: 'unsubscribed by phone in May', count: 1 }])
    const left = people.map((line, n) => (n % 3 > 0 ? `${line},` : `${line},2020-01-${String(1 + (n % 28))}`))
    expect(await ask(['Email,Remarks,Left on', ...left].join('\n'))).toMatchObject([
      { name: 'Left on', value: '2020-01-1', count: 20 },
      { name: 'Left on', value: '', count: 40 },
    ])
  })
})

test.each([
  ['Email,First Name,Last Name,City\na@x.example,Maya,Rao,Hoover\nb@x.example,Maya,Lima,Hoover\n'],
  [
    'FirstName,LastName,E-Mail,Zip code,State,Country,Phone 1\nA,B,a@x.example,35244,AL,US,205-555-0101\nA,C,b@x.example,,,,\n',
  ],
  ['Vorname;Nachname;E-Mail;PLZ;Ort;Geburtsdatum;Sprache\nA;B;a@x.example;1010;Wien;01.02.1980;de\n'],
  ['Email,Gender,Date of Birth,Source,Preferred language,VIP,Notes\na@x.example,F,1980-01-01,Shop,no,No,likes tea\n'],
  [
    'Email,Created at,Last visit,Website\na@x.example,2020-01-01,2021-01-01,https://a.example\nb@x.example,2020-01-01,,\n',
  ],
  ['Maya,Rao,a@x.example\nRosa,Lima,b@x.example\n'],
  ['Email\na@x.example\n'],
  [
    'Email,Status,Subscribed,Name,Signed up (imported),Imported from\na@x.example,Subscribed,,,,\nb@x.example,Subscribed,2020-01-01,,,\n',
  ],
])('a plain list needs no answer: %j', async (file) => expect(await ask(file)).toEqual([]))

test('a file without a header: asks about dates that only some lines have', async () => {
  expect(await ask('a@x.example,Maya,\nb@x.example,Lin,2020-01-01\n')).toMatchObject([
    { value: '2020-01-01' },
    { value: '' },
  ])
})

test('asks about a column added to a service’s export', async () => {
  const { text } = exportsOfServices.find(({ service }) => service === 'Kit')!
  const [header, ...lines] = text.trim().split('\n')
  const file = [`${header},Can email`, ...lines.map((line) => `${line},No`)].join('\n')
  expect(await ask(file)).toMatchObject([{ name: 'Can email', value: 'No', count: 1 }])
})

test.each([
  ['sep=;\nEmail;First Name;Can email\non1@x.example;A;Y\noff1@x.example;B;N\n'],
  ['Clients of the clinic\n\nEmail,First Name,Can email\non1@x.example,A,Y\noff1@x.example,B,N\n'],
  ['From desk@x.example,,\n,,\nName,Wohin,Can email\nA,on1@x.example,Y\nB,off1@x.example,N\n'],
])('finds the header below other lines: %j', async (file) => {
  expect(await ask(file)).toMatchObject([
    { name: 'Can email', value: 'Y' },
    { name: 'Can email', value: 'N' },
  ])
})

test.each([
  ['unsubs.csv', true],
  ['Abgemeldete.csv', true],
  ['inactive.csv', true],
  ['archived-2023.csv', true],
  ['Gelöschte Kontakte.csv', true],
  ['archive.csv', false],
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
])('the file name %j means that its people must not be emailed: %s', (name, isOff) =>
  expect(hasOffWord(name)).toBe(isOff),
)
