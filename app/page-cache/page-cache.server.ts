import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createEtag } from '#app/etag.ts'
import { countBytes, type CachedResponse, toCachedResponse } from './cached-response.ts'

/** Compressed pages for anonymous visitors, in this process. Domains purge them through purges.server.ts. */
export type Pages = ReturnType<typeof createPageCache>

type CachedPage = CachedResponse & { expiresAt: number; topics: string[] }

export type NewPage = {
  html: Buffer
  headers: Record<string, string>
  topics: string[]
  expiresAt: number
  version: number
}

export function createPageCache({ maxEntries, maxBytes } = { maxEntries: 500, maxBytes: 32 * 1024 * 1024 }) {
  const entries = new Map<string, CachedPage>()
  /** By path, the version of a page that is being compressed. */
  const compressing = new Map<string, number>()
  const purgedAt = new Map<string, number>()
  let version = 0
  let bytes = 0

  function remove(path: string) {
    const entry = entries.get(path)
    if (!entry) return
    entries.delete(path)
    bytes -= countBytes(entry)
  }

  /** Compressing takes longer than rendering, and '/about?' is rendered although '/about' is cached. */
  const isCachedOrPending = (path: string, { version: rendered }: NewPage) =>
    (entries.get(path)?.expiresAt ?? 0) > Date.now() || (compressing.get(path) ?? -1) >= rendered

  const includesEveryPurge = (page: NewPage) => page.topics.every((topic) => (purgedAt.get(topic) ?? 0) <= page.version)

  return {
    find(path: string, now = Date.now()): CachedResponse | undefined {
      const entry = entries.get(path)
      if (!entry) return undefined
      if (entry.expiresAt > now) {
        // Moves the entry to the end: the least recently used one is evicted first.
        entries.delete(path)
        entries.set(path, entry)
        return entry
      }
      remove(path)
      return undefined
    },
    /** Called before rendering, for `store`: the rendered page includes all purges up to this version. */
    version: () => version,
    async store(path: string, page: NewPage) {
      if (isCachedOrPending(path, page)) return
      compressing.set(path, page.version)
      const entry = await compressPage(page).finally(() => compressing.delete(path))
      // A purge during rendering or compression may have made this page old.
      if (!includesEveryPurge(page) || countBytes(entry) > maxBytes) return
      remove(path)
      entries.set(path, entry)
      bytes += countBytes(entry)
      for (const oldest of entries.keys()) {
        if (entries.size <= maxEntries && bytes <= maxBytes) break
        remove(oldest)
      }
    },
    /** Deletes every page that shows one of these topics. */
    invalidate(...topics: string[]) {
      version += 1
      for (const topic of topics) purgedAt.set(topic, version)
      for (const [path, entry] of entries) if (entry.topics.some((topic) => topics.includes(topic))) remove(path)
    },
    stats: () => ({ entries: entries.size, bytes }),
  }
}

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

async function compressPage({ html: identity, headers, topics, expiresAt }: NewPage): Promise<CachedPage> {
  const [gzipped, brotli] = await Promise.all([
    compressGzip(identity, { level: 9 }),
    compressBrotli(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
  ])
  return {
    ...toCachedResponse({ identity, gzip: gzipped, brotli }, `W/${createEtag(identity)}`, headers),
    topics,
    expiresAt,
  }
}
