import { rmSync } from 'node:fs'
import { rollBackFailed, type UpgradeDeps } from './roll-back.ts'
import { installPackages, unpack, verifyChecksum } from './unpack.ts'
import { OperatorError } from '../../app/operator-error.ts'

/** Installs a release from its archive and restarts the website with it; goes back if it does not become ready. */
export async function activateRelease(deps: UpgradeDeps, archive: string): Promise<void> {
  const { current, releases, service } = deps
  await verifyChecksum(archive)
  for (const left of releases.removeOthers([current, releases.previous() ?? current]))
    console.log(`${left} could not be removed from ${releases.folder}; the next upgrade will try again.`)
  const next = releases.adopt(prepare(deps, archive))
  const earlier = releases.previous()
  releases.setCurrent(next)
  if (!service) {
    // The operator's shell is still in the folder of the old release.
    console.log(`${next.version} has replaced ${current.version}. Now stop the website and start it again:`)
    console.log(`  cd ${releases.link} && npm start`)
    console.log('If it doesn’t become ready, stop it and run: npm run upgrade -- --back')
    return
  }
  console.log(`Switching from ${current.version} to ${next.version} …`)
  service.restart()
  if (await service.becomesReady(deps.timeoutSeconds)) {
    releases.removeOthers([next, current])
    console.log(`${next.version} is ready. To go back to ${current.version}, run: npm run upgrade -- --back`)
    return
  }
  console.log(`${next.version} didn’t become ready. Going back to ${current.version} …`)
  await rollBackFailed(deps, current, next)
  if (earlier) releases.setPrevious(earlier)
  throw new OperatorError(
    `${current.version} is running again. To see why ${next.version} failed, run: journalctl -u ${service.name}`,
  )
}

/** Unpacks a release, checks that it runs here with today's settings and database, and makes a backup. */
function prepare({ current, releases, data }: UpgradeDeps, archive: string) {
  const unpacked = unpack(archive, releases.folder)
  try {
    if (unpacked.version === current.version)
      throw new OperatorError(`${current.version} is already in use. A changed release needs its own version number.`)
    console.log('The archive is complete. Installing its packages …')
    installPackages(unpacked.folder)
    data.inspect(unpacked.folder)
    const { file } = data.backUp(current.folder)
    if (file) console.log(`Backup before the upgrade: ${file}`)
    return unpacked
  } catch (error) {
    rmSync(unpacked.folder, { recursive: true, force: true })
    throw error
  }
}
