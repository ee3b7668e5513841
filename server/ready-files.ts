import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { etagOf, type ReadyAnswer, readyAnswer } from '#app/page-cache/ready-answer.ts'
import { fixedHeaders } from './fixed-headers.ts'

/** Every built file by its address, with the compressed forms that the build put beside it; about 4 MB. */
export type ReadyFiles = ReadonlyMap<string, ReadyAnswer>

const folder = fileURLToPath(new URL('../client/', import.meta.url))

/** Reading them once bounds what slow readers can hold, and no address of a visitor ever reaches the disk. */
export function readBuiltFiles(): ReadyFiles {
  const names = globSync('**/*.*', { cwd: folder }).filter((name) => mediaTypes[extname(name)])
  return new Map(names.map((name) => [`/${name}`, readyFile(name)]))
}

function readyFile(name: string): ReadyAnswer {
  const identity = readFileSync(folder + name)
  const [gzip, brotli] = ['gz', 'br'].map((ending) => {
    const file = `${folder}${name}.${ending}`
    return existsSync(file) ? readFileSync(file) : undefined
  })
  return readyAnswer({ identity, gzip, brotli }, etagOf(identity), {
    ...fixedHeaders,
    'Content-Type': mediaTypes[extname(name)] ?? 'application/octet-stream',
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
