import type { systemChecks } from '#content/system-checks.ts'

export type CheckId = keyof typeof systemChecks

/** Red is an alarm: something is lost or soon will be. Amber is worth a look. */
export type CheckState = 'green' | 'amber' | 'red'

/** One thing about the set-up or the work of this site, as it is now. */
export type Check = {
  id: CheckId
  state: CheckState
  says: string
  /** What to do about it; for everything that is not green. */
  advice?: string
}

const order: CheckState[] = ['red', 'amber', 'green']

export const bySeverity = (checks: Check[]) =>
  checks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
