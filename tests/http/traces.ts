import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createZstdDecompress } from 'node:zlib'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import PostalMime from 'postal-mime'
import { createFileSealing } from '#app/vault/sealed-file.server.ts'
import { look, type startSiteOn } from '#tests/support/databases.ts'

type Site = Awaited<ReturnType<typeof startSiteOn>>

/** Whether bytes contain a word: as text in any case, in UTF-16, or in base64 at any offset. */
export function containsWord(bytes: Uint8Array, word: string) {
  const all = Buffer.from(bytes)
  const plain = all.toString('latin1').toLowerCase()
  const lower = word.toLowerCase()
  if (plain.includes(lower) || plain.includes(Buffer.from(lower, 'utf16le').toString('latin1'))) return true
  const joined = all.toString('latin1').replaceAll(/\r?\n/g, '')
  return [0, 1, 2].some((offset) => {
    // The first and last characters depend on the neighboring bytes, so they are cut off.
    const text = Buffer.from(' '.repeat(offset) + word).toString('base64')
    return joined.includes(text.slice(Math.ceil((offset * 4) / 3), -4))
  })
}

/** All files of a site: its data folder, and the files of its database. */
export async function readFilesOf(site: Site): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const addAll = (folder: string) => {
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name)
      if (statSync(path, { throwIfNoEntry: false })?.isFile()) files.set(path, readFileSync(path))
    }
  }
  addAll(site.dataDir)
  if (!site.settings.DATABASE_URL) return files
  const { folder, database } = await look(site, async (db) => {
    await sql`checkpoint`.execute(db)
    const { rows } = await sql<{ folder: string; database: number }>`select current_setting('data_directory') as folder,
      (select oid::int from pg_database where datname = current_database()) as database`.execute(db)
    return rows[0]!
  })
  addAll(join(folder, 'base', String(database)))
  addAll(join(folder, 'pg_wal'))
  return files
}

/** The content of a backup, decrypted with the ENCRYPTION_KEY. */
export async function decryptBackup(file: string, part: 'data' | 'keys', encryptionKey: string) {
  const lines: Buffer[] = []
  const sealing = createFileSealing(async () => [encryptionKey])
  await pipeline(sealing.open(part, file), createZstdDecompress(), async (pieces: AsyncIterable<Buffer>) => {
    for await (const piece of pieces) lines.push(piece)
  })
  return Buffer.concat(lines)
}

/** The decoded text of every part of an email. */
export async function toMailText(raw: string | Uint8Array) {
  const { text, html, subject, attachments } = await PostalMime.parse(raw)
  const attached = attachments.map(({ content }) =>
    typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString(),
  )
  return [subject, text, html, ...attached].join('\n')
}
