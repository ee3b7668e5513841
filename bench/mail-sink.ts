import { fork } from 'node:child_process'
import { once } from 'node:events'
import { z } from 'zod'

/** The emails received so far; times in epoch milliseconds. */
type Taken = { taken: number; firstAt: number; lastAt: number }

const toldPort = z.object({ port: z.int() })
const toldTaken = z.object({ taken: z.int(), firstAt: z.number(), lastAt: z.number() })

/** The mail server of a benchmark, in its own process. */
export async function startMailSink() {
  const { PATH = '', HOME = '' } = process.env
  const child = fork(new URL('./smtp-sink.ts', import.meta.url), { env: { PATH, HOME } })
  const [first] = await once(child, 'message')
  const { port } = toldPort.parse(first)
  let seen: Taken = { taken: 0, firstAt: 0, lastAt: 0 }
  child.on('message', (message) => (seen = toldTaken.safeParse(message).data ?? seen))
  return {
    url: `smtp://127.0.0.1:${port}`,
    seen: () => seen,
    async untilTaken(count: number, withinMs = 300_000) {
      for (const deadline = Date.now() + withinMs; seen.taken < count;) {
        if (Date.now() > deadline) throw new Error(`the mail server got ${seen.taken} of ${count} emails`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return seen
    },
    async stop() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}
