import { readFileSync } from 'node:fs'

// Preloaded into a server: its clock runs ahead by the milliseconds in the file of CLOCK_AHEAD, which can change while it
// runs. Intervals fire at once when the clock moves past their time. Timeouts are left alone, because they include those
// of queries.

let ahead = 0
function readClock() {
  const text = readFileSync(process.env.CLOCK_AHEAD ?? '', 'utf8')
  // The file is empty for a moment while it is rewritten.
  if (!text) return
  const movedMs = Number(text) - ahead
  ahead = Number(text)
  for (const { everyMs, run } of intervals.values()) if (movedMs >= everyMs) run()
}
const intervals = new Map<unknown, { everyMs: number; run: () => void }>()
readClock()
setInterval(readClock, 10).unref()

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
