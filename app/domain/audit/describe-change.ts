/** 'Was: 9 am. Now: 10 am.' for the audit trail; `of` names the property where the act does not. */
export const describeChange = (was: string, now: string, of?: string) =>
  `${of ? `${of} was` : 'Was'}: ${formatValue(was)}. Now: ${formatValue(now)}.`

const formatValue = (value: string) => value.trim().replace(/\.$/, '') || 'nothing'
