import { readdirSync, readFileSync } from 'node:fs'
import { type ClinicFacts, contentFacts } from '#app/domain/clinic/clinic-facts.ts'

const folder = new URL('../../content/', import.meta.url)

/** Every module of content/ with its path and exports; of edited texts, the file that a clinic starts with. */
export async function loadContentModules() {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.(ts|json)$/.test(file) && !file.endsWith('.test.ts'))
  return Promise.all(
    files.map(async (file) => {
      const exports: Record<string, unknown> = file.endsWith('.json')
        ? { default: JSON.parse(readFileSync(new URL(file, folder), 'utf8')) }
        : await import(/* @vite-ignore */ new URL(file, folder).href)
      return { file, exports }
    }),
  )
}

/** Every text of the website and the bundled feed, with its file. */
export async function loadContentTexts(): Promise<{ file: string; text: string }[]> {
  const modules = await loadContentModules()
  const clinic = contentFacts(0)
  return [
    // Search words are typed by visitors and never shown, and schemas have the labels of the editor.
    ...modules
      .filter(({ file }) => file !== 'pages/search-words.json' && !file.startsWith('schemas/'))
      .flatMap(({ file, exports }) => collectTexts(exports, clinic).map((text) => ({ file, text }))),
    { file: 'feed.xml', text: readFileSync(new URL('feed.xml', folder), 'utf8') },
  ]
}

/** Every text in a value. Functions are called with the clinic's facts as every argument. */
function collectTexts(value: unknown, clinic: ClinicFacts, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return collectTexts(value(clinic, clinic), clinic, seen)
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  return Object.values(value).flatMap((part) => collectTexts(part, clinic, seen))
}
