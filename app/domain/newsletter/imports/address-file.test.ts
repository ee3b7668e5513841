import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAddressFile } from './address-file.server.ts'

/** The file in parts of a size, so that every boundary falls somewhere. */
function inParts(file: string | Uint8Array, size = 7) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : Buffer.from(file)
  return async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
}

async function read(file: string | Uint8Array, size?: number) {
  const found = await readAddressFile(inParts(file, size))
  if (!found.ok) return found.problem
  const lines = []
  for await (const { line, text, isOff } of found.lines([])) lines.push(`${line}: ${text}${isOff ? ' (off)' : ''}`)
  return lines
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string, mark: 'le' | 'be') => {
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return mark === 'le' ? little : little.swap16()
}

describe('reads the addresses of a file', () => {
  const two = ['2: maya@example.com', '3: rosa@example.com']

  test.each<[string, string | Uint8Array, string[]]>([
    [
      'with one column and no header',
      'maya@example.com\nrosa@example.com\n',
      ['1: maya@example.com', '2: rosa@example.com'],
    ],
    ['without an end of its last line', 'Maya,maya@example.com', ['1: maya@example.com']],
    ['with a header', 'Name,Email\nMaya,maya@example.com\nRosa,rosa@example.com', two],
    ['with a header in other words', 'First,E-Mail Address\nM,maya@example.com\nR,rosa@example.com', two],
    ['as a mail program names columns', 'Name,E-mail 1 - Value\nM,maya@example.com\nR,rosa@example.com', two],
    ['with an unknown header', 'Vorname,Wohin\nM,maya@example.com', ['2: maya@example.com']],
    [
      'that begins with a mistyped address',
      'M,maya@example,com\nR,rosa@example.com',
      ['1: maya@example', '2: rosa@example.com'],
    ],
    ['with lines of Windows', 'email\r\nmaya@example.com\r\nrosa@example.com\r\n', two],
    ['with lines of an old Mac', 'email\rmaya@example.com\rrosa@example.com\r', two],
    ['with a byte order mark', '\uFEFFemail;name\nmaya@example.com;M\nrosa@example.com;R', two],
    ['with semicolons', 'name;email\nM, the first;maya@example.com\nR;rosa@example.com', two],
    ['with tabs', 'name\temail\nM\tmaya@example.com\nR\trosa@example.com', two],
    ['in UTF-16', utf16('email\tname\nmaya@example.com\tM\nrosa@example.com\tR', 'le'), two],
    ['in UTF-16, the other way round', utf16('email\tname\nmaya@example.com\tM\nrosa@example.com\tR', 'be'), two],
    ['in Latin-1', latin1('name,email\nJosé,maya@example.com\nZoë,rosa@example.com'), two],
    ['with quoted fields', '"name","email"\n"Thomas, ""May""","maya@example.com"\nR,"rosa@example.com"', two],
    [
      'with fields of several lines',
      'note,email\n"one\ntwo",maya@example.com\nx,rosa@example.com',
      ['3: maya@example.com', '4: rosa@example.com'],
    ],
    ['with stray quotation marks', 'name,email\n6" tall,maya@example.com\nR,rosa@example.com', two],
    [
      'with empty lines and lines that are too short',
      'name,email\n\n\nx,maya@example.com\ny\n',
      ['4: maya@example.com', '5: '],
    ],
    ['with spaces around', 'email\n  maya@example.com \n\trosa@example.com', two],
    ['with formulas', 'email\n=1+1\n@SUM(A1)\nmaya@example.com', ['2: =1+1', '3: @SUM(A1)', '4: maya@example.com']],
    [
      'with who does not get it',
      'email,status\nmaya@example.com,subscribed\nlin@example.com,Unsubscribed\nrosa@example.com,cleaned',
      ['2: maya@example.com', '3: lin@example.com (off)', '4: rosa@example.com (off)'],
    ],
    ['that this site wrote', "Email,State\n'+maya@example.com,Subscribed\n", ['2: +maya@example.com']],
    [
      'in the named column, though others hold addresses',
      'Referrer,Email\na@example.com,maya@example.com\nb@example.com,rosa@example.com',
      two,
    ],
    [
      'with a line of a million characters',
      `email\n${'x'.repeat(1_000_000)}\nrosa@example.com`,
      ['2: …', '3: rosa@example.com'],
    ],
    [
      'with a line of a million commas',
      `email\n${','.repeat(1_000_000)}\nrosa@example.com`,
      ['2: …', '3: rosa@example.com'],
    ],
    [
      'that ends in a line of a million characters',
      `a@example.com\n${'x'.repeat(1_000_000)}`,
      ['1: a@example.com', '2: …'],
    ],
  ])('%s', async (_, file, expected) => {
    expect(await read(file, file.length > 1_000 ? 65_536 : 7)).toEqual(expected)
  })

  test('wherever its chunks begin and end', async () => {
    const file = '\uFEFFname;email\r\nZoë "Z";maya@example.com\r\n"आ\r\nx";rosa@example.com\r\n'
    const expected = await read(file, 10_000)
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 40 }), async (size) => {
        expect(await read(file, size)).toEqual(expected)
      }),
    )
  })
})

