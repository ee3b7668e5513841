/** A database cannot be moved, or not to there; the message is one line for the operator, without a password. */
export class CannotMove extends Error {}
