import { parseArgs } from 'node:util'
import { readConfig } from '../app/config.server.ts'
import { exitWith, homeFolder, loadSettings, programFolder, resolveArgument } from './installation.ts'
import { runCommand } from './run-command.ts'
import { activateRelease } from './upgrade/activate-release.ts'
import { createReleaseData } from './upgrade/release-data.ts'
import { openReleases } from './upgrade/releases.ts'
import { rollBack } from './upgrade/roll-back.ts'
import { findService } from './upgrade/service.ts'

// `npm run upgrade -- ARCHIVE` replaces the running release, and goes back by itself if the new one does not become
// ready. `npm run upgrade -- --back` goes back to the previous release.

const usage = `npm run upgrade -- clinic-site-VERSION.tar.gz
npm run upgrade -- --back [--lose-what-came-since]
  --service NAME      what systemd calls the website (clinic-site)
  --patience SECONDS  how long it may take to become ready (300)`
const { archive, acceptsLoss, serviceName, timeoutSeconds } = readArguments()
await runCommand(async () => {
  const folder =
    homeFolder ?? exitWith('Only a release in a folder "releases" can be upgraded; see docs/operations.md, Install.')
  loadSettings()
  const config = readConfig(process.env)
  const releases = openReleases(folder)
  await releases.withLock(async () => {
    const current = releases.current()
    if (current?.folder !== programFolder)
      exitWith(`Run this in ${folder}/current, the link to the release that is in use.`)
    const data = createReleaseData(config)
    const deps = { current, releases, data, service: findService(serviceName, config), timeoutSeconds }
    await (archive ? activateRelease(deps, archive) : rollBack(deps, { acceptsLoss }))
  })
})

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
    const timeoutSeconds = Number(values.patience)
    if (values.back !== (file !== undefined) && more.length === 0 && timeoutSeconds > 0)
      return {
        archive: file === undefined ? undefined : resolveArgument(file),
        acceptsLoss: values['lose-what-came-since'],
        serviceName: values.service,
        timeoutSeconds,
      }
  } catch {
    // An unknown option.
  }
  return exitWith(usage)
}