describe('rejects', () => {
  test.each([
    ['an empty file', '', 'empty'],
    ['a file of blanks', ' \r\n\r\n\t', 'empty'],
    ['a mark and nothing else', '\uFEFF', 'empty'],
    ['a spreadsheet', Buffer.from('504b0304140000000800', 'hex'), 'binary'],
    ['text without addresses', 'An email to the clinic.\nWith two lines.', 'no-addresses'],
  ])('%s', async (_, file, problem) => expect(await read(file)).toBe(problem))

  test.each([
    ['Acuity Scheduling', 'Start Time,End Time,First Name,Last Name,Email,Type,Calendar,Appointment ID'],
    ['Calendly', 'User Name,Invitee Name,Invitee Email,Event Type Name,Start Date & Time,Canceled'],
    ['SimplePractice', 'Date of Service,Client,Clinician,Billing Code,Charge'],
    [undefined, 'Appointment date,Patient,Email,Practitioner,Status,Duration'],
    [undefined, 'Date Time,Customer Name,Customer Email,Staff Name,Service,Location,Duration (mins.)'],
    [undefined, 'Booking Ref,Booked At,Starts,Ends,First Name,Last Name,Email,Appointment Type'],
    [undefined, 'Date,Time,Client,Email,Service,Staff member,Price,Status'],
    [undefined, 'Appointment Date,Customer,Email,Service,Service Provider,Checked Out'],
  ])('an export of appointments from %s, which it names', async (service, header) => {
    const file = `${header}\n${header.replace(/[^,]*mail/i, 'maya@example.com')}\n`
    expect(await readAddressFile(inParts(file))).toEqual({ ok: false, problem: 'appointments', service })
  })
})

test.each([
  'Date,Time,Email,Name',
  'Email,Customer Name,Service,Signup date',
  'Member,Email,Start date,End date,Plan',
  'Customer,Email,Last visit,Total spent',
  'Email,First Name,Room,Team member',
])('a list is no export of appointments: %s', async (header) => {
  const file = `${header}\n${header.replace('Email', 'maya@example.com')}\n`
  expect(await readAddressFile(inParts(file))).toMatchObject({ ok: true })
})

