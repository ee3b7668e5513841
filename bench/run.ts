import { buildIfNeeded } from '../scripts/build/build-if-needed.ts'
import { backup } from './backup.ts'
import { bookings } from './booking.ts'
import { bytes } from './bytes.ts'
import { cached } from './cached.ts'
import { calendar } from './calendar.ts'
import { continuousCopy } from './continuous-copy.ts'
import type { Outcome } from './figure.ts'
import { insights } from './insights.ts'
import { lighthouse } from './lighthouse.ts'
import { machine } from './machine.ts'
import { type Deps, createDeps } from './deps.ts'
import { memory } from './memory.ts'
import { dashboardActs } from './dashboard-acts.ts'
import { dashboardNavigation } from './dashboard-navigation.ts'
import { emailsDuringNewsletter } from './emails-during-newsletter.ts'
import { newsletter } from './newsletter.ts'
import { orderOverHttp } from './order-over-http.ts'
import { outbox } from './outbox.ts'
import { overload } from './overload.ts'
import { pagesWhileMailing } from './pages-while-mailing.ts'
import { pictures } from './pictures.ts'
import { placeOrders } from './place-order.ts'
import { processes } from './processes.ts'
import { type Done, saveAsJson, type Run, table } from './report.ts'
import { writeResults } from './results-page.ts'
import { patientSearch } from './patient-search.ts'
import { privateCalendars } from './private-calendars.ts'
import { publish } from './publish.ts'
import { signIns } from './sign-ins.ts'
import { start } from './start.ts'
import { subscriberPages } from './subscribers.ts'
import { uncached } from './uncached.ts'

// `npm run bench` measures everything and updates RESULTS.md; `npm run bench -- cached bytes` measures only that, and
// `--quick` everything in two minutes. A missed goal is reported, and fails the command only with
// `--strict`, since figures depend on the machine. A broken benchmark always fails it.

const benchmarks: Record<string, (deps: Deps) => Promise<Outcome>> = {
  cached,
  uncached,
  memory,
  processes,
  overload,
  start,
  bytes,
  'place-order': placeOrders,
  'continuous-copy': continuousCopy,
  'order-over-http': orderOverHttp,
  outbox,
  newsletter,
  'emails-during-newsletter': emailsDuringNewsletter,
  'pages-while-mailing': pagesWhileMailing,
  'sign-ins': signIns,
  pictures,
  'private-calendars': privateCalendars,
  'patient-search': patientSearch,
  publish,
  booking: bookings,
  'dashboard-navigation': dashboardNavigation,
  'dashboard-acts': dashboardActs,
  calendar,
  lighthouse,
  backup,
  subscribers: subscriberPages,
  insights,
}

const options = ['--quick', '--strict']
const given = process.argv.slice(2)
const [quick, strict] = options.map((option) => given.includes(option)) as [boolean, boolean]
const asked = given.filter((argument) => !options.includes(argument))
const unknown = asked.filter((name) => !benchmarks[name])
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(', ')}.`)
  console.error(`Benchmarks: ${Object.keys(benchmarks).join(', ')}; options: ${options.join(', ')}`)
  process.exit(2)
}

await buildIfNeeded()
const run: Run = { done: [], at: new Date(), on: machine(), quick }
const broken: string[] = []
const { end, ...deps } = createDeps({ quick })
for (const [benchmark, measure] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(benchmark)) continue
  console.log(`\n── ${benchmark}`)
  const outcome = await measured(benchmark, measure)
  if (!outcome) continue
  console.log(table(outcome.figures))
  for (const remark of outcome.remarks ?? []) console.log(`  ${remark}`)
}
await end()

saveAsJson(run)
const figures = run.done.flatMap(({ outcome }) => outcome.figures)
const missed = figures.filter(({ met }) => met === false)
console.log(`\n── all\n${table(figures)}\n`)
if (quick) console.log('A quick run: smaller sizes, fewer rounds. What counts is a whole one.')
console.log(missed.length === 0 ? 'Every goal was met.' : `Missed: ${missed.map(({ name }) => name).join('; ')}`)
if (broken.length > 0) console.log(`Broken: ${broken.join(', ')}`)
if (asked.length === 0 && !quick)
  console.log(
    broken.length === 0 ? `Written: ${writeResults(run, Object.keys(benchmarks))}` : 'RESULTS.md stays as it was.',
  )
process.exit(broken.length > 0 || (strict && missed.length > 0) ? 1 : 0)

async function measured(benchmark: string, measure: (typeof benchmarks)[string]): Promise<Outcome | undefined> {
  const startedAt = performance.now()
  try {
    const outcome = await measure(deps)
    const one: Done = { benchmark, seconds: (performance.now() - startedAt) / 1000, outcome }
    run.done.push(one)
    console.log(`${one.seconds.toFixed(0)} s`)
    return outcome
  } catch (error) {
    broken.push(benchmark)
    console.error(error)
    return undefined
  }
}
