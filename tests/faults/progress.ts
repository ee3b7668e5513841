import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { suiteNames } from './suite.ts'

const count = z.number().int()

const plan = z.object({
  /** ISO, in UTC. */
  begun: z.string(),
  machine: z.string(),
  seed: count,
  rounds: count,
  suites: z.array(z.enum(suiteNames)),
  variants: z.array(z.string()),
})

const done = z.object({
  suite: z.string(),
  variant: z.string(),
  /** From 0, of its variant. */
  stretch: count,
  rounds: count,
  seconds: z.number(),
  answered: count,
  stored: count,
  asDecided: count,
  mailed: count,
  repeated: count,
  refused: count,
  unanswered: count,
  counts: z.record(z.string(), count),
  violations: z.array(z.string()),
})

/** What a run is to do; it stands in the first line of its file. */
export type Plan = z.infer<typeof plan>
/** A stretch that came to its end; each has a line. */
export type Done = z.infer<typeof done>

export function beginProgress(file: string, asked: Plan) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(asked)}\n`)
}

export const noteDone = (file: string, stretch: Done) => appendFileSync(file, `${JSON.stringify(stretch)}\n`)

/** What was done so far; undefined when nothing was begun. A line that was cut off counts as not written. */
export function readProgress(file: string): { plan: Plan; done: Done[] } | undefined {
  if (!existsSync(file)) return undefined
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return { plan: plan.parse(JSON.parse(first)), done: rest.map((line) => done.parse(JSON.parse(line))) }
}
