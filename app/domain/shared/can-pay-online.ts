/** The provider takes no payment of less, and none of more. */
const leastCents = 50
const mostCents = 99_999_999

/** Whether so much can be paid online; an order of less or more is paid at pick-up. */
export const canPayOnline = (cents: number) => cents >= leastCents && cents <= mostCents
