import { type ChildProcess, spawn } from 'node:child_process'
import { compileCache } from './start-command.ts'

/** A command of scripts/ as a process of its own: what it said, and how it ended. `begun` may end it in the middle. */
export function runCommand(
  script: string,
  given: string[],
  settings: Record<string, string | undefined>,
  begun: (child: ChildProcess) => unknown = () => {},
) {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production', ...compileCache, ...settings }
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...given], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  begun(child)
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
}

/**
 * For `begun`: ends it in the middle of whatever it is at, so long after `since` says that it is at it; unless it has
 * ended by then.
 */
export const killedAfter =
  (ms: number, since: (child: ChildProcess) => Promise<unknown> = async () => {}) =>
  async (child: ChildProcess) => {
    await since(child)
    const timer = setTimeout(() => child.kill('SIGKILL'), ms)
    child.once('close', () => clearTimeout(timer))
  }

/** Its first words, or its end. */
export const firstWords = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.stdout?.once('data', resolve)
    child.once('close', resolve)
  })

type Running = { url: string; dataDir: string; settings: Record<string, string> }

/** The same beside a running site, with its settings. */
export const runBeside = ({ url, dataDir, settings }: Running, script: string, ...given: string[]) =>
  runCommand(script, given, { DATA_DIR: dataDir, PUBLIC_URL: url, ...settings })
