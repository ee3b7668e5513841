import type { Weekday } from './clinic.ts'

/** Opening times of one day, with two breaks. */
export const mostSpans = 3

export const spanFields = (day: Weekday, span: number) => ({
  opens: `${day}-opens-${span}`,
  closes: `${day}-closes-${span}`,
})
