import { readFileSync } from 'node:fs'

// Loaded into a server before everything else: its clock runs ahead by the milliseconds that stand in the file of
// CLOCK_AHEAD, as if it were another time of day. They can change while it runs.

let ahead = 0
function look() {
  const written = readFileSync(process.env.CLOCK_AHEAD ?? '', 'utf8')
  // While it is written anew it is empty for a moment.
  if (written) ahead = Number(written)
}
look()
setInterval(look, 10).unref()

const Plain = Date
const now = () => Plain.now() + ahead

globalThis.Date = new Proxy(Plain, {
  construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
  get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
})
