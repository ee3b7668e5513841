import { readdirSync, readFileSync } from 'node:fs'
import { clinic } from '#content/clinic.ts'

const folder = new URL('../../content/', import.meta.url)

/** Every module of content/ with what it exports, by its path there. */
export async function contentModules() {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  return Promise.all(
    files.map(async (file) => {
      const exports: Record<string, unknown> = await import(/* @vite-ignore */ new URL(file, folder).href)
      return { file, exports }
    }),
  )
}

/** Every text that the website can say by itself, the bundled feed as it stands, with the file to look into. */
export async function contentTexts(): Promise<{ file: string; text: string }[]> {
  const modules = await contentModules()
  return [
    // Synonyms are what visitors type; the website never says them.
    ...modules
      .filter(({ file }) => file !== 'synonyms.ts')
      .flatMap(({ file, exports }) => textsIn(exports).map((text) => ({ file, text }))),
    { file: 'feed.xml', text: readFileSync(new URL('feed.xml', folder), 'utf8') },
  ]
}

/** Every text in a value; texts made by a function are made with the clinic's facts, whichever argument they are. */
function textsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return textsIn(value(clinic, clinic), seen)
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  return Object.values(value).flatMap((part) => textsIn(part, seen))
}
