/** A backup that cannot be restored, or a place that cannot take it; the message is one line for the operator. */
export class CannotRestore extends Error {}

/** A backup could not be made; the message is one line for the operator. */
export class CannotBackUp extends Error {}
