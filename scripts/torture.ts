import { parseArgs } from 'node:util'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { report } from '#tests/faults/report.ts'
import { torture, type TortureResult } from '#tests/faults/torture.ts'
import { variants } from '#tests/faults/variants.ts'
import { build, isUpToDate } from './build/build.ts'

// Kills servers while visitors send forms, and compares what was said with what is stored and mailed.
// npm run torture -- --rounds 50 --seed 7 --only postgres

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', multiple: true },
  },
})
const chosen = variants.filter(({ name }) => !values.only || values.only.includes(name))
const [rounds, seed] = [Number(values.rounds), Number(values.seed)]
if (chosen.length === 0 || !Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  console.error(
    `--rounds and --seed are whole numbers, --only is one of ${variants.map(({ name }) => name).join(', ')}`,
  )
  process.exit(2)
}

if (!isUpToDate()) await build()
const postgres = await startPostgres()
const results: TortureResult[] = []
try {
  for (const variant of chosen) {
    console.log(`\n── ${variant.says}: ${rounds} rounds, seed ${seed}`)
    const result = await torture(variant, { rounds, seed, postgresUrl: postgres.url })
    results.push(result)
    console.log(`${result.seconds} s, ${result.faults.length} faults`)
    for (const fault of result.faults.slice(0, 20)) console.log(`  ${fault}`)
    if (result.faults.length > 0) console.log(result.output.slice(-20_000))
  }
} finally {
  await postgres.stop()
}
console.log(`\n${report(results)}`)
process.exit(results.some(({ faults }) => faults.length > 0) ? 1 : 0)
