/** Times of one day, with two breaks. */
export const mostSpans = 3

/** `name`: a day of the week, or another name for the day. */
export const spanFields = (name: string, span: number) => ({
  opens: `${name}-opens-${span}`,
  closes: `${name}-closes-${span}`,
})
