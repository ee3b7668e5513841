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
  /** What became of the accepted ones, by id: without an entry it is still queued. */
  const statuses = new Map<string, { status: string; error_code: number | null }>()
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
    const place = /^\/2010-04-01\/Accounts\/AC0123\/Messages(?:\/(?<sid>\w+))?\.json$/.exec(url.pathname)
    if (!place) return response.writeHead(404).end()
    const sid = place.groups?.sid
    if (request.headers.authorization !== `Basic ${basic}`) return response.writeHead(401).end()
    if (sid) {
      const found = sent.find((one) => one.sid === sid)
      const status = statuses.get(sid) ?? { status: 'queued', error_code: null }
      return found ? json(response, 200, { ...found, ...status }) : json(response, 404, { code: 20404, status: 404 })
    }
    if (request.method === 'GET') {
      asked.push(url)
      if (answerFault(response, state.listFault)) return
      const to = url.searchParams.get('To')
      return json(response, 200, { messages: sent.filter((one) => !to || one.to === to).toReversed() })
    }
    const fields = new URLSearchParams(await text(request))
    posts.push(fields)
    const names = [...fields.keys()].toSorted().join()
    if (!['Body,From,To', 'Body,MessagingServiceSid,To'].includes(names))
      return json(response, 400, { code: 21604, message: names, status: 400 })
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
  return { origin, sent, posts, asked, statuses, state, settings: textSettings(origin) }
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
