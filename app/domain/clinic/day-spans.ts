import { dayEnd } from '#app/domain/shared/day-end.ts'

/** Times of one day, with two breaks. */
export const mostSpans = 3

/** Time fields know no 24:00; a closing time of midnight is read as the end of the day. */
export const toTimeValue = (closes: string | undefined) => (closes === dayEnd ? '00:00' : closes)

/** `name`: a day of the week, or another name for the day. */
export const spanFields = (name: string, span: number) => ({
  opens: `${name}-opens-${span}`,
  closes: `${name}-closes-${span}`,
})
