import { expect, inject, test } from 'vitest'
import { tortureBookings } from './booking-torture.ts'
import { variants } from './variants.ts'

// A few rounds of what `npm run torture -- booking` does at length.
test.concurrent.each(variants.filter(({ name }) => name === 'sqlite-and-mail' || name === 'postgres'))(
  'every visit is as its patient was told, holds its hour and has its letters when servers are killed: $says',
  { timeout: 120_000 },
  async (variant) => {
    const options = { rounds: 2, seed: 3, postgresUrl: inject('postgresUrl') }
    const { faults, booked } = await tortureBookings(variant, options)
    expect(faults).toEqual([])
    expect(booked).toBeGreaterThan(0)
  },
)
