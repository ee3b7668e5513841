import { parseArgs } from 'node:util'
import { readConfig } from '../app/config.server.ts'
import { giveUp, giveUpFor } from './open-for-command.ts'
import { asNamed, home, loadSettings, program } from './place.ts'
import { createReleaseData } from './upgrade/release-data.ts'
import { CannotUpgrade } from './upgrade/cannot-upgrade.ts'
import { rollBack } from './upgrade/roll-back.ts'
import { activateRelease } from './upgrade/activate-release.ts'
import { openReleases } from './upgrade/releases.ts'
import { findService } from './upgrade/service.ts'

// `npm run upgrade -- ARCHIVE` puts a release in the place of the one that runs, and goes back by itself if it does not
// become ready. `npm run upgrade -- --back` goes back to the release before.

const usage = `npm run upgrade -- clinic-site-VERSION.tar.gz
npm run upgrade -- --back [--lose-what-came-since]
  --service NAME      what systemd calls the website (clinic-site)
  --patience SECONDS  how long it may take to become ready (300)`
const { archive, acceptsLoss, serviceName, patience } = readArguments()
try {
  const folder =
    home ?? giveUp('Only a release in a folder "releases" can be upgraded; see docs/operations.md, Install.')
  loadSettings()
  const config = readConfig(process.env)
  const releases = openReleases(folder)
  await releases.alone(async () => {
    const current = releases.current()
    if (current?.folder !== program) giveUp(`Run this in ${folder}/current, the link to the release that is in use.`)
    const deps = {
      current,
      releases,
      data: createReleaseData(config),
      service: findService(serviceName, config),
      patience,
    }
    await (archive ? activateRelease(deps, archive) : rollBack(deps, { acceptsLoss }))
  })
} catch (error) {
  if (error instanceof CannotUpgrade) giveUp(error.message)
  giveUpFor(error)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        back: { type: 'boolean', default: false },
        'lose-what-came-since': { type: 'boolean', default: false },
        service: { type: 'string', default: 'clinic-site' },
        patience: { type: 'string', default: '300' },
      },
      allowPositionals: true,
    })
    const [file, ...more] = positionals
    const patience = Number(values.patience)
    if (values.back !== (file !== undefined) && more.length === 0 && patience > 0)
      return {
        archive: file === undefined ? undefined : asNamed(file),
        acceptsLoss: values['lose-what-came-since'],
        serviceName: values.service,
        patience,
      }
  } catch {
    // An option there is not.
  }
  return giveUp(usage)
}
