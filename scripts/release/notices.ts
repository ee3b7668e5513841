import { globSync, readFileSync } from 'node:fs'
import type { Lock } from './production-packages.ts'

const rule = `\n${'-'.repeat(78)}\n\n`

/**
 * Whose work is in a release, with the texts their licences ask to pass on: packages that run the site (some are built
 * into its scripts), Node.js, fonts and pictures. A package that is not installed here, being for another machine, is
 * the same Node.js.
 */
export function thirdPartyNotices(root: string, { packages }: Lock): string {
  const texts = new Map<string, string[]>()
  for (const [path, { version, license }] of Object.entries(packages)) {
    if (path === '') continue
    const text = licenceText(`${root}/${path}`) ?? `Licence: ${license ?? missing(path)}`
    texts.set(text, [...(texts.get(text) ?? []), `${nameOf(path)} ${version}`])
  }
  const parts = [...texts].map(([text, names]) => `${names.toSorted().join('\n')}\n\n${text}`).toSorted()
  return [
    'This program contains, and installs with npm, the work of others.\n',
    ...parts.map((part) => `${part}\n`),
    ...globSync('app/ui/fonts/OFL-*.txt', { cwd: root })
      .toSorted()
      .map((file) => `Fonts: ${file}\n\n${textOf(`${root}/${file}`)}\n`),
    `${textOf(`${root}/content/pictures/LICENSES.md`)}\n`,
  ].join(rule)
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const textOf = (file: string) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim()

function licenceText(folder: string) {
  const files = globSync('{LICENSE,LICENCE,License,license,NOTICE}*', { cwd: folder }).toSorted()
  return files.length > 0 ? files.map((file) => textOf(`${folder}/${file}`)).join('\n\n') : undefined
}

function missing(path: string): never {
  throw new Error(`${path} does not say under which licence it is`)
}
