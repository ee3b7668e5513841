import { compileCache, roomToStart } from './start-command.ts'
import { type ChildProcess, spawn } from 'node:child_process'

const commands = {
  'admin-link': () => import('../../scripts/admin-link.ts'),
  'audit-verify': () => import('../../scripts/audit-verify.ts'),
  backup: () => import('../../scripts/backup.ts'),
  'content-export': () => import('../../scripts/content-export.ts'),
  'content-import': () => import('../../scripts/content-import.ts'),
  'copy-recipient': () => import('../../scripts/copy-recipient.ts'),
  doctor: () => import('../../scripts/doctor.ts'),
  'keys-rotate': () => import('../../scripts/keys-rotate.ts'),
  mail: () => import('../../scripts/mail.ts'),
  restore: () => import('../../scripts/restore.ts'),
}
export type CommandName = keyof typeof commands
export const commandNames = Object.keys(commands) as CommandName[]

type Settings = Record<string, string | undefined>
type Ended = { code: number | null; said: string }

/** Runs a command of scripts/ in this process, which takes a tenth of a second instead of one; returns its output and exit code. */
export async function runCommand(name: CommandName, options: string[], settings: Settings): Promise<Ended> {
  // Not before: vitest.config.ts reads this file, too.
  const [{ exitCodeOf }, { command }] = await Promise.all([import('../../scripts/command.ts'), commands[name]()])
  let said = ''
  const say = (line: string) => void (said += `${line}\n`)
  const code = await exitCodeOf(command, { options, env: { NODE_ENV: 'production', ...settings }, say, warn: say })
  return { code, said }
}

/** The same as a process, as npm does. `onStart` may kill it, or answer it. */
export function runCommandProcess(
  name: CommandName,
  options: string[],
  settings: Settings,
  onStart: (child: ChildProcess) => unknown = () => {},
): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production', ...compileCache, ...settings }
  const child = spawn(process.execPath, [...roomToStart, `scripts/${name}.ts`, ...options], {
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
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })))
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
export const runBeside = ({ url, dataDir, settings }: Running, name: CommandName, ...options: string[]) =>
  runCommand(name, options, { DATA_DIR: dataDir, PUBLIC_URL: url, ...settings })

/** Runs a file of tests/processes that may have itself killed; whether it came to its end before, and what it said. */
export async function runKilled(file: string, input: object) {
  const child = spawn(process.execPath, [...roomToStart, `tests/processes/${file}.ts`, JSON.stringify(input)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...compileCache },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const signal = await new Promise((resolve) => child.once('close', (_, killedBy) => resolve(killedBy)))
  return { wasKilled: signal === 'SIGKILL', said }
}
