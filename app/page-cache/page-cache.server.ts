import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bytesOf, etagOf, type ReadyAnswer, readyAnswer } from './ready-answer.ts'

/** Ready bytes of anonymous pages. State of a process; domains purge through purges.server.ts. */
export type Pages = {
  find(path: string, now?: number): ReadyAnswer | undefined
  /** Call before rendering: what `store` gets says which purges the page has already seen. */
  version(): number
  store(path: string, page: NewPage): Promise<void>
  /** Drops every page that shows one of these topics. */
  drop(...topics: string[]): void
  stats(): { entries: number; bytes: number }
}

type CachedPage = ReadyAnswer & { expiresAt: number; topics: string[] }

export type NewPage = {
  html: Buffer
  headers: Record<string, string>
  topics: string[]
  expiresAt: number
  version: number
}

type Bounds = { mostEntries: number; mostBytes: number }

export function createPageCache(
  { mostEntries, mostBytes }: Bounds = { mostEntries: 500, mostBytes: 32 * 1024 * 1024 },
): Pages {
  const entries = new Map<string, CachedPage>()
  /** Paths whose page is being compressed, with the version at which it was rendered. */
  const onTheirWay = new Map<string, number>()
  const purgedAt = new Map<string, number>()
  let version = 0
  let bytes = 0

  function remove(path: string) {
    const entry = entries.get(path)
    if (!entry) return
    entries.delete(path)
    bytes -= bytesOf(entry)
  }

  /** Compressing takes longer than rendering, and '/about?' is rendered each time although '/about' is here. */
  const isHereOrOnItsWay = (path: string, { version: rendered }: NewPage) =>
    (entries.get(path)?.expiresAt ?? 0) > Date.now() || (onTheirWay.get(path) ?? -1) >= rendered

  const seenEveryPurge = (page: NewPage) => page.topics.every((topic) => (purgedAt.get(topic) ?? 0) <= page.version)

  return {
    find(path, now = Date.now()) {
      const entry = entries.get(path)
      if (!entry) return undefined
      if (entry.expiresAt > now) {
        // Back to the end of the line: what is never asked for goes first.
        entries.delete(path)
        entries.set(path, entry)
        return entry
      }
      remove(path)
      return undefined
    },
    version: () => version,
    async store(path, page) {
      if (isHereOrOnItsWay(path, page)) return
      onTheirWay.set(path, page.version)
      const entry = await readyBytes(page).finally(() => onTheirWay.delete(path))
      // A purge while this page was rendered or compressed: what it shows may be old already.
      if (!seenEveryPurge(page) || bytesOf(entry) > mostBytes) return
      remove(path)
      entries.set(path, entry)
      bytes += bytesOf(entry)
      for (const oldest of entries.keys()) {
        if (entries.size <= mostEntries && bytes <= mostBytes) break
        remove(oldest)
      }
    },
    drop(...topics) {
      version += 1
      for (const topic of topics) purgedAt.set(topic, version)
      for (const [path, entry] of entries) if (entry.topics.some((topic) => topics.includes(topic))) remove(path)
    },
    stats: () => ({ entries: entries.size, bytes }),
  }
}

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

async function readyBytes({ html: identity, headers, topics, expiresAt }: NewPage): Promise<CachedPage> {
  const [gzipped, brotli] = await Promise.all([
    compressGzip(identity, { level: 9 }),
    compressBrotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
  ])
  return { ...readyAnswer({ identity, gzip: gzipped, brotli }, `W/${etagOf(identity)}`, headers), topics, expiresAt }
}
