import { mkdirSync, writeFileSync } from 'node:fs'
import type { Figure, Outcome } from './figure.ts'
import type { machine } from './machine.ts'
import { outFolder } from './out-folder.ts'

export type Done = { benchmark: string; seconds: number; outcome: Outcome }
/** `on` is the machine as it was when the run began. */
export type Run = { done: Done[]; at: Date; on: ReturnType<typeof machine>; quick: boolean }

const columns = ['figure', 'measured', 'reference', 'ratio', 'goal', 'met', 'from', 'reference is']

const cells = ({ name, measured, reference, ratio, goal, met, from, comparedWith }: Figure) => [
  name,
  measured,
  reference ?? '',
  ratio?.toFixed(2) ?? '',
  goal ?? '',
  met === undefined ? '' : met ? 'yes' : 'NO',
  from,
  comparedWith ?? '',
]

/** Its head, then a row for each figure. */
export const toRows = (figures: Figure[]) => [columns, ...figures.map(cells)]

export function table(figures: Figure[]) {
  // What each is compared with would make the lines too long for a terminal; the page says it.
  const rows = toRows(figures).map((row) => row.slice(0, -1))
  const widths = columns.slice(0, -1).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    row
      .map((cell, column) => aligned(cell, column, widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}

/** Aligns numbers right and words left. */
const aligned = (cell: string, column: number, width: number) =>
  column >= 1 && column <= 3 ? cell.padStart(width) : cell.padEnd(width)

/** Saves one file per run, so that runs can be compared, and the newest also as latest.json. */
export function saveAsJson({ done, at, on, quick }: Run) {
  const json = JSON.stringify({ at: at.toISOString(), machine: on, quick, benchmarks: done }, null, 2)
  mkdirSync(outFolder, { recursive: true })
  for (const name of [at.toISOString().replaceAll(':', '-'), 'latest'])
    writeFileSync(`${outFolder}${name}.json`, `${json}\n`)
}
