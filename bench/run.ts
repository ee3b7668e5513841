import { build, isUpToDate } from '../scripts/build/build.ts'
import { bookings } from './booking.ts'
import { bytes } from './bytes.ts'
import { cached } from './cached.ts'
import type { Outcome } from './figure.ts'
import { lighthouse } from './lighthouse.ts'
import { machine } from './machine.ts'
import { memory } from './memory.ts'
import { newsletter } from './newsletter.ts'
import { orderOverHttp } from './order-over-http.ts'
import { outbox } from './outbox.ts'
import { overload } from './overload.ts'
import { pagesWhileMailing } from './pages-while-mailing.ts'
import { placeOrders } from './place-order.ts'
import { type Done, keepAsJson, table, writeResults } from './report.ts'
import { signIns } from './sign-ins.ts'
import { start } from './start.ts'
import { subscriberPages } from './subscribers.ts'
import { uncached } from './uncached.ts'

// `npm run bench` measures everything; `npm run bench -- cached bytes` only that. A missed goal is told, not failed:
// figures depend on the machine. It fails when a benchmark itself broke.

const benchmarks: Record<string, () => Promise<Outcome>> = {
  cached,
  uncached,
  memory,
  overload,
  start,
  bytes,
  'place-order': placeOrders,
  'order-over-http': orderOverHttp,
  outbox,
  newsletter,
  subscribers: subscriberPages,
  'pages-while-mailing': pagesWhileMailing,
  'sign-ins': signIns,
  booking: bookings,
  lighthouse,
}

const write = process.argv.includes('--write')
const asked = process.argv.slice(2).filter((argument) => argument !== '--write')
const unknown = asked.filter((name) => !benchmarks[name])
if (unknown.length > 0 || (write && asked.length > 0)) {
  console.error(unknown.length > 0 ? `There is no benchmark ${unknown.join(', ')}.` : '--write is for a complete run.')
  console.error(`Benchmarks: ${Object.keys(benchmarks).join(', ')}`)
  process.exit(2)
}

if (!isUpToDate()) await build()
const at = new Date()
const on = machine()
const done: Done[] = []
const broken: string[] = []
for (const [benchmark, measure] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(benchmark)) continue
  console.log(`\n── ${benchmark}`)
  const startedAt = performance.now()
  try {
    const outcome = await measure()
    done.push({ benchmark, seconds: (performance.now() - startedAt) / 1000, outcome })
    console.log(table(outcome.figures))
    for (const remark of outcome.remarks ?? []) console.log(`  ${remark}`)
  } catch (error) {
    broken.push(benchmark)
    console.error(error)
  }
}

keepAsJson({ done, at, on })
if (write && broken.length === 0) writeResults({ done, at, on })

const figures = done.flatMap(({ outcome }) => outcome.figures)
const missed = figures.filter(({ met }) => met === false)
console.log(`\n── all\n${table(figures)}\n`)
console.log(missed.length === 0 ? 'Every goal was met.' : `Missed: ${missed.map(({ name }) => name).join('; ')}`)
if (broken.length > 0) console.log(`Broken: ${broken.join(', ')}`)
process.exit(broken.length > 0 ? 1 : 0)
