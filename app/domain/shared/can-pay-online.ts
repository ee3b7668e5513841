/** The provider takes no payment of less. */
const leastCents = 50

/** Whether so much can be paid online; a smaller order is paid at pick-up. */
export const canPayOnline = (cents: number) => cents >= leastCents
