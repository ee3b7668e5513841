import { spawn } from 'node:child_process'

/** A command of scripts/ as a process of its own: what it said, and how it ended. `begun` may end it in the middle. */
export function runCommand(
  script: string,
  given: string[],
  settings: Record<string, string | undefined>,
  begun: (child: ReturnType<typeof spawn>) => void = () => {},
) {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, NODE_ENV: 'production', ...settings }
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...given], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  begun(child)
  return new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
}
