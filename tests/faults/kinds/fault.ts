import type { Chance } from '../chance.ts'
import type { World } from '../world.ts'

export type FaultName =
  | 'kill'
  | 'mail-outage'
  | 'full-disk'
  | 'read-only'
  | 'lock'
  | 'clock-jump'
  | 'feed-outage'
  | 'database-restart'
  | 'backups-full'

export type Fault = {
  /** Happens once and answers when it is over. */
  inject(world: World, chance: Chance): Promise<unknown>
  /** Loaded into each server before everything else. */
  preload?: string
  /** How long it can be felt after its end, where there is more than one process. */
  aftereffectMs?: number
  /** Whether the database needs a disk of its own. */
  smallDisk?: true
  /** Whether the backups need one. */
  backupDisk?: true
}
