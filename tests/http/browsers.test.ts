import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

// The built files need nothing that the browsers lack in which everything works, nor the public ones what older browsers
// lack (docs/operations.md, 'Browsers').

type Floor = { safari: number; firefox: number }
const floor: Floor = { safari: 17, firefox: 128 }
const floorOfPublicSite: Floor = { safari: 16.4, firefox: 115 }

/** What is used only where it is there: `can-use-passkeys.ts`. */
const asked = new Set(['PublicKeyCredential'])

/** Functions of ours and of React with the name of a method that is too young. */
const namesakes = new Set(['drop', 'use', 'fileName'])

const root = join(import.meta.dirname, '../..')
const built = join(root, 'build/client/assets')
type File = { name: string; text: string }
const filesIn = (folder: string, ending: string): File[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const filesOf = (ending: string) => filesIn(built, ending)

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
const findLacking = (feature: Feature, oldest: Floor) =>
  Object.entries(oldest).find(([browser, newest]) => {
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

const data = readData()

/** Methods of the language by name, as `toWellFormed`, that a browser lacks, whatever they are called on. */
function findYoungMethods(oldest: Floor) {
  const young = new Map<string, string>()
  const known = new Set<string>()
  for (const kind of [data.javascript.builtins, data.api])
    for (const features of Object.values(kind))
      for (const [member, feature] of Object.entries(features ?? {})) {
        const name = member.replace(/_static$/, '')
        const browser = feature && findLacking(feature as Feature, oldest)
        if (!browser) known.add(name)
        else if (kind !== data.api) young.set(name, browser)
      }
  return new Map([...young].filter(([name]) => !known.has(name) && !namesakes.has(name)))
}

function findFaults(scripts: File[], oldest: Floor) {
  const { api, javascript } = data
  const globals = { ...api, ...javascript.builtins }
  const young = findYoungMethods(oldest)
  const faults = new Set<string>()
  for (const { name, text } of scripts) {
    // `Map.groupBy`, `new Observer`: names of ours in capitals stand alone.
    for (const [, , object = '', member = ''] of text.matchAll(/(?<![\w$.'"`-])(new )?([A-Z]\w+)(?:\.(\w+)|(?=\())/g)) {
      const found = Object.hasOwn(globals, object) && !asked.has(object) ? globals[object] : undefined
      const method = found?.[`${member}_static`] ?? (Object.hasOwn(javascript.builtins, object) && found?.[member])
      const browser = (found && findLacking(found, oldest)) ?? (method ? findLacking(method, oldest) : undefined)
      if (browser) faults.add(`${name}: ${object}.${member} is not in ${browser}`)
    }
    for (const [, method = ''] of text.matchAll(/\.([a-z]\w+)\(/g))
      if (young.has(method)) faults.add(`${name}: .${method}() is not in ${young.get(method)}`)
  }
  return [...faults]
}

test('no script uses a global or a method that a browser of the floor lacks', () => {
  expect(findFaults(filesOf('.js'), floor)).toEqual([])
})

/** Of the hydrated pages of the public site: what they load, and what that loads. */
function hydratedScripts() {
  const files = new Map(filesOf('.js').map((file) => [file.name, file]))
  const list = [...files.values()].find(({ text }) => text.startsWith('window.__reactRouterManifest={"entry'))!.text
  const { entry, routes } = JSON.parse(list.replace(/^[^{]*/, '').replace(/;\s*$/, '')) as {
    entry: { module: string; imports: string[] }
    routes: Record<string, { id: string; module: string; imports: string[] }>
  }
  const isLoaded = (id: string) => {
    const source = join(root, 'app', `${id}.tsx`)
    return !id.startsWith('routes/admin') && existsSync(source) && readFileSync(source, 'utf8').includes('workPage()')
  }
  const frames = new Set(['root', 'routes/shell'])
  const pages = Object.values(routes).filter(({ id }) => frames.has(id) || isLoaded(id))
  const found = new Map<string, File>()
  const take = (name: string) => {
    const file = files.get(name)
    if (!file || found.has(name) || name.startsWith('manifest-')) return
    found.set(name, file)
    for (const [other] of file.text.matchAll(/[\w$.-]+\.js\b/g)) take(other)
  }
  for (const { module, imports } of [entry, ...pages]) for (const path of [module, ...imports]) take(basename(path))
  return [...found.values()]
}

/** Scripts that the server has as texts: that of pages to read, and those of the tablet and of signatures. */
const sentByServer = () =>
  filesIn(join(root, 'build/server'), '.js').flatMap(({ text }) =>
    Array.from(
      text.matchAll(/^var (inlineScript|\w+_default) = ("[^\n]*querySelector[^\n]*");$/gm),
      ([, name, code]) => ({
        name: name!,
        text: JSON.parse(code!) as string,
      }),
    ),
  )

test('no script of the public site uses what Safari 16.4 or Firefox 115 lack', () => {
  const [hydrated, others] = [hydratedScripts(), sentByServer()]
  expect(hydrated.map(({ name }) => name.split('-')[0])).toEqual(expect.arrayContaining(['cart', 'login', 'framework']))
  expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(['inlineScript', 'draw_signature_default']))
  expect(findFaults([...hydrated, ...others], floorOfPublicSite)).toEqual([])
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
