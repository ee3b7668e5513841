import { backupsFull } from './backups-full.ts'
import { clockJump } from './clock-jump.ts'
import { databaseRestart } from './database-restart.ts'
import { feedOutage } from './feed-outage.ts'
import { fullDisk } from './full-disk.ts'
import { kill } from './kill.ts'
import { lock } from './lock.ts'
import { mailOutage } from './mail-outage.ts'
import { readOnly } from './read-only.ts'
import type { Fault, FaultName } from './fault.ts'

export const faults: Record<FaultName, Fault> = {
  kill,
  'mail-outage': mailOutage,
  'full-disk': fullDisk,
  'read-only': readOnly,
  lock,
  'clock-jump': clockJump,
  'feed-outage': feedOutage,
  'database-restart': databaseRestart,
  'backups-full': backupsFull,
}
