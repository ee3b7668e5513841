import { describe, expect, test } from 'vitest'
import { readAddressFile } from './address-file.server.ts'
import { copyWithoutSecrets } from './copy-without-secrets.server.ts'

const bytesOf = (file: string | Uint8Array) =>
  async function* () {
    yield Buffer.from(file)
  }

async function open(file: string | Uint8Array) {
  const found = await readAddressFile(bytesOf(file))
  if (!found.ok) throw new Error(found.problem)
  return found
}

/** Of two people, so that few values repeat: today's questions would show them. */
const listWith = (name: string, ...values: string[]) =>
  ['Email,First name', ...values.map((_, n) => `p${n}@example.com,P`)]
    .map((line, row) => `${line},${row === 0 ? name : `"${values[row - 1]}"`}`)
    .join('\n')

describe('a column with secrets is refused, not asked about and not stored', () => {
  test.each([
    ['Credit Card', '1234', '5678'],
    ['card_number', '1111', ''],
    ['CVV', '123', '123'],
    ['Security Code', '999', '998'],
    ['SSN', '123456789', ''],
    ['Social Security #', 'on file', 'on file'],
    ['Insurance ID', 'A1', 'A2'],
    ['Primary Insurance', 'Blue', 'Blue'],
    ['Policy Number', '77', '77'],
    ['Medicare', '1', '2'],
    ['Driver License', 'AL 1', 'AL 2'],
    ['PassWord', 'hunter2', 'hunter2'],
    ['Diagnosis', 'B12', 'B12'],
    ['ICD-10', 'x', 'y'],
    ['Medical history', 'none', 'some'],
    ['Allergies', 'nuts', 'nuts'],
    ['Medications', 'x', 'x'],
    ['Health condition', 'fine', 'fine'],
  ])('by its name: %s', async (name, ...values) => {
    const file = listWith(name, ...values)
    const found = await open(file)
    expect(found.questions).toEqual([])
    expect(found.refused).toEqual([{ column: 2, name }])
    const copy = Buffer.from(await copyWithoutSecrets(Buffer.from(file), found)).toString()
    for (const value of values) if (value) expect(copy).not.toContain(`,${value}`)
    expect((await open(copy)).refused).toEqual(found.refused)
  })

  test.each([
    ['4111 1111 1111 1111', '5500-0000-0000-0004'],
    ['4111111111111111', '378282246310005'],
    ['called, 4111-1111-1111-1111, ok', 'fine'],
    ['123-45-6789', 'unknown'],
    ['M54.5', 'E11.9; I10.0'],
    ['XYZ123456789', 'W00987654321'],
    ['1EG4-TE5-MK73', ''],
    ['$2b$10$N9qo8uLOickgx2ZMRZoMye', ''],
    ['5f4dcc3b5aa765d61d8327deb882cf99', ''],
    ['Diabetes type 2', 'high blood pressure'],
    ['anxiety', 'back pain'],
  ])('by the form of its values: %s', async (...values) => {
    for (const name of ['Field 7', '']) {
      const file = listWith(name, ...values)
      const found = await open(file)
      expect(found.questions).toEqual([])
      expect(found.refused).toEqual([{ column: 2, name }])
      const copy = Buffer.from(await copyWithoutSecrets(Buffer.from(file), found)).toString()
      for (const value of values) if (value) expect(copy).not.toContain(value)
      expect((await open(copy)).refused).toEqual(found.refused)
    }
  })

  test.each([
    ['Phone', '2055550142', '+1 205 555 0143'],
    ['Member number', '1390726237298631770', '1390726237298631771'],
    ['Zip', '35244-1234', '35244'],
    ['Medical newsletter opt-in', 'yes', 'no'],
    ['Health emails opt out', '', 'yes'],
    ['Status', 'active', 'active'],
    ['Birthday', '1984-02-29', ''],
  ])('but not %s', async (name, ...values) => expect((await open(listWith(name, ...values))).refused).toEqual([]))
})

