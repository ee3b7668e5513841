/** Of an email's link that does one thing: asks, says that it is done, or opens nothing. */
export type OneClickState = { kind: 'ask' | 'done'; email: string } | { kind: 'invalid' }
