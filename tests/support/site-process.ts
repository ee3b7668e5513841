import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compileCache, startEnvironment, startFlags } from './start-command.ts'
import { newPlaceOfSite, noteMisunderstanding } from './site.ts'

export type SiteProcess = Awaited<ReturnType<typeof startSiteProcess>>

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Starts the server in a process of its own: for tests that kill it, fill its memory, or give it a preload. */
export async function startSiteProcess(settings: Record<string, string> = {}) {
  const { port, dataDir } = await newPlaceOfSite(settings)
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
