const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** 'three years', '180 days'. */
export function formatPeriod(days: number) {
  const years = days / 365
  const inWords = Number.isInteger(years) ? numbers[years - 1] : undefined
  if (inWords) return `${inWords} ${years === 1 ? 'year' : 'years'}`
  return days === 1 ? 'one day' : `${days.toLocaleString('en-US')} days`
}
