import { expect, inject, test } from 'vitest'
import { publicForms } from '#tests/support/public-forms.ts'
import { torture } from './torture.ts'
import { variants } from './variants.ts'

// A few rounds of what `npm run torture` does at length.
test.concurrent.each(variants)(
  'nothing accepted is lost, doubled or left unmailed when servers are killed: $says',
  { timeout: 90_000 },
  async (variant) => {
    const { faults, accepted } = await torture(variant, { rounds: 2, seed: 1, postgresUrl: inject('postgresUrl') })
    expect(faults).toEqual([])
    for (const { name } of publicForms) expect(accepted[name]).toBeGreaterThanOrEqual(1)
  },
)
