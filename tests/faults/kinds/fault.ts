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
  /** Injects the fault once; resolves when it is over. */
  inject(world: World, chance: Chance): Promise<unknown>
  /** A module that each server loads first (`--import`). */
  preload?: string
  /** How long it has effects after its end, if there is more than one process. */
  aftereffectMs?: number
  /** Whether the database needs a disk of its own. */
  smallDisk?: true
  /** Whether the backups need one. */
  backupDisk?: true
}
