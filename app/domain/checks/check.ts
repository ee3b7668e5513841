import type { systemChecks } from '#content/system-checks.ts'

export type CheckId = keyof typeof systemChecks

export type CheckResult = {
  /** `red`: data is lost or soon will be; sends an alert. */
  state: 'green' | 'amber' | 'red'
  says: string
  /** For every check that is not green. */
  advice?: string
}

export type Check = CheckResult & { id: CheckId }

export const green = (says: string): CheckResult => ({ state: 'green', says })
export const amber = (says: string, advice: string): CheckResult => ({ state: 'amber', says, advice })
export const red = (says: string, advice: string): CheckResult => ({ state: 'red', says, advice })

const order: CheckResult['state'][] = ['red', 'amber', 'green']

export const bySeverity = (checks: Check[]) =>
  checks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
