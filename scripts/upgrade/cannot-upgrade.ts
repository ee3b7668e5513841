/** What keeps an upgrade, or the way back, from being done; the message is for the operator. */
export class CannotUpgrade extends Error {}
