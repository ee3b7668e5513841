import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

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

// How `npm start` runs Node, so that tests and benchmarks run the same command as an operator.

export const startFlags = (): string[] => startCommand().filter((part) => part.startsWith('--'))

export const startEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    startCommand()
      .filter((part) => /^[A-Z_]+=/.test(part))
      .map((part) => part.split('=')),
  )

function startCommand(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return scripts.start.split(' ')
}

/** Tests start hundreds of processes; a shared compile cache saves a third of the work of each after the first. */
export const compileCache = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
}

/**
 * For Node processes of tests: room for new objects from the first second on. Node begins with little, and making it
 * larger step by step takes a sixth of the work of a short life.
 */
export const roomToStart = ['--min-semi-space-size=16']
