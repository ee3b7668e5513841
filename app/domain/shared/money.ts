/** Whole cents to dollars with two decimals: 1200 -> '$12.00'. */
export const formatCents = (cents: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
