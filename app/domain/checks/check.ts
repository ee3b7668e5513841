import type { systemChecks } from '#content/system-checks.ts'

export type CheckId = keyof typeof systemChecks

/** `red`: data is lost or soon will be; sends an alert. */
export type CheckState = 'green' | 'amber' | 'red'

export type Check = {
  id: CheckId
  state: CheckState
  says: string
  /** For every check that is not green. */
  advice?: string
}

const order: CheckState[] = ['red', 'amber', 'green']

export const bySeverity = (checks: Check[]) =>
  checks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
