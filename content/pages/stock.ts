/** What pages and the cart say while little is left of what the clinic counts. */
export const stockWords = {
  left: (left: number) => (left === 0 ? 'Sold out' : `Only ${left} left`),
  /** By a line of the cart that wants more. */
  tooMany: (left: number) => {
    if (left === 0) return 'Sold out'
    return `Only ${left} left. Choose ${left === 1 ? '1' : `${left} or fewer`}.`
  },
  /** In the list of forms on a card. */
  ofForm: (form: string, left: string) => `${form}: ${left}`,
}
