import { formatClinicMoment } from '../../app/domain/shared/clinic-time.ts'
import { clinic } from '../../content/clinic.ts'
import type { ReleaseData } from './release-data.ts'
import type { Release, Releases } from './releases.ts'
import type { Service } from './service.ts'

export type UpgradeDeps = {
  /** The release whose scripts these are. */
  current: Release
  releases: Releases
  data: ReleaseData
  /** Undefined if systemd does not run the website. */
  service: Service | undefined
  /** How many seconds a release may take to become ready. */
  timeoutSeconds: number
}
import { OperatorError } from '../../app/operator-error.ts'

/**
 * Goes back to the previous release. If that one cannot use the migrated database, the backup from before the upgrade is
 * restored. Everything stored since is lost, so the operator has to accept that.
 */
export async function rollBack(deps: UpgradeDeps, { acceptsLoss }: { acceptsLoss: boolean }): Promise<void> {
  const { current, releases, service } = deps
  const before = releases.previous()
  if (!before || before.version === current.version) throw new OperatorError('There’s no release to go back to.')
  if (!acceptsLoss && isMigratedBeyond(deps, before))
    throw new OperatorError(formatQuestion(await countLoss(deps, before), before, current))
  await change(deps, before, current)
  console.log(service ? `${before.version} is ready.` : `Switched back to ${before.version}. Restart the website now.`)
}

/** Goes back from a release that did not become ready, unless that would lose data. */
export async function rollBackFailed(deps: UpgradeDeps, before: Release, failed: Release): Promise<void> {
  if (isMigratedBeyond(deps, before)) {
    const loss = await countLoss(deps, before)
    // Another machine may serve this database, or this release served for a moment.
    if (Object.values(loss.since).some((count) => count > 0))
      throw new OperatorError(formatQuestion(loss, before, failed))
  }
  await change(deps, before, failed)
}

async function change(deps: UpgradeDeps, before: Release, after: Release) {
  const { releases, service, timeoutSeconds } = deps
  // Before the link changes: if this is killed in between, the same command finishes it.
  if (isMigratedBeyond(deps, before)) await restoreBackup(deps, before, after)
  releases.revertTo(before)
  service?.restart()
  if (service && !(await service.becomesReady(timeoutSeconds)))
    throw new OperatorError(
      `Switched back to ${before.version}, but it isn’t ready. To see why, run: journalctl -u ${service.name}`,
    )
}

async function restoreBackup(deps: UpgradeDeps, before: Release, after: Release) {
  const { current, data, service } = deps
  const backup = await findBackup(deps, before)
  service?.stop()
  try {
    console.log(`Backup of the database as ${after.version} left it: ${data.backUp(current.folder).file}`)
    data.restore(before.folder, backup.file)
  } catch (error) {
    service?.start()
    if (!(error instanceof OperatorError)) throw error
    throw new OperatorError(`Nothing was restored, and ${after.version} stays in use. ${error.message}`)
  }
  console.log(`Restored ${backup.file}`)
}

/** Whether the database has migrations that this release does not know; then it does not start. */
const isMigratedBeyond = ({ data, current }: UpgradeDeps, { migrations }: Release) =>
  data.inspect(current.folder).migrations.some((name) => !migrations.includes(name))

async function findBackup({ data }: UpgradeDeps, { folder, version }: Release) {
  const backup = await data.findNewestBackup(folder)
  if (!backup) throw new OperatorError(`BACKUP_DIR has no backup from before an upgrade that ${version} can restore.`)
  return backup
}

type Loss = { takenAt: number; since: Record<string, number> }

async function countLoss(deps: UpgradeDeps, before: Release): Promise<Loss> {
  const { takenAt } = await findBackup(deps, before)
  return { takenAt, since: deps.data.inspect(deps.current.folder, takenAt).since }
}

const formatQuestion = ({ takenAt, since }: Loss, before: Release, after: Release) =>
  `${before.version} can’t use the database as ${after.version} has changed it. Going back restores the backup of
${formatClinicMoment(takenAt, clinic.timeZone)}. Everything since then would be lost:
  ${Object.entries(since)
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ')}, and changes to what was there before.
To go back anyway, run this in the folder current: npm run upgrade -- --back --lose-what-came-since
A backup of the database as it is now is made first; ${after.version} can restore it.`
