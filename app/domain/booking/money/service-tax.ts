import type { Appointment } from '#app/domain/booking/appointment.ts'
import type { Lists } from '#app/domain/content/content-record.ts'

/** The tax within an amount that includes it, rounded half up to the cent. `rate`: thousandths of a percent. */
export const taxWithin = (cents: number, rate: number) =>
  // Cents times a rate can be beyond the safe integers.
  Number((BigInt(cents) * BigInt(rate) * 2n + 100_000n + BigInt(rate)) / (2n * (100_000n + BigInt(rate))))

type Day = Pick<Appointment, 'serviceId'> & Partial<Pick<Appointment, 'taxRate'>>

/** That of the moment when it was booked, as its price; of something new, the published one. */
export const findTaxRate = (content: Lists, { serviceId, taxRate }: Day) =>
  taxRate ?? content.list('services').find(({ id }) => id === serviceId)?.payment.taxRate ?? 0

/** The taxes within what was paid for days together, by their rates: each day has its share, as when it is earned. */
export function taxesWithin(cents: number, rates: readonly number[]): { rate: number; cents: number }[] {
  const earnedBy = (days: number) => Math.floor((cents * days) / rates.length)
  const taxes = new Map<number, number>()
  for (const [index, rate] of rates.entries())
    if (rate > 0) taxes.set(rate, (taxes.get(rate) ?? 0) + taxWithin(earnedBy(index + 1) - earnedBy(index), rate))
  return [...taxes].map(([rate, total]) => ({ rate, cents: total }))
}
