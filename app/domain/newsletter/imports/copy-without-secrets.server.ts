import type { AddressFile } from './address-file.server.ts'
import { removedCell } from './secret-columns.ts'

/** The file as it is stored: with the same lines, but with nothing in the columns that a newsletter must not have. */
export async function copyWithoutSecrets(
  file: Uint8Array,
  { refused, records, delimiter, above }: Extract<AddressFile, { ok: true }>,
): Promise<Uint8Array> {
  if (refused.length === 0) return file
  const isRefused = new Set(refused.map(({ column }) => column))
  const quote = (cell: string) =>
    /["\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  let text = ''
  let [count, lines] = [0, 0]
  for await (const { cells, line, isBroken } of records()) {
    count += 1
    const kept = cells.map((cell, column) =>
      isBroken || (count > above && isRefused.has(column) && cell.trim() !== '') ? removedCell : cell,
    )
    const row = kept.map(quote).join(delimiter)
    const height = row.split('\n').length
    text += `${'\n'.repeat(Math.max(0, line - lines - height))}${row}\n`
    lines = line
  }
  return Buffer.from(text)
}
