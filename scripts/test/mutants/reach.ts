import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type TestFile = { name: string; cost: number }

/** What `marks.ts` wrote down: which files of tests reach a mark, the cheapest first, and their processor time. */
export function readReach(folder: string) {
  const files = new Map<string, Set<string>>()
  const ticks = new Map<string, number>()
  for (const file of globSync('*.txt', { cwd: folder }))
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      const [test = '', mark = ''] = line.split('\t')
      if (!test || !mark) continue
      if (mark.startsWith('cpu ')) ticks.set(test, (ticks.get(test) ?? 0) + Number(mark.slice(4)))
      else files.set(mark, (files.get(mark) ?? new Set()).add(test))
    }
  const costOf = (name: string) => (ticks.get(name) ?? 0) / 100
  return {
    marks: files,
    /** In seconds. */
    costOf,
    filesOf: (mark: string): TestFile[] =>
      [...(files.get(mark) ?? [])].map((name) => ({ name, cost: costOf(name) })).toSorted((a, b) => a.cost - b.cost),
  }
}