describe('as the field sends it', () => {
  test.each<[string, string | Uint8Array, string[]]>([
    [
      'a pasted list of recipients',
      '"Maya T" <maya@example.com>, "Rosa" <rosa@example.com>\r\n',
      ['1: maya@example.com', '1: rosa@example.com'],
    ],
    [
      'recipients whose names have commas',
      '"Thomas, Maya" <maya@example.com>, "Lima, Rosa" <rosa@example.com>',
      ['1: maya@example.com', '1: rosa@example.com'],
    ],
    [
      'recipients of Outlook',
      'Thomas, Maya <maya@example.com>; Rosa <rosa@example.com>; lin@example.com',
      ['1: maya@example.com', '1: rosa@example.com', '1: lin@example.com'],
    ],
    [
      'two addresses in a cell',
      'Name,Email\r\nA,a@example.com; b@example.com\r\nC,c@example.com\r\n',
      ['2: a@example.com', '2: b@example.com', '3: c@example.com'],
    ],
    [
      'addresses in two columns',
      'Name,Email,Email 2,Manager\nA,a@example.com,b@example.com,m@example.com\nC,,c@example.com,m@example.com\nD,,,',
      ['2: a@example.com', '2: b@example.com', '3: c@example.com', '4: '],
    ],
    [
      'links to write to',
      'Email\r\nmailto:a@example.com\r\n<mailto:b@example.com?subject=Hello>\r\n',
      ['2: a@example.com', '3: b@example.com'],
    ],
    [
      'formulas of links',
      'Email\r\n"=HYPERLINK(""mailto:a@example.com"",""a@example.com"")"\r\nb@example.com\r\n',
      ['2: a@example.com', '3: b@example.com'],
    ],
    [
      'curly quotation marks, links of Markdown and of HTML',
      'Email\n“a@example.com”\n[b@example.com](mailto:b@example.com)\n"<a href=""mailto:c@example.com"">Cleo</a>"\n',
      ['2: a@example.com', '3: b@example.com', '4: c@example.com'],
    ],
    [
      'a domain in other letters',
      'Email\r\nuser@münchen.example\r\na@example.com\r\n',
      ['2: user@münchen.example', '3: a@example.com'],
    ],
    [
      'a quotation mark that one line leaves open',
      'Name,Email\nA,a@example.com\n"B,b@example.com\nC,c@example.com\n',
      ['2: a@example.com', '3: "B,b@example.com', '4: c@example.com'],
    ],
    [
      'a quotation mark that another one seems to close',
      'Name,Email\n"B,b@example.com\n"Thomas, Maya",c@example.com\n"D\nE",d@example.com\n',
      ['2: "B,b@example.com', '3: c@example.com', '5: d@example.com'],
    ],
    ['UTF-16 without a mark', Buffer.from('Name,Email\nZoë,zoe@example.com\n', 'utf16le'), ['2: zoe@example.com']],
    [
      'UTF-16 without a mark, the other way round',
      Buffer.from('Name,Email\nZoë,zoe@example.com\n', 'utf16le').swap16(),
      ['2: zoe@example.com'],
    ],
    [
      'a sentence in a cell',
      'Email\nask maya@example.com first\na@example.com',
      ['2: ask maya@example.com first', '3: a@example.com'],
    ],
  ])('%s', async (_, file, expected) => expect(await read(file)).toEqual(expected))

  test('names in several encodings and beside the address', async () => {
    const mixed = Buffer.concat([latin1('Name,Email\nJosé,a@example.com\n'), Buffer.from('Zoë,b@example.com\n')])
    expect(await names(mixed)).toEqual(['José', 'Zoë'])
    expect(await names('"Maya T" <a@example.com>, Zoë <b@example.com>')).toEqual(['Maya T', 'Zoë'])
    expect(await names('Name,Email\nA B,a@example.com; b@example.com')).toEqual([null, null])
  })

  async function names(file: string | Uint8Array) {
    const found = await readAddressFile(inParts(file))
    if (!found.ok) return found.problem
    return (await Array.fromAsync(found.lines([]))).map(({ name }) => name)
  }

  test('many quotation marks that stay open are read in bounded time', async () => {
    const lines = await read(`Name,Email\n${'"x,\n'.repeat(20_000)}A,a@example.com`, 65_536)
    expect(lines).toHaveLength(20_001)
    expect(lines.at(-1)).toBe('20002: a@example.com')
  })
})
