import { parseArgs } from 'node:util'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { newsletterReport } from '#tests/faults/newsletter-report.ts'
import { tortureNewsletters } from '#tests/faults/newsletter-torture.ts'
import { report } from '#tests/faults/report.ts'
import { torture } from '#tests/faults/torture.ts'
import { type Variant, variants } from '#tests/faults/variants.ts'
import { build, isUpToDate } from './build/build.ts'

// Kills servers while visitors send forms, and compares what was said with what is stored and mailed; with `newsletter`,
// while newsletters go out, and compares their ledgers with what a mail server took.
// npm run torture -- --rounds 50 --seed 7 --only postgres
// npm run torture -- newsletter --rounds 100

const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', multiple: true },
  },
  allowPositionals: true,
})
const ofNewsletters = positionals[0] === 'newsletter'
/** A newsletter's server that is killed alone, and one whose work another one takes over. */
const possible = ofNewsletters ? variants.filter(({ name }) => name === 'sqlite' || name === 'postgres') : variants
const chosen = possible.filter(({ name }) => !values.only || values.only.includes(name))
const [rounds, seed] = [Number(values.rounds ?? (ofNewsletters ? 100 : 200)), Number(values.seed)]
const known = positionals.length === 0 || (ofNewsletters && positionals.length === 1)
if (!known || chosen.length === 0 || !Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  console.error(
    `--rounds and --seed are whole numbers, --only is one of ${possible.map(({ name }) => name).join(', ')}; the one other word is newsletter`,
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

const options = (postgresUrl: string) => ({ seed, postgresUrl })
const readers = 1_500
const forms = (variant: Variant, url: string) => torture(variant, { rounds, ...options(url) })
const newsletters = (variant: Variant, url: string) =>
  tortureNewsletters(variant, { kills: rounds, readers, ...options(url) })

const ended = ofNewsletters
  ? await runAll(newsletters).then((results) => ({ results, table: newsletterReport(results) }))
  : await runAll(forms).then((results) => ({ results, table: report(results) }))
console.log(`\n${ended.table}`)
process.exit(ended.results.some(({ faults }) => faults.length > 0) ? 1 : 0)
