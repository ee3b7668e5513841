import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createEtag } from '#app/etag.ts'
import { type CachedResponse, toCachedResponse } from '#app/page-cache/cached-response.ts'
import { fixedHeaders, shownElsewhere } from './fixed-headers.ts'

/** Every built file by its URL path, with its compressed forms; about 4 MB. */
export type BuiltFiles = ReadonlyMap<string, CachedResponse>

const folder = fileURLToPath(new URL('../client/', import.meta.url))

/** With all files in memory, slow readers hold no extra buffers, and no requested path ever reaches the disk. */
export function readBuiltFiles(): BuiltFiles {
  const names = globSync('**/*.*', { cwd: folder }).filter((name) => mediaTypes[extname(name)])
  return new Map(names.map((name) => [`/${name}`, readBuiltFile(name)]))
}

/** Pictures are shown in emails, which some people read on the page of another website. */
const isPicture = (mediaType: string) => mediaType.startsWith('image/')

function readBuiltFile(name: string): CachedResponse {
  const mediaType = mediaTypes[extname(name)] ?? 'application/octet-stream'
  const identity = readFileSync(folder + name)
  const [gzip, brotli] = ['gz', 'br'].map((ending) => {
    const file = `${folder}${name}.${ending}`
    return existsSync(file) ? readFileSync(file) : undefined
  })
  return toCachedResponse({ identity, gzip, brotli }, createEtag(identity), {
    ...fixedHeaders,
    ...(isPicture(mediaType) && shownElsewhere),
    'Content-Type': mediaType,
    // Names under /assets carry a hash, so what they name never changes.
    'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
    ...((gzip || brotli) && { Vary: 'Accept-Encoding' }),
  })
}

const mediaTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
