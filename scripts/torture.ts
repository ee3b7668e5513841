import { parseArgs } from 'node:util'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { bookingReport } from '#tests/faults/booking-report.ts'
import { tortureBookings } from '#tests/faults/booking-torture.ts'
import { newsletterReport } from '#tests/faults/newsletter-report.ts'
import { tortureNewsletters } from '#tests/faults/newsletter-torture.ts'
import { report } from '#tests/faults/report.ts'
import { torture } from '#tests/faults/torture.ts'
import { type Variant, variants } from '#tests/faults/variants.ts'
import { build, isUpToDate } from './build/build.ts'

// Kills servers while visitors send forms, and compares what was said with what is stored and mailed; with `newsletter`,
// while newsletters go out, and compares their ledgers with what a mail server took; with `booking`, while patients book,
// move and cancel, and compares what they were told with what is stored, held and mailed.
// npm run torture -- --rounds 50 --seed 7 --only postgres
// npm run torture -- newsletter --rounds 100
// npm run torture -- booking --rounds 100

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', multiple: true },
  },
  allowPositionals: true,
})
/** Which of the variants there are for what is tortured, and how many rounds unless something else is said. */
const suites = {
  forms: { names: variants.map(({ name }) => name), rounds: 200 },
  /** A newsletter's server that is killed alone, and one whose work another one takes over. */
  newsletter: { names: ['sqlite', 'postgres'], rounds: 100 },
  booking: { names: ['sqlite', 'sqlite-and-mail', 'postgres'], rounds: 100 },
}
const [asked = 'forms', ...tooMany] = positionals
const suite = asked in suites && tooMany.length === 0 ? (asked as keyof typeof suites) : undefined
const { names, rounds: usual } = suites[suite ?? 'forms']
const possible = variants.filter(({ name }) => names.includes(name))
const chosen = possible.filter(({ name }) => !values.only || values.only.includes(name))
const [rounds, seed] = [Number(values.rounds ?? usual), Number(values.seed)]
if (!suite || chosen.length === 0 || !Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  console.error(
    `--rounds and --seed are whole numbers, --only is one of ${possible.map(({ name }) => name).join(', ')}; the one other word is newsletter or booking`,
  )
  process.exit(2)
}

type Result = { seconds: number; faults: string[]; output: string }

async function runAll<Of extends Result>(run: (variant: Variant, postgresUrl: string) => Promise<Of>) {
  if (!isUpToDate()) await build()
  const postgres = await startPostgres()
  const results: Of[] = []
  try {
    for (const variant of chosen) {
      console.log(`\n── ${variant.says}: ${rounds} rounds, seed ${seed}`)
      const result = await run(variant, postgres.url)
      results.push(result)
      console.log(`${result.seconds} s, ${result.faults.length} faults`)
      for (const fault of result.faults.slice(0, 20)) console.log(`  ${fault}`)
      if (result.faults.length > 0) console.log(result.output.slice(-20_000))
    }
  } finally {
    await postgres.stop()
  }
  return results
}

const readers = 1_500

async function runSuite() {
  if (suite === 'newsletter') {
    const results = await runAll((variant, postgresUrl) =>
      tortureNewsletters(variant, { kills: rounds, readers, seed, postgresUrl }),
    )
    return { results, table: newsletterReport(results) }
  }
  if (suite === 'booking') {
    const results = await runAll((variant, postgresUrl) => tortureBookings(variant, { rounds, seed, postgresUrl }))
    return { results, table: bookingReport(results) }
  }
  const results = await runAll((variant, postgresUrl) => torture(variant, { rounds, seed, postgresUrl }))
  return { results, table: report(results) }
}

const { results, table } = await runSuite()
console.log(`\n${table}`)
process.exit(results.some(({ faults }) => faults.length > 0) ? 1 : 0)
