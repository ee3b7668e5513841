/** An old and a new value as the audit trail says them; blank is nothing. */
export const wasNow = (was: string, now: string) => `Was: ${said(was)}. Now: ${said(now)}.`

const said = (value: string) => value.trim().replace(/\.$/, '') || 'nothing'
