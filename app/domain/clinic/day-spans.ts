import type { Weekday } from './clinic.ts'

/** How often a day can open: before and after a break, and after another one. */
export const mostSpans = 3

/** Fields of one span of a day, from 0. */
export const spanFields = (day: Weekday, span: number) => ({
  opens: `${day}-opens-${span}`,
  closes: `${day}-closes-${span}`,
})
