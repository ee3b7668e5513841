import { type ChildProcess, spawn } from 'node:child_process'
import { compileCache, roomToStart } from './start-command.ts'

/** Runs a command of scripts/ as a process; returns its output and exit code. `onStart` may kill it, or answer it. */
export function runCommand(
  script: string,
  options: string[],
  settings: Record<string, string | undefined>,
  onStart: (child: ChildProcess) => unknown = () => {},
) {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production', ...compileCache, ...settings }
  const child = spawn(process.execPath, [...roomToStart, `scripts/${script}.ts`, ...options], {
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  // It may have ended before it read anything.
  child.stdin.on('error', () => {})
  onStart(child)
  child.stdin.end()
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
}

/**
 * For `onStart`: kills the process this long after `since` resolves, unless it has ended by then.
 */
export const killedAfter =
  (ms: number, since: (child: ChildProcess) => Promise<unknown> = async () => {}) =>
  async (child: ChildProcess) => {
    await since(child)
    const timer = setTimeout(() => child.kill('SIGKILL'), ms)
    child.once('close', () => clearTimeout(timer))
  }

/** Resolves at its first output, or when it ends. */
export const firstOutput = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.stdout?.once('data', resolve)
    child.once('close', resolve)
  })

type Running = { url: string; dataDir: string; settings: Record<string, string> }

/** Runs a command next to a running site, with the site's settings. */
export const runBeside = ({ url, dataDir, settings }: Running, script: string, ...options: string[]) =>
  runCommand(script, options, { DATA_DIR: dataDir, PUBLIC_URL: url, ...settings })
