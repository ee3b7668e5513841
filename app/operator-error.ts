/** A failure that the operator can fix; the message is the one line to print for them. */
export class OperatorError extends Error {}
