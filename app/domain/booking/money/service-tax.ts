/** The tax within an amount that includes it, rounded half up to the cent. `rate`: thousandths of a percent. */
export const taxWithin = (cents: number, rate: number) =>
  // Cents times a rate can be beyond the safe integers.
  Number((BigInt(cents) * BigInt(rate) * 2n + 100_000n + BigInt(rate)) / (2n * (100_000n + BigInt(rate))))
