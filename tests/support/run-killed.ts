import { spawn } from 'node:child_process'
import { compileCache, roomToStart } from './start-command.ts'

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
