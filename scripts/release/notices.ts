import { globSync, readFileSync } from 'node:fs'
import type { Lock } from './production-packages.ts'

const rule = `\n${'-'.repeat(78)}\n\n`

/**
 * The licenses of everything in a release: packages that run the site (some are built into its scripts), Node.js, fonts
 * and pictures. The only packages that are not installed here are Node.js for other machines.
 */
export function thirdPartyNotices(root: string, { packages }: Lock): string {
  const texts = new Map<string, string[]>()
  for (const [path, { version, license }] of Object.entries(packages)) {
    if (path === '') continue
    const text = findLicense(`${root}/${path}`) ?? `Licence: ${license ?? throwMissing(path)}`
    texts.set(text, [...(texts.get(text) ?? []), `${toPackageName(path)} ${version}`])
  }
  const parts = [...texts].map(([text, names]) => `${names.toSorted().join('\n')}\n\n${text}`).toSorted()
  return [
    'This program contains, and installs with npm, the work of others.\n',
    ...parts.map((part) => `${part}\n`),
    ...globSync('app/ui/fonts/OFL-*.txt', { cwd: root })
      .toSorted()
      .map((file) => `Fonts: ${file}\n\n${readText(`${root}/${file}`)}\n`),
    `${readText(`${root}/content/pictures/LICENSES.md`)}\n`,
  ].join(rule)
}

const toPackageName = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const readText = (file: string) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim()

function findLicense(folder: string) {
  const files = globSync('{LICENSE,LICENCE,License,license,NOTICE}*', { cwd: folder }).toSorted()
  return files.length > 0 ? files.map((file) => readText(`${folder}/${file}`)).join('\n\n') : undefined
}

function throwMissing(path: string): never {
  throw new Error(`${path} does not say under which licence it is`)
}