/** Everything of a file that is kept or shown. */
async function keptOf(file: string) {
  const found = await open(file)
  const copy = Buffer.from(await copyWithoutSecrets(Buffer.from(file), found)).toString()
  const read = async (text: string) => {
    const { refused, blanked, questions, lines } = await open(text)
    return { refused, blanked, questions, lines: await Array.fromAsync(lines([])) }
  }
  // What is stored is read again.
  expect(await read(copy)).toMatchObject({ refused: found.refused, blanked: found.blanked, questions: found.questions })
  return { copy, all: `${copy}${JSON.stringify(await read(file))}` }
}

const others = Array.from({ length: 9 }, (_, n) => `q${n}@example.com,Maya,likes tea ${n}`).join('\n')
/** Where a secret may stand, besides in a column of its own. */
const places: [string, (secret: string) => string][] = [
  ['notes', (secret) => `Email,Name,Notes\nb@example.com,Lin,"called, ${secret}, ok"\n${others}`],
  ['a name', (secret) => `Email,Name,Notes\nb@example.com,Maya ${secret},x\n${others}`],
  ['an address', (secret) => `Email,Name,Notes\nb@example.com ${secret},Maya,x\n${others}`],
  ['a cell without a column', (secret) => `Email,Name,Notes\nb@example.com,Maya,x,${secret}\n${others}`],
  ['a title', (secret) => `List of ${secret},,\nEmail,Name,Notes\n${others}`],
  ['a line that was taken for the header', (secret) => `,Maya,${secret}\n${others}`],
  ['an open quotation mark', (secret) => `Email,Name,Notes\n"b@example.com,Lin,${secret}\n${others}`],
]

describe('a secret is neither stored nor shown, wherever it stands:', () => {
  test.each([
    '4111111111111111',
    '4111.1111.1111.1111',
    '4111\u00a01111\u00a01111\u00a01111',
    '4111 11111111 1111',
    '4111 - 1111 - 1111 - 1111',
    '4111\u200b1111\u200b1111\u200b1111',
    '４１１１１１１１１１１１１１１１',
    '378282246310005',
    '123-45-6789',
    '123 45 6789',
    'DE89 3704 0044 0532 0130 00',
    '$2b$10$N9qo8uLOickgx2ZMRZoMye',
  ])('%s', async (secret) => {
    for (const [, fileWith] of places) expect((await keptOf(fileWith(secret))).all).not.toContain(secret)
  })

  test.each([
    ['cvv 913', '913'],
    ['SSN: 123456789', '123456789'],
    ['password: hunter2', 'hunter2'],
    ['Visa ending in 4242', '4242'],
    ['exp 12/27', '12/27'],
    ['exp: 1227', '1227'],
    ['pw hunter2', 'hunter2'],
    ['acct 12345678', '12345678'],
    ['Member ID W12345', 'W12345'],
  ])('%s, as its word announces', async (text, secret) => {
    for (const [, fileWith] of places) expect((await keptOf(fileWith(text))).all).not.toContain(secret)
  })

  test.each([
    '415-555-0142 415-555-0143',
    '(205) 555-0142',
    '4915123456789',
    '+49 151 23456789',
    '550e8400-e29b-41d4-a716-446655440000',
    '41111111-1111-4111-8111-411111111111',
    '1700000000000000',
    '2026-03-05 09:00:00',
    '31.12.2026 01.01.2027',
    '1390726237298631770',
    '37.774929512345678',
    '35244-1234',
    // Their check digits are right, but no account's number is so short or so long.
    'DE52 1234 56 78',
    'DE15 ABC0 ABC1 ABC2 ABC3 ABC4 ABC5 ABC6 ABC7 ABC8',
    'Group 2025',
    'expires 2027',
    'pin code 560001',
    'Password reset requested',
  ])('but %s stays', async (text) => {
    const file = places[0]![1](text)
    expect((await keptOf(file)).copy).toBe(file)
    expect(await open(file)).toMatchObject({ refused: [], blanked: [], isWhole: true })
  })

  test('and the page can say which columns lost something', async () => {
    expect(await open(places[0]![1]('4111111111111111'))).toMatchObject({
      refused: [],
      blanked: [{ column: 2, name: 'Notes' }],
    })
  })
})

