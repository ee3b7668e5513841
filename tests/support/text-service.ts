import { createHmac } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { portOf } from './connections.ts'

type Fault =
  | 'hang'
  /** Accepts the text, and its answer never comes. */
  | 'hang-after'
  | 'status-500'
  | 'status-500-after'
  | 'status-429'
  | 'status-401'
  | 'no-json'
  | 'no-id'
  | 'redirect'
  | 'endless'
  | 'code-21610'
  | 'code-21211'
  | 'code-21614'

export const textSettings = (origin: string) => ({
  SMS_URL: origin,
  SMS_ACCOUNT: 'AC0123',
  SMS_TOKEN: 'text-token-1',
  SMS_FROM: '+12055550100',
})

/** A service of text messages, in Twilio's shape. */
export async function startTextService(atEnd: (stop: () => Promise<void>) => void) {
  /** Accepted, the oldest first. */
  const sent: { sid: string; to: string; body: string; from: string }[] = []
  const posts: URLSearchParams[] = []
  const asked: URL[] = []
  const state: { fault: Fault | undefined; listFault: Fault | undefined } = { fault: undefined, listFault: undefined }
  const json = (response: ServerResponse, status: number, value: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

  /** Returns whether it answered. */
  function answerFault(response: ServerResponse, fault: Fault | undefined) {
    if (fault === undefined) return false
    const code = /^code-(\d+)$/.exec(fault)?.[1]
    const status = /^status-(\d+)/.exec(fault)?.[1]
    if (code) json(response, 400, { code: Number(code), message: 'no', status: 400 })
    else if (status) response.writeHead(Number(status)).end('<html>')
    else if (fault === 'no-json') response.writeHead(201).end('<html>fine</html>')
    else if (fault === 'no-id') json(response, 201, { status: 'queued' })
    else if (fault === 'redirect') response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()
    else if (fault === 'endless') {
      const timer = setInterval(() => response.write('x'.repeat(64 * 1024)), 1)
      response.on('close', () => clearInterval(timer))
    }
    return true
  }

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://texts.test')
    const basic = Buffer.from('AC0123:text-token-1').toString('base64')
    if (url.pathname !== '/2010-04-01/Accounts/AC0123/Messages.json') return response.writeHead(404).end()
    if (request.headers.authorization !== `Basic ${basic}`) return response.writeHead(401).end()
    if (request.method === 'GET') {
      asked.push(url)
      if (answerFault(response, state.listFault)) return
      const to = url.searchParams.get('To')
      return json(response, 200, { messages: sent.filter((one) => !to || one.to === to).toReversed() })
    }
    const fields = new URLSearchParams(await text(request))
    posts.push(fields)
    const accept = () => {
      const [to, body, from] = ['To', 'Body', 'From'].map((name) => fields.get(name) ?? '') as [string, string, string]
      sent.push({ sid: `SM${sent.length + 1}`, to, body, from })
    }
    if (state.fault?.endsWith('-after')) accept()
    if (answerFault(response, state.fault)) return
    accept()
    return json(response, 201, { sid: sent.at(-1)!.sid, status: 'queued' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const origin = `http://127.0.0.1:${portOf(server)}`
  return { origin, sent, posts, asked, state, settings: textSettings(origin) }
}

/** The header with which the service posts to a page. */
export function signTextPost(url: string, fields: Record<string, string>, token = 'text-token-1') {
  const pairs = Object.keys(fields)
    .toSorted()
    .map((name) => name + fields[name])
  return createHmac('sha1', token)
    .update(url + pairs.join(''))
    .digest('base64')
}
