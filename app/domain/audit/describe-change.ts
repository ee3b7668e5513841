/** An old and a new value as the audit trail says them, with what has them if the act does not say; blank is nothing. */
export const describeChange = (was: string, now: string, of?: string) =>
  `${of ? `${of} was` : 'Was'}: ${said(was)}. Now: ${said(now)}.`

const said = (value: string) => value.trim().replace(/\.$/, '') || 'nothing'
