import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache, startEnvironment, startFlags } from './start-command.ts'
import { freePort } from './connections.ts'
import { prepareDatabase } from './prepared-database.ts'

export type SiteProcess = Awaited<ReturnType<typeof startSite>>

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Starts the real server in a process of its own, on a free port, with a data folder of its own. */
export async function startSite(settings: Record<string, string> = {}) {
  const port = settings.PORT ?? String(await freePort())
  const dataDir = settings.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'clinic-site-'))
  if (!settings.DATA_DIR && !settings.DATABASE_URL) await prepareDatabase(dataDir)
  const process = runSite({ ...settings, PORT: port, DATA_DIR: dataDir })
  const output = collect(process)
  const ended = endOf(process)
  const url = `http://127.0.0.1:${port}`
  if (settings.WORKER !== 'only')
    await untilReady(url, process, output).catch((error: unknown) => {
      process.kill('SIGKILL')
      throw error
    })
  return {
    url,
    port,
    dataDir,
    process,
    /** Everything printed so far: logs and errors. */
    output: () => output.join(''),
    async stop({ keepData = false, signal = 'SIGTERM' as NodeJS.Signals } = {}) {
      process.kill(signal)
      const code = await ended
      if (!keepData) rmSync(dataDir, { recursive: true, force: true })
      noteMisunderstanding(output.join(''))
      return code
    },
  }
}

/** Runs the server as given and answers how it ended; for starts that must fail. */
export async function runToEnd(settings: Record<string, string>) {
  const process = runSite(settings)
  const output = collect(process)
  const code = await endOf(process)
  return { code, output: output.join('') }
}

function runSite(settings: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  return spawn(process.execPath, [...startFlags(), 'build/server/main.js'], {
    cwd: root,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      ...startEnvironment(),
      PUBLIC_URL: `http://127.0.0.1:${settings.PORT}`,
      ...compileCache,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function collect(process: ChildProcess) {
  const output: string[] = []
  for (const stream of [process.stdout, process.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => output.push(text))
  return output
}

/**
 * PostgreSQL did not understand a statement, of which SQLite may have made sense. That is a fault of ours even where
 * somebody tried again later and the test went on.
 */
function noteMisunderstanding(output: string) {
  const logged = output.split('\n').find((line) => /"code":"42(601|702|803|804|883|P18)"/.test(line))
  if (logged) throw new Error(`the site said to its database what it does not understand:\n${logged}`)
}

/** Its code, once everything that it printed has been read as well. */
const endOf = (process: ChildProcess) =>
  new Promise<number | null>((resolve) => process.once('close', (code) => resolve(code)))

async function untilReady(url: string, process: ChildProcess, output: string[]) {
  // Long, for machines with much else to do.
  for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
    if (process.exitCode !== null || process.signalCode !== null)
      throw new Error(`the site did not start:\n${output.join('')}`)
    if (
      await fetch(`${url}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the site is not ready:\n${output.join('')}`)
}
