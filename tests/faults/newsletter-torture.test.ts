import { expect, inject, test } from 'vitest'
import { tortureNewsletters } from './newsletter-torture.ts'
import { variants } from './variants.ts'

// A few kills of what `npm run torture -- newsletter` does at length.
test(
  'nobody is skipped, nobody gets two unmarked, and the counts are true when servers are killed in the middle of a newsletter',
  { timeout: 60_000 },
  async () => {
    const [variant] = variants
    if (!variant) throw new Error('no variant')
    const options = { kills: 3, seed: 1, postgresUrl: inject('postgresUrl'), readers: 400, hangMs: 1_000 }
    const { faults, sent, failed } = await tortureNewsletters(variant, options)
    expect(faults).toEqual([])
    expect(sent).toBeGreaterThan(300)
    expect(failed).toBeGreaterThan(0)
  },
)
