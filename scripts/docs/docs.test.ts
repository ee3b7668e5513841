import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { settings } from '#app/config.server.ts'
import { systemChecks } from '#content/system-checks.ts'

// The documents list everything that exists, and nothing else.

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const readme = read('README.md')
const operations = read('docs/operations.md')

/** The cells of the rows of every table, without those of its head. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()))

const section = (heading: string) => operations.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? ''

describe('every setting', () => {
  const rows = rowsOf(section('Settings')).filter(([name]) => name?.startsWith('`'))

  test('is in .env.example once, and nothing else is', () => {
    const named = [...read('.env.example').matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
    expect(named.toSorted()).toEqual(Object.keys(settings).toSorted())
  })

  test('is in the table of docs/operations.md once, and nothing else is', () => {
    expect(rows.map(([name]) => name?.slice(1, -1)).toSorted()).toEqual(Object.keys(settings).toSorted())
  })

  test.each(Object.entries(settings))('%s has the default that the table says', (name, { rule }) => {
    const fallback = (rule as z.ZodType).safeParse(undefined).data
    const cell = rows.find(([first]) => first === `\`${name}\``)?.[1]
    // Without one of the rule the program decides, or there is none; words say so, never a value.
    if (fallback !== undefined) expect(cell).toBe(`\`${fallback}\``)
    else if (!['PUBLIC_URL', 'BACKUP_DIR'].includes(name)) expect(cell).not.toMatch(/^`/)
  })
})

test('every npm script is in the commands of README.md or docs/operations.md', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'))
  const told = rowsOf(readme + operations).map(([first]) => first)
  const own = new Set(['start', 'test'])
  const npmsOwn = ['postinstall']
  const given = Object.keys(scripts).filter((name) => !npmsOwn.includes(name))
  const commands = given.map((name) => (own.has(name) ? `npm ${name}` : `npm run ${name}`))
  const missing = commands.filter(
    (command) => !told.some((cell) => cell === `\`${command}\`` || cell?.startsWith(`\`${command} `)),
  )
  expect(missing).toEqual([])
})

test('every check is in docs/operations.md, by its title and by the name that alerts use', () => {
  const rows = rowsOf(section('Checks and alerts')).map(([title, name]) => [title, name])
  const checks = Object.entries(systemChecks).map(([id, { title }]) => [title, `\`${id}\``])
  expect(rows.slice(2)).toEqual(checks)
  expect(section('Checks and alerts')).toContain('`database`')
})

const documents = globSync(['*.md', '{app,bench,docs,scripts,server,tests}/**/*.md'], { cwd: root })

test.each(documents)('every link of %s leads to a file of the project', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g)].map(([, link = '']) => link)
  expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([])
})

test('docs/architecture.md is short enough to be read', () => {
  expect(read('docs/architecture.md').split(/\s+/).length).toBeLessThanOrEqual(1_200)
})
