/** A failure that the operator can fix; the message is the one line to print for them. */
export class OperatorError extends Error {}

/** Another process is doing the same: nothing failed, and it can be tried later. */
export class BusyError extends OperatorError {}
