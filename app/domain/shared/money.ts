const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** 1200 -> '$12.00'. Formats a decimal string, since a division would round large amounts. */
export const formatCents = (cents: number) => dollars.format(`${cents}E-2` as `${number}`)

/** Thousandths of a percent: 8875 -> '8.875%'. */
export const formatRate = (rate: number) => `${rate / 1_000}%`

/** 1200 -> '12.00', for other programs. */
export const toDecimal = (cents: number) =>
  String(cents)
    .padStart(3, '0')
    .replace(/(?=..$)/, '.')
