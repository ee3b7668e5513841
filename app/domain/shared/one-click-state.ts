/** The page of a one-click link in an email. */
export type OneClickState = { kind: 'ask' | 'done'; email: string } | { kind: 'invalid' }
