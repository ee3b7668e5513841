import { formatClinicMoment } from '../../app/domain/shared/clinic-time.ts'
import { clinic } from '../../content/clinic.ts'
import { CannotUpgrade } from './cannot-upgrade.ts'
import type { Deps } from './deps.ts'
import type { Release } from './releases.ts'

/**
 * Goes back to the previous release. If that one cannot use the migrated database, the backup from before the upgrade is
 * restored; what was stored since is lost, so the operator has to accept that.
 */
export async function rollBack(deps: Deps, { acceptsLoss }: { acceptsLoss: boolean }): Promise<void> {
  const { current, releases, service } = deps
  const before = releases.previous()
  if (!before || before.version === current.version) throw new CannotUpgrade('There’s no release to go back to.')
  if (!acceptsLoss && isMigratedBeyond(deps, before))
    throw new CannotUpgrade(formatQuestion(await findLoss(deps, before), before, current))
  await change(deps, before, current)
  console.log(service ? `${before.version} is ready.` : `Switched back to ${before.version}. Restart the website now.`)
}

/** Goes back from a release that did not become ready; without asking, as long as nothing came meanwhile. */
export async function rollBackFailed(deps: Deps, before: Release, failed: Release): Promise<void> {
  if (isMigratedBeyond(deps, before)) {
    const loss = await findLoss(deps, before)
    // Another machine that serves this database, or one that served for a moment.
    if (Object.values(loss.since).some((count) => count > 0))
      throw new CannotUpgrade(formatQuestion(loss, before, failed))
  }
  await change(deps, before, failed)
}

async function change(deps: Deps, before: Release, after: Release) {
  const { releases, service, patience } = deps
  // Before the link changes: if this is killed in between, the same command finishes it.
  if (isMigratedBeyond(deps, before)) await restoreBackup(deps, before, after)
  releases.revertTo(before)
  service?.restart()
  if (service && !(await service.becomesReady(patience)))
    throw new CannotUpgrade(
      `Switched back to ${before.version}, but it isn’t ready. To see why, run: journalctl -u ${service.name}`,
    )
}

async function restoreBackup(deps: Deps, before: Release, after: Release) {
  const { current, data, service } = deps
  const backup = await findBackup(deps, before)
  service?.stop()
  try {
    console.log(`Backup of the database as ${after.version} left it: ${data.save(current.folder).file}`)
    data.restore(before.folder, backup.file)
  } catch (error) {
    service?.start()
    if (!(error instanceof CannotUpgrade)) throw error
    throw new CannotUpgrade(`Nothing was restored, and ${after.version} stays in use. ${error.message}`)
  }
  console.log(`Restored ${backup.file}`)
}

/** Whether the database has been changed in a way that this release does not know: it would refuse to start. */
const isMigratedBeyond = ({ data, current }: Deps, { migrations }: Release) =>
  data.look(current.folder).migrations.some((name) => !migrations.includes(name))

async function findBackup({ data }: Deps, { folder, version }: Release) {
  const backup = await data.newestFor(folder)
  if (!backup) throw new CannotUpgrade(`BACKUP_DIR has no backup from before an upgrade that ${version} can restore.`)
  return backup
}

type Loss = { takenAt: number; since: Record<string, number> }

async function findLoss(deps: Deps, before: Release): Promise<Loss> {
  const { takenAt } = await findBackup(deps, before)
  return { takenAt, since: deps.data.look(deps.current.folder, takenAt).since }
}

const formatQuestion = ({ takenAt, since }: Loss, before: Release, after: Release) =>
  `${before.version} can’t use the database as ${after.version} has changed it. Going back restores the backup of
${formatClinicMoment(takenAt, clinic.timeZone)}. Everything since then would be lost:
  ${Object.entries(since)
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ')}, and changes to what was there before.
To go back anyway, run this in the folder current: npm run upgrade -- --back --lose-what-came-since
A backup of the database as it is now is made first; ${after.version} can restore it.`
