const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Whole cents to dollars with two decimals: 1200 -> '$12.00'. As a decimal text, since a division rounds large ones. */
export const formatCents = (cents: number) => dollars.format(`${cents}E-2` as `${number}`)

/** '12.00', as other programs read it: 1200 -> '12.00'. */
export const toDecimal = (cents: number) =>
  String(cents)
    .padStart(3, '0')
    .replace(/(?=..$)/, '.')
