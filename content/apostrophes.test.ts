import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('.', import.meta.url)

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
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  expect(files).toContain('recovery-sheet.ts')
  const straight = files.flatMap((file) =>
    sentencesOf(file, withoutComments(readFileSync(new URL(file, folder), 'utf8'))).flatMap((text) =>
      [...text.matchAll(/.*[A-Za-z]'[A-Za-z].*/g)].map(([line]) => `${file}: ${line.trim()}`),
    ),
  )
  expect(straight).toEqual([])
})
