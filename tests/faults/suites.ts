import { backups } from './backups/suite.ts'
import { bookings } from './booking/suite.ts'
import { copy } from './copy/suite.ts'
import { forms } from './forms/suite.ts'
import { moves } from './moves/suite.ts'
import { newsletters } from './newsletter/suite.ts'
import { overload } from './overload/suite.ts'
import { payments } from './payments/suite.ts'
import type { Suite, SuiteName } from './suite.ts'

export const suites: Record<SuiteName, Suite> = {
  forms,
  newsletter: newsletters,
  booking: bookings,
  backups,
  moves,
  copy,
  payments,
  overload,
}
