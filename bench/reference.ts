import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { z } from 'zod'
import { startEnvironment, startFlags } from '#tests/support/start-command.ts'

/** Runs a reference in its own process, like the site. */
export async function startReference(script: URL, ...args: string[]) {
  const { PATH = '', HOME = '' } = process.env
  const child = fork(script, args, {
    env: { PATH, HOME, NODE_ENV: 'production', ...startEnvironment() },
    execArgv: startFlags(),
  })
  const message: unknown = await Promise.race([
    once(child, 'message').then(([first]) => first),
    once(child, 'exit').then(() => Promise.reject(new Error(`${script.pathname.split('/').at(-1)} did not start`))),
  ])
  const { port } = z.object({ port: z.int() }).parse(message)
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

/** Inside the reference's process: listens with limits like those of server/main.ts, then says where. */
export function serveReference(listener: RequestListener) {
  const limits = { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 60_000, keepAliveTimeout: 10_000 }
  const server = createServer(limits, listener)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address && typeof address === 'object') process.send?.({ port: address.port })
  })
  // Exit with the parent, since no other process would stop it.
  process.once('disconnect', () => process.exit())
}
