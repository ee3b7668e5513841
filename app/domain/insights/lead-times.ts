/** How long before its beginning an appointment was booked, in whole days of 24 hours; each up to the next one. */
export const leadTimes = [
  { name: 'hours', fromDays: 0 },
  { name: 'days', fromDays: 1 },
  { name: 'three-days', fromDays: 3 },
  { name: 'week', fromDays: 7 },
  { name: 'two-weeks', fromDays: 14 },
  { name: 'month', fromDays: 28 },
] as const

export type LeadTime = (typeof leadTimes)[number]['name']
