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
  /** Number of the run within its suite and variant, from 0. */
  run: count,
  rounds: count,
  seconds: z.number(),
  answered: count,
  stored: count,
  asDecided: count,
  mailed: count,
  repeated: count,
  rejected: count,
  unanswered: count,
  counts: z.record(z.string(), count),
  violations: z.array(z.string()),
})

/** What `npm run torture` was asked to do: the first line of the progress file. */
export type Plan = z.infer<typeof plan>
/** A completed run: one line of the progress file. */
export type Done = z.infer<typeof done>

export function beginProgress(file: string, asked: Plan) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(asked)}\n`)
}

export const saveDone = (file: string, run: Done) => appendFileSync(file, `${JSON.stringify(run)}\n`)

/** Reads what is done so far; undefined if there is no progress file. An incomplete last line is ignored. */
export function readProgress(file: string): { plan: Plan; done: Done[] } | undefined {
  if (!existsSync(file)) return undefined
  const [first = '', ...rest] = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return { plan: plan.parse(JSON.parse(first)), done: rest.map((line) => done.parse(JSON.parse(line))) }
}
