import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const content = new URL('.', import.meta.url)
const dashboard = new URL('../app/routes/admin/', import.meta.url)

const listFiles = (folder: URL, isMeant: (file: string) => boolean) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && isMeant(file))
    .map((file) => ({ file, source: readFileSync(new URL(file, folder), 'utf8') }))

/**
 * What the program itself says, in the sentences that it fills in and in these files; how a clinic writes its own
 * plain texts is its own affair.
 */
const sentencesOf = (file: string, source: string) =>
  ['audit.ts', 'system-checks.ts', 'recovery-sheet.ts'].includes(file)
    ? [source]
    : [...source.matchAll(/`[^`]*`/g)].map(([text]) => text)

const withoutComments = (source: string) => source.replace(/\/\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '')

test('sentences that the program fills in have typographic apostrophes, as all the others', () => {
  const files = [...listFiles(content, () => true), ...listFiles(dashboard, (file) => file.endsWith('words.ts'))]
  const names = files.map(({ file }) => file)
  expect(names).toEqual(expect.arrayContaining(['recovery-sheet.ts', 'today/words.ts']))
  const straight = files.flatMap(({ file, source }) =>
    sentencesOf(file, withoutComments(source)).flatMap((text) =>
      [...text.matchAll(/.*[A-Za-z]'[A-Za-z].*/g)].map(([line]) => `${file}: ${line.trim()}`),
    ),
  )
  expect(straight).toEqual([])
})
