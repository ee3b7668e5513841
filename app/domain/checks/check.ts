import type { systemChecks } from '#content/system-checks.ts'

export type CheckId = keyof typeof systemChecks

export type CheckResult = {
  /** `red`: data is lost or soon will be; sends an alert. */
  state: 'green' | 'amber' | 'red'
  /** What is wrong and what it means, in words for the clinic. */
  says: string
  /** What the clinic can do itself; without it the website administrator is called. */
  advice?: string
  /** What the website administrator does: settings, commands, reasons. */
  details?: string
}

export type Check = CheckResult & { id: CheckId }

export const green = (says: string): CheckResult => ({ state: 'green', says })
export const amber = (says: string, help: Help): CheckResult => ({ state: 'amber', says, ...help })
export const red = (says: string, help: Help): CheckResult => ({ state: 'red', says, ...help })

/** For every check that is not green. */
type Help = { advice: string; details?: string } | { details: string }

const order: CheckResult['state'][] = ['red', 'amber', 'green']

export const bySeverity = (checks: Check[]) =>
  checks.toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
