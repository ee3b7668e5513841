import type { AddressFile } from './address-file.server.ts'
import { removedCell } from './removed-cell.ts'

/**
 * The file as it is stored: with the same lines, but with nothing in the columns that a newsletter must not have, and
 * without what looks so in other cells.
 */
export async function copyWithoutSecrets(
  file: Uint8Array,
  { refused, isWhole, records, delimiter, above }: Extract<AddressFile, { ok: true }>,
): Promise<Uint8Array> {
  if (isWhole) return file
  const isRefused = new Set(refused.map(({ column }) => column))
  // The first person of a file without a header.
  const isHidden = new Set(refused.flatMap(({ column, name }) => (name === '' ? [column] : [])))
  const quote = (cell: string) =>
    /["\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell
  // Which cell is in which column of it, nobody knows.
  const brokenLine = ([line = '']: string[]) => (refused.length > 0 ? removedCell : line)
  let text = ''
  let [count, lines] = [0, 0]
  for await (const { cells, line, isBroken } of records()) {
    count += 1
    const removed = count > above ? isRefused : count === above ? isHidden : none
    const kept = cells.map((cell, column) => (removed.has(column) && cell.trim() !== '' ? removedCell : cell))
    const row = isBroken ? brokenLine(cells) : kept.map(quote).join(delimiter)
    const height = row.split('\n').length
    text += `${'\n'.repeat(Math.max(0, line - lines - height))}${row}\n`
    lines = line
  }
  return Buffer.from(text)
}

const none = new Set<number>()
