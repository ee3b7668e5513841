import { parseArgs } from 'node:util'
import { readConfig } from '../app/config.server.ts'
import { OperatorError } from '../app/operator-error.ts'
import { type Command, runAsProcess } from './command.ts'
import { homeFolder, programFolder, resolveArgument } from './installation.ts'
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

const command: Command = async ({ options, env }) => {
  const { archive, acceptsLoss, serviceName, timeoutSeconds } = readArguments(options)
  const folder = homeFolder
  if (!folder)
    throw new OperatorError('Only a release in a folder "releases" can be upgraded; see docs/operations.md, Install.')
  const config = readConfig(env)
  const releases = openReleases(folder)
  await releases.withLock(async () => {
    const current = releases.current()
    if (current?.folder !== programFolder)
      throw new OperatorError(`Run this in ${folder}/current, the link to the release that is in use.`)
    const data = createReleaseData(config)
    const deps = { current, releases, data, service: findService(serviceName, config), timeoutSeconds }
    await (archive ? activateRelease(deps, archive) : rollBack(deps, { acceptsLoss }))
  })
}

await runAsProcess(command)

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
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
  throw new OperatorError(usage)
}
