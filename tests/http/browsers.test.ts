import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The built files need nothing that the browsers lack in which everything works, nor the public ones `:has()`
// (docs/operations.md, 'Browsers').

const floor = { safari: 17, firefox: 128 }

/** What is used only where it is there: `can-use-passkeys.ts`. */
const asked = new Set(['PublicKeyCredential'])

const built = join(import.meta.dirname, '../../build/client/assets')
const filesOf = (ending: string) =>
  readdirSync(built)
    .filter((file) => file.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(join(built, name), 'utf8') }))

type Version = {
  version_added: string | boolean | null
  version_removed?: string
  flags?: unknown
  prefix?: string
}
type Feature = { __compat?: { support: Partial<Record<string, Version | Version[]>> } }
type Features = Feature & { [name: string]: Features | undefined }

const require = createRequire(import.meta.url)

/** Not imported, which would make a module of it. */
const readData = () => {
  const path = require.resolve('@mdn/browser-compat-data')
  return JSON.parse(readFileSync(path, 'utf8')) as { api: Features; javascript: { builtins: Features } }
}

/** A browser that lacks it; undefined when none does, or MDN doesn't know it. */
const findLacking = (feature: Feature) =>
  Object.entries(floor).find(([browser, newest]) => {
    const versions = [feature.__compat?.support[browser] ?? []].flat()
    return (
      versions.length > 0 &&
      !versions.some(
        ({ version_added: since, version_removed: until, flags, prefix }) =>
          typeof since === 'string' &&
          Number.parseFloat(since.replace('≤', '')) <= newest &&
          !(until ?? flags ?? prefix),
      )
    )
  })?.[0]

test('no script uses a global or static method that a browser of the floor lacks', () => {
  const { api, javascript } = readData()
  const globals = { ...api, ...javascript.builtins }
  const faults = new Set<string>()
  for (const { name, text } of filesOf('.js'))
    // `Map.groupBy`, `new Observer`: names of ours in capitals stand alone.
    for (const [, , object = '', member = ''] of text.matchAll(/(?<![\w$.'"`-])(new )?([A-Z]\w+)(?:\.(\w+)|(?=\())/g)) {
      const found = Object.hasOwn(globals, object) && !asked.has(object) ? globals[object] : undefined
      const method = found?.[`${member}_static`] ?? (Object.hasOwn(javascript.builtins, object) && found?.[member])
      const browser = (found && findLacking(found)) ?? (method ? findLacking(method) : undefined)
      if (browser) faults.add(`${name}: ${object}.${member} is not in ${browser}`)
    }
  expect([...faults]).toEqual([])
})

/** Rules that hold where `:has()` is missing, as Firefox 115 and Safari before 15.4 read them. */
const withoutHas = (css: string) =>
  css
    .replaceAll(/@supports selector\(:has\(\*\)\)\s*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
    .replaceAll(/[^{};]*:has\([^{}]*\{[^{}]*\}/g, '')

test('where :has() is missing, nothing is hidden for being no target', () => {
  const hiding = /[^{};]*:not\([^{}]*:target[^{}]*\{[^{}]*(?:display:\s*none|visibility:\s*hidden)[^{}]*\}/g
  const css = filesOf('.css')
  expect(css.filter(({ text }) => text.match(hiding)).map(({ name }) => name.split('-')[0])).toEqual(['guide'])
  expect(css.flatMap(({ text }) => withoutHas(text).match(hiding) ?? [])).toEqual([])
})