describe('tags that tell what somebody has', () => {
  test.each([
    ['Tags', 'vip, PCOS', 'PCOS'],
    ['Group', 'Diabetes support', 'Diabetes'],
    ['List', 'Cancer survivors', 'Cancer'],
    ['Tags', 'F32.9', 'F32.9'],
  ])('%s: %s', async (name, tag, secret) => {
    const rows = ['vip', 'yoga', 'vip', 'yoga', tag].map((cell, n) => `p${n}@example.com,"${cell}"`)
    const { all } = await keptOf(`Email,${name}\n${rows.join('\n')}\n`)
    expect(all).not.toContain(secret)
    expect(all).toContain('"value":"yoga","count":2')
  })

  test('leave an opt-out that stands beside them', async () => {
    const rows = ['vip', 'yoga', 'vip', 'yoga', 'has cancer, unsubscribed'].map(
      (cell, n) => `p${n}@example.com,"${cell}"`,
    )
    const { copy } = await keptOf(`Email,Notes\n${rows.join('\n')}\n`)
    expect(copy).toContain('"•••, unsubscribed"')
  })
})

test.each(
  // Abbreviated, run together, in other languages, or with a word that is otherwise about the newsletter.
  [
    'SS#|Soc. Sec. No.|Social|CCV|CID|PIN|Sec Code|Exp Date|CC Expiration|Expires|last4|Payment Method|CREDITCARDNUMBER|CARDEXP',
    'Member #|Subscriber ID|Grp #|Ins. Co.|Carrier|NI No|Govt ID|Acct #|DLNumber|PW|API Key|Email Password|INSURANCEID',
    'PMH|Rx|dx1|dx_code_2|Main Concern|Reason for Visit|Problem|Assessment|Constitution|Prakriti|PRIMARYDIAGNOSIS|MedicalHistory',
    'Krankenversicherung|Medikamente|Numéro de sécurité sociale|Maladie|Diagnóstico|Seguro|Contraseña|रोग',
    'Health Status|HIV Status|Insurance Status|Disease Status|Removed Card|Inactive Insurance ID|Active Medications',
  ].flatMap((names) => names.split('|')),
)('a column named %s is refused', async (name) => {
  expect((await open(listWith(name, 'active', 'x 1'))).refused).toEqual([{ column: 2, name }])
})

test.each(
  [
    'Subscriber Status|Email Status|Consent|Terms and Conditions|Accepted privacy policy|Customer ID|Last Name|Mobile Carrier',
    'Unsubscribe token|Spam Complaints|Social Media|Pin Code|Postcode|Health Newsletter Status|Stripe Customer ID|Kontakt',
  ].flatMap((names) => names.split('|')),
)('a column named %s is read', async (name) => {
  expect((await open(listWith(name, 'active', 'x 1'))).refused).toEqual([])
})

test('a status of a newsletter about health is read by its words', async () => {
  const found = await open(listWith('Health Tips Status', 'subscribed', 'unsubscribed'))
  expect(found.refused).toEqual([])
  expect((await Array.fromAsync(found.lines([]))).map(({ isOff }) => isOff)).toEqual([false, true])
})

test('a column of codes of ICD-10 is refused without their dots', async () => {
  expect((await open(listWith('Custom 1', 'F32', 'M545', 'E119'))).refused).toMatchObject([{ column: 2 }])
  expect((await open(listWith('Custom 1', 'A10', 'B20', 'A10', 'B20'))).refused).toEqual([])
})

test('the country’s code of Mailchimp is read', async () => {
  const file = 'Email Address,First Name,MEMBER_RATING,CC,LEID,EUID\na@example.com,A,2,US,7,f3e2a1b09c\n'
  expect(await open(file)).toMatchObject({ service: 'Mailchimp', refused: [], questions: [] })
})

test('the copy keeps lines and opt-outs', async () => {
  const file =
    'Diagnosis,Email,Note,Status\n"M54.5\nI10.0",a@example.com,"x, ""y""\nz",active\n,b@example.com,,unsubscribed\n'
  const lines = async (text: string | Uint8Array) =>
    (await Array.fromAsync((await open(text)).lines([]))).map(({ line, text, isOff }) => [line, text, isOff])
  expect(await lines(await copyWithoutSecrets(Buffer.from(file), await open(file)))).toEqual(await lines(file))
  expect(await lines(file)).toEqual([
    [4, 'a@example.com', false],
    [5, 'b@example.com', true],
  ])
})

