import { readFileSync } from 'node:fs'

// Loaded into a server before everything else: its clock runs ahead by the milliseconds that stand in the file of
// CLOCK_AHEAD, as if it were another time of day. They can change while it runs. What comes every so often comes at
// once when the clock is moved past its time; what waits once is left alone, since time-outs of queries do too.

let ahead = 0
function look() {
  const written = readFileSync(process.env.CLOCK_AHEAD ?? '', 'utf8')
  // While it is written anew it is empty for a moment.
  if (!written) return
  const movedMs = Number(written) - ahead
  ahead = Number(written)
  for (const { everyMs, run } of intervals.values()) if (movedMs >= everyMs) run()
}
const intervals = new Map<unknown, { everyMs: number; run: () => void }>()
look()
setInterval(look, 10).unref()

const { setInterval: plainSet, clearInterval: plainClear } = globalThis
globalThis.setInterval = ((run: () => void, everyMs: number) => {
  const timer = plainSet(run, everyMs)
  intervals.set(timer, { everyMs, run })
  return timer
}) as typeof setInterval
globalThis.clearInterval = (timer) => {
  intervals.delete(timer)
  plainClear(timer)
}

const Plain = Date
const now = () => Plain.now() + ahead

globalThis.Date = new Proxy(Plain, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
  get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
})
