import { execFileSync } from 'node:child_process'
import { hkdfSync } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = globSync(['*.md', 'docs/*.md'], { cwd: root })

/** The test that runs each command, and a string that proves it in the test's file. Other commands are listed in bench/TRIED.md. */
const runBy: [RegExp, string, string][] = [
  [/^npm start$/, 'tests/http/first-start.test.ts', 'scripts/start.ts'],
  [/^npm run admin:link$/, 'tests/http/admin-identity.test.ts', "runBeside(site, 'admin-link'"],
  [/^npm run mail( -- retry all)?$/, 'tests/http/mail-by-hand.test.ts', "runBeside(site, 'mail'"],
  [/^npm run audit:verify( -- --head( COUNT:HMAC)?)?$/, 'tests/http/audit-verify.test.ts', "'--head'"],
  [/^npm run backup$/, 'tests/http/backup.test.ts', "runCommand('backup'"],
  [/^npm run restore( -- (FILE|clinic-TIME\.backup))?$/, 'tests/http/backup.test.ts', "runCommand('restore'"],
  [/^npm run keys:rotate$/, 'tests/http/keys-rotate.test.ts', "runCommand('keys-rotate'"],
  [/^npm run copy:recipient$/, 'tests/http/copy-recipient.test.ts', "runCommand('copy-recipient'"],
  [/^npm run restore -- --from-copy$/, 'tests/long/continuous-copy.test.ts', "'--from-copy'"],
  [/^npm run content:export( -- FOLDER)?$/, 'tests/http/content-files.test.ts', "'content-export'"],
  [/^npm run content:import( -- FOLDER)?$/, 'tests/http/content-files.test.ts', "'content-import'"],
  [/^npm run doctor$/, 'tests/http/system.test.ts', 'doctor'],
  [/^npm run restore -- --to \S+$/, 'tests/http/move.test.ts', "'--to'"],
  [/^npm run restore -- --reopen( --force)?$/, 'tests/long/move-killed.test.ts', "'--reopen'"],
  [/^npm run upgrade( -- \S*(ARCHIVE|\.tar\.gz))?$/, 'tests/long/upgrade.test.ts', 'site.upgrade(['],
  [/^npm run upgrade -- --back$/, 'tests/long/upgrade.test.ts', "'--back'"],
  [/^npm test -- changed$/, 'scripts/test/changed.test.ts', 'planTests'],
  [/^node -e .*hkdfSync/, 'scripts/docs/commands.test.ts', 'hkdfSync'],
]

/** Who gives a command is no part of it. */
const bare = (command: string) => command.replace(/^sudo (-u \S+ )?/, '')

const isTried = (command: string) => read('bench/TRIED.md').includes(`\`${command}\``)

describe('every command in the documents is run by a test, or listed in bench/TRIED.md:', () => {
  const commands = [...new Set(documents.flatMap((file) => findCommands(read(file))).map(bare))]

  test('there are many', () => expect(commands.length).toBeGreaterThan(30))

  test.each(commands)('%s', (command) => {
    const [, file, words] = runBy.find(([pattern]) => pattern.test(command)) ?? []
    if (!file || !words) return expect(isTried(command), 'in bench/TRIED.md').toBe(true)
    expect(existsSync(join(root, file)), file).toBe(true)
    expect(read(file), file).toContain(words)
  })

  test.each(runBy)('%s is in a document', (pattern) => {
    expect(commands.some((command) => pattern.test(command))).toBe(true)
  })
})

test('commands are found in blocks and in sentences, with what is set and who gives them', () => {
  const text = [
    'Run `npm test` or `sudo -u clinic npm run doctor`, never `clinic.keys` or `npmrc`.',
    '```sh',
    'npm ci && npm start     # builds',
    'PORT=3001 node main.js',
    'echo no',
    '```',
    '```',
    'npm run not-this',
    '```',
  ].join('\n')
  expect(findCommands(text)).toEqual([
    'npm ci',
    'npm start',
    'PORT=3001 node main.js',
    'npm test',
    'sudo -u clinic npm run doctor',
  ])
})

test('the command that derives the key of AUTH_SYNC_URL derives it', () => {
  const [command] = findCommands(read('docs/operations.md')).filter((line) => line.startsWith('node -e'))
  const secret = 'a secret of the session with 32 emails'
  const key = execFileSync('sh', ['-c', command ?? 'false'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, SESSION_SECRET: secret },
  })
  expect(key).toBe(Buffer.from(hkdfSync('sha256', secret, '', 'auth sync', 32)).toString('base64'))
})

/** A line of a document that begins with one of these is a shell command. */
const programs =
  'npm|npx|node|curl|wget|git|tar|sha256sum|openssl|systemctl|systemd-\\S+|journalctl|apt|apt-get|podman|docker|sudoedit|cp|mv|ln|cd|mkdir|install|useradd|psql|pg_dump|caddy'
const command = new RegExp(`^(?:[A-Z_]+=\\S+ )*(?:sudo (?:-u \\S+ )?)?(?:${programs})\\b`)

/** The commands in the shell blocks and the inline code of a Markdown text. */
function findCommands(text: string): string[] {
  const blocks = [...text.matchAll(/^```(?:sh|bash|console)\n(.*?)^```/gms)].map(([, block = '']) => block)
  const lines = blocks
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .map((line) => line.replace(/\s+# .*$/, ''))
  const inline = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  return [...new Set([...lines, ...inline].flatMap((line) => line.split(' && ')).map((part) => part.trim()))].filter(
    (part) => command.test(part),
  )
}
