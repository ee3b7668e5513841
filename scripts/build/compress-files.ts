import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const compressible = '**/*.{js,css,svg,json,xml,txt,ico,webmanifest}'

/** Puts a .br and a .gz beside every file that gets smaller by it, so that the server never compresses them. */
export function compressFiles(folder: string) {
  for (const file of globSync(compressible, { cwd: folder })) {
    const path = `${folder}/${file}`
    const bytes = readFileSync(path)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: statSync(path).size }
    for (const [ending, smaller] of [
      ['br', brotliCompressSync(bytes, { params })],
      ['gz', gzipSync(bytes, { level: 9 })],
    ] as const)
      if (smaller.length < bytes.length) writeFileSync(`${path}.${ending}`, smaller)
  }
}
