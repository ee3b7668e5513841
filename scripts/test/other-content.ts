import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// The whole proof with the content of another clinic, as docs/adopt.md has people change it: a copy of this checkout is
// edited and tested. Names of stages choose some.

const root = fileURLToPath(new URL('../../', import.meta.url))
const leftOut = new Set([
  'node_modules',
  'build',
  'data',
  'reports',
  '.git',
  'torture',
  'screens',
  'emails',
  'packages',
])

const day = [
  { opens: '08:30', closes: '12:30' },
  { opens: '13:30', closes: '18:00' },
]
const otherHours = {
  ...{ monday: day, tuesday: day, wednesday: day, thursday: day, friday: day },
  ...{ saturday: [{ opens: '10:00', closes: '14:00' }], sunday: [] },
}

const folder = mkdtempSync(join(tmpdir(), 'clinic-content-'))
try {
  cpSync(root, folder, { recursive: true, filter: (path) => !leftOut.has(relative(root, path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeOtherContent(join(folder, 'content'))
  addPatientField(folder)
  run(['oxfmt', '--write', 'content', 'app/database/migrations'])
  const asked = process.argv.slice(2)
  const stages = asked.length > 0 ? asked : ['types', 'lint', 'format', 'unused', 'build', 'tests', 'browser']
  process.exitCode = run(['node', 'scripts/test.ts', ...stages])
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run([command = '', ...rest]: string[]) {
  const { status } = spawnSync(join(root, 'node_modules/.bin', command), rest, { cwd: folder, stdio: 'inherit' })
  return status ?? 1
}

function changeFile(path: string, edit: (text: string) => string) {
  const before = readFileSync(path, 'utf8')
  const after = edit(before)
  if (after === before) throw new Error(`${path} should have changed`)
  writeFileSync(path, after)
}

/** A field that this clinic asks its patients for besides: two files and a migration, from which everything follows. */
function addPatientField(checkout: string) {
  const field = "kind: 'phone', optional: true, label: 'Second phone', inWords: 'second phone number'"
  changeFile(join(checkout, 'content/patient-fields.ts'), (text) =>
    text.replace('] as const satisfies', `{ name: 'secondPhone', ${field} },\n] as const satisfies`),
  )
  const migrations = join(checkout, 'app/database/migrations')
  writeFileSync(join(migrations, '0.9.0-second-phone.ts'), secondPhone)
  changeFile(join(migrations, 'all.ts'), (text) =>
    text
      .replace('\n\n', "\nimport { secondPhone } from './0.9.0-second-phone.ts'\n\n")
      .replace('baseline,\n', "baseline,\n'0.9.0-second-phone': secondPhone,\n"),
  )
}

const secondPhone = `import type { Migration } from '#app/database/migrate.server.ts'

export const secondPhone: Migration['up'] = async (db) => {
  for (const table of ['appointments', 'patients', 'waitlist_entries'])
    await db.schema.alterTable(table).addColumn('second_phone', 'text').execute()
}
`

/** Everything in the table of docs/adopt.md, but pictures and words. */
function writeOtherContent(content: string) {
  const change = (file: string, edit: (text: string) => string) => changeFile(join(content, file), edit)
  const merge = (file: string, changes: object) =>
    change(file, (text) => JSON.stringify({ ...JSON.parse(text), ...changes }))

  merge('clinic.json', {
    address: {
      confirmed: true,
      facts: { street: '12 Oak Street', city: 'Asheville', region: 'North Carolina', postalCode: '28801' },
    },
    phones: {
      confirmed: true,
      facts: { display: '(828) 555-0171', e164: '+18285550171', messagingUrl: 'https://wa.me/18285550171' },
    },
    emails: {
      confirmed: true,
      facts: { general: 'hello@other-clinic.example', booking: 'visits@other-clinic.example' },
    },
    hours: { confirmed: true, facts: otherHours },
  })
  change('clinic.ts', (text) =>
    text
      .replace("name: 'Hoover Ayurveda'", "name: 'Āyurveda by the River'")
      .replace("regionCode: 'AL'", "regionCode: 'NC'")
      .replace("timeZone: 'America/Chicago'", "timeZone: 'America/New_York'")
      .replaceAll(/^ *standIn: true,\n/gm, ''),
  )
  merge('pages/practical.json', {
    social: [{ name: 'Mastodon', url: 'https://social.example/@clinic' }],
    licenses: [{ text: 'North Carolina license 12345' }],
    confirmed: true,
  })
  merge('pages/theme.json', { palette: 'clay' })
  change('services.json', (text) => {
    const services = JSON.parse(text) as Record<string, Record<string, unknown>>
    const { picture: _, ...gastritis } = services.gastritis ?? {}
    const foot = {
      title: 'Foot Massage',
      sanskrit: '',
      minutes: 45,
      summary: 'Warm oil and long strokes for tired feet.',
    }
    return JSON.stringify({ ...services, 'foot-massage': { ...gastritis, ...foot, page: services.general?.page } })
  })
  change('products.json', (text) => {
    const products = JSON.parse(text) as Record<string, Record<string, unknown>>
    return JSON.stringify({ ...products, 'ayur-herb': { ...products['ayur-herb'], priceCents: 1150 } })
  })
}
