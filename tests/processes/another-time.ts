import childProcess from 'node:child_process'
import { syncBuiltinESMExports } from 'node:module'

// Preloaded into every process of a run with TEST_CLOCK (`scripts/test/another-time.ts`): its clock runs ahead by the
// milliseconds of TEST_CLOCK_AHEAD, and so do those of the processes that it starts, whatever environment they are given.

const { TEST_CLOCK_AHEAD = '0', NODE_OPTIONS = '' } = process.env
const ahead = Number(TEST_CLOCK_AHEAD)

const Plain = Date
const realNow = Date.now
Plain.now = () => realNow() + ahead
globalThis.Date = new Proxy(Plain, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [Plain.now()] : given, self),
})

const { Now } = Temporal
const instant = () => Temporal.Instant.fromEpochMilliseconds(Date.now())
const zonedDateTimeISO = (zone = Now.timeZoneId()) => instant().toZonedDateTimeISO(zone)
Object.assign(Now, {
  instant,
  zonedDateTimeISO,
  plainDateTimeISO: (zone?: string) => zonedDateTimeISO(zone).toPlainDateTime(),
  plainDateISO: (zone?: string) => zonedDateTimeISO(zone).toPlainDate(),
  plainTimeISO: (zone?: string) => zonedDateTimeISO(zone).toPlainTime(),
})

const { spawn } = childProcess
childProcess.spawn = ((command: string, words: string[], options: childProcess.SpawnOptions = {}) => {
  const env = { ...(options.env ?? process.env) }
  // After a preload of the test's own, which moves the clock from here.
  if (env.NODE_OPTIONS !== NODE_OPTIONS) env.NODE_OPTIONS = [NODE_OPTIONS, env.NODE_OPTIONS].filter(Boolean).join(' ')
  return spawn(command, words, { ...options, env: { ...env, TEST_CLOCK_AHEAD } })
}) as typeof spawn
syncBuiltinESMExports()
