import { rmSync } from 'node:fs'
import { CannotUpgrade } from './cannot-upgrade.ts'
import { giveWayTo } from './go-back.ts'
import type { Deps } from './deps.ts'
import { adviceOnUnit } from './unit.ts'
import { getPackages, unpack, verifyChecksum } from './unpack.ts'

/**
 * Puts the release of an archive in the place of the one that runs. Whatever fails or is killed before the last step
 * leaves that one running; a release that does not become ready makes way for it again.
 */
export async function goOn(deps: Deps, archive: string): Promise<void> {
  const { current, releases, service, tell } = deps
  await verifyChecksum(archive)
  for (const left of releases.removeAllBut([current, releases.previous() ?? current]))
    tell(`${left} could not be removed from ${releases.folder}; the next upgrade will try again.`)
  tell('The archive is complete. Installing its packages …')
  const next = releases.adopt(prepare(deps, archive))
  const earlier = releases.previous()
  releases.goOnTo(next)
  if (!service) {
    // The folder that a shell stands in stays the old release, whatever `current` leads to now.
    tell(`${next.version} has replaced ${current.version}. Now stop the website and start it again:`)
    tell(`  cd ${releases.link} && npm start`)
    tell('If it doesn’t become ready, stop it and run: npm run upgrade -- --back')
    return
  }
  tell(`Switching from ${current.version} to ${next.version} …`)
  service.restart()
  if (await service.becomesReady(deps.patience)) {
    releases.removeAllBut([next, current])
    tell(`${next.version} is ready. To go back to ${current.version}, run: npm run upgrade -- --back`)
    const advice = adviceOnUnit(deps, current, next)
    if (advice) tell(advice)
    return
  }
  tell(`${next.version} didn’t become ready. Going back to ${current.version} …`)
  await giveWayTo(deps, current, next)
  if (earlier) releases.keepBehind(earlier)
  throw new CannotUpgrade(
    `${current.version} is running again. To see why ${next.version} failed, run: journalctl -u ${service.name}`,
  )
}

/** Unpacked, able to run here with the settings and the database as they are, and with a backup made. */
function prepare({ current, releases, data, tell }: Deps, archive: string) {
  const unpacked = unpack(archive, releases.folder)
  try {
    if (unpacked.version === current.version)
      throw new CannotUpgrade(`${current.version} is already in use. A changed release needs its own version number.`)
    getPackages(unpacked.folder)
    data.look(unpacked.folder)
    const { file } = data.save(current.folder)
    if (file) tell(`Backup before the upgrade: ${file}`)
    return unpacked
  } catch (error) {
    rmSync(unpacked.folder, { recursive: true, force: true })
    throw error
  }
}
