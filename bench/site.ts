import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '#tests/support/connections.ts'
import { startEnvironment, startFlags } from '#tests/support/start-command.ts'
import { readUsage } from './process-usage.ts'

const startScript = fileURLToPath(new URL('../scripts/start.ts', import.meta.url))

/**
 * The site as an operator starts it, on a free port. Unlike the tests' helper it leaves the log in a file: reading
 * a pipe would cost the benchmark the core that the load needs.
 */
export async function startSite({
  folder = newFolder(),
  settings = {},
}: { folder?: string; settings?: Record<string, string> } = {}) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const logFile = join(folder, 'site.log')
  const log = openSync(logFile, 'a')
  const { PATH = '', HOME = '' } = process.env
  const startedAt = performance.now()
  const child = spawn(process.execPath, [...startFlags(), startScript], {
    // Not in the checkout, whose .env could name a database in use.
    cwd: folder,
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      ...startEnvironment(),
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: join(folder, 'data'),
      ...settings,
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  await untilReady(`${url}/readyz`, child, logFile)
  const readyMs = performance.now() - startedAt
  const pid = child.pid ?? 0
  return {
    url,
    folder,
    pid,
    readyMs,
    readyCpuMs: readUsage(pid).cpuSeconds * 1000,
    async stop({ keepFolder = false } = {}) {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      if (!keepFolder) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const newFolder = () => mkdtempSync(join(tmpdir(), 'clinic-bench-'))

async function untilReady(url: string, child: ChildProcess, logFile: string) {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline;) {
    if (child.exitCode !== null) break
    if ((await fetchStatus(url)) === 200) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  child.kill('SIGKILL')
  throw new Error(`the site did not get ready:\n${readFileSync(logFile, 'utf8')}`)
}

/** Without an agent: a keep-alive connection would not detect when the server starts to listen. */
function fetchStatus(url: string) {
  return new Promise<number | undefined>((resolve) => {
    get(url, { agent: false }, (response) => resolve(response.resume().statusCode)).on('error', () =>
      resolve(undefined),
    )
  })
}