test.each([
  ['Jane', 'Patient Number,First Name,Last Name,Email'],
  ['Practice Better', 'First Name,Last Name,Email Address,Date of Birth,Date Added,Status'],
  ['Fresha', 'Client ID,Full Name,Email,Accepts marketing,Blocked'],
  ['Square', 'Email Address,Square Customer ID,Email Subscription Status'],
  ['SimplePractice', 'Client,Email,Client Type,Primary Clinician'],
  ['Mindbody', 'Client ID,Last Name,First Name,Email,Client Since'],
  ['Vagaro', 'First Name,Last Name,Email,Customer Since,Appointments Booked'],
])('the list of patients of %s is known by its columns', async (service, header) => {
  const row = header.replace(/Email( Address)?(?=,|$)/, 'a@example.com')
  expect(await open(`${header}\n${row}\n`)).toMatchObject({ service, ofPatients: true })
})

describe('a list of patients', () => {
  const cliniko =
    'Id,Title,First name,Last name,Date of birth,Email,City,State,Medicare,Notes,Reminder type,Accepted email marketing,Accepted privacy policy,Archived at,Created at\n' +
    '1,Ms,Anjali,Rao,1984-02-29,a@example.com,Hoover,AL,22,Pregnant,Email,Yes,Yes,,2021-03-04T15:00:00Z\n' +
    '2,,Bob,Smith,1950-12-31,b@example.com,Hoover,AL,,,None,No,Yes,,2021-03-04T15:00:00Z\n' +
    '3,,Gil,Park,,c@example.com,Hoover,AL,,,Email,,Yes,2025-06-30,2021-03-04T15:00:00Z\n'

  test('of Cliniko is named, and only what it says about email counts', async () => {
    const found = await open(cliniko)
    expect(found).toMatchObject({ service: 'Cliniko', ofPatients: true, questions: [] })
    const lines = await Array.fromAsync(found.lines([]))
    expect(lines.map(({ isOff }) => isOff)).toEqual([false, true, true])
  })

  test('without a column about email is one question', async () => {
    for (const [service, header, row] of [
      [
        'Acuity Scheduling',
        'First Name,Last Name,Phone,Email,Notes,Days Since Last Appointment',
        'A,R,1,a@example.com,x,12',
      ],
      [undefined, 'Patient Name,Email,DOB,Referred by,Type,Level', 'A,a@example.com,1984-02-29,Web,New,3'],
    ] as const) {
      const found = await open(`${header}\n${row}\n${row.replace('a@', 'b@')}\n`)
      expect(found).toMatchObject({ service, ofPatients: true })
      expect(found.questions).toEqual([{ column: -1, name: '', value: null, count: 2, answer: null }])
      const isOff = async (answer: 'on' | 'off') =>
        (await Array.fromAsync(found.lines(found.questions.map((one) => ({ ...one, answer }))))).map(
          (line) => line.isOff,
        )
      expect(await isOff('on')).toEqual([false, false])
      expect(await isOff('off')).toEqual([true, true])
    }
  })

  test('in which nearly everyone agrees is asked about', async () => {
    const rows = (yes: number, no: number) =>
      [...Array(yes).fill('Yes'), ...Array(no).fill('No')].map((one, n) => `P,p${n}@example.com,${one}`).join('\n')
    const list = (yes: number, no: number) => open(`Name,Email,Accepts Marketing\n${rows(yes, no)}`)
    expect((await list(97, 3)).questions).toMatchObject([{ value: 'Yes', count: 97, isNearlyAll: true }])
    expect((await list(70, 30)).questions).toEqual([])
    expect((await list(3, 0)).questions).toEqual([])
  })
})

test.each([
  [
    'id,first_name,email,state,created_at\n1,A,a@example.com,active,2021-03-04\n2,B,b@example.com,cancelled,2021-03-04',
    'Kit',
  ],
  [
    'Id,First Name,Email,State,Created At\n1,A,a@example.com,AL,2021-03-04\n2,B,b@example.com,Texas,2021-03-04',
    undefined,
  ],
])('a list is taken for Kit by its states, not by five common columns', async (file, service) => {
  const found = await open(file)
  expect(found.service).toBe(service)
  expect(found.questions).toEqual([])
})
