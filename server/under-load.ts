import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { parse } from 'hono/utils/cookie'
import { holdsStill, isAdmin } from '#app/domain/accounts/admin.ts'
import { sessionCookie } from '#app/domain/accounts/session-cookie.ts'
import { inTime } from '#app/domain/shared/in-time.ts'
import type { Services } from '#app/services.server.ts'
import type { Connections } from './connections.ts'
import { createFormReader, type FormTrouble, isFile, mostFormBytes } from './posted-forms.ts'
import { plainCookies } from './middleware/host-cookies.ts'
import type { sendProblem } from './middleware/plain-problem.ts'
import { createUnreadAnswers } from './unread-answers.ts'
import { createWorkLine, type WorkLine } from './work-line.ts'

/** Some thousand visitors at once are served within seconds; more would only wait until they give up. */
const forVisitors = { atOnce: 100, inOneTurn: 5, mostWaiting: 2_000, patienceMs: 20_000 }
/** Whoever works in the dashboard does not stand in line behind a crowd. */
const forDashboard = { atOnce: 20, inOneTurn: 5, mostWaiting: 200, patienceMs: 20_000 }
/** The admin's files, of which each takes its size in memory; they arrive while they are worked on. */
const forFiles = { atOnce: 2, inOneTurn: 2, mostWaiting: 5, patienceMs: 20_000 }

const comeBackSeconds = 5

const close = { Connection: 'close' }

type Deps = {
  services: Pick<Services, 'config' | 'clinic' | 'metrics' | 'signIn'>
  /** Answers what is not ready in memory. */
  work: (request: IncomingMessage, response: ServerResponse) => Promise<unknown> | void
  sendProblem: typeof sendProblem
  connections: Connections | undefined
}

/**
 * Answers as many requests as there is time and memory for and refuses the rest at once, with 503 and Retry-After
 * (docs/decisions/2026-11-22-overload.md). What asks whether we live is never refused.
 */
export function underLoad({ services, work, sendProblem, connections }: Deps): RequestListener {
  const { metrics, signIn } = services
  const [visitors, dashboard, files] = [forVisitors, forDashboard, forFiles].map(createWorkLine) as [
    WorkLine,
    WorkLine,
    WorkLine,
  ]
  const lines = [visitors, dashboard, files]
  const forms = createFormReader()
  const unread = createUnreadAnswers(() => metrics.refused('unread'))
  const sum = (count: (line: WorkLine) => number) => lines.reduce((total, line) => total + count(line), 0)
  metrics.watchLoad(() => ({
    connections: connections?.count() ?? 0,
    waiting: sum((line) => line.waiting()),
    working: sum((line) => line.working()),
    formBytes: forms.bytes(),
  }))

  function lineFor({ url = '', headers }: IncomingMessage) {
    if (!/^\/admin(?![a-z0-9-])/.test(url)) return visitors
    return hasSignedSession(headers) ? dashboard : visitors
  }

  const cookiesOf = ({ cookie = '' }: IncomingMessage['headers']) => plainCookies(cookie, services.config.secure)

  const hasSignedSession = (headers: IncomingMessage['headers']) =>
    signIn.isSignedByUs(parse(cookiesOf(headers), sessionCookie)[sessionCookie] ?? '')

  /** Asked before a file is read, so that nobody else can hold a place for files by sending one slowly. */
  async function isAdminsOwn({ headers }: IncomingMessage) {
    if (!hasSignedSession(headers)) return false
    const asked = signIn.whoIs(new Headers({ cookie: cookiesOf(headers) }))
    const { who } = await inTime(asked, 2_000).catch(() => ({ who: undefined }))
    const { email } = services.config.admin
    return who !== undefined && isAdmin(who, email) && holdsStill(who, email, Date.now())
  }

  async function takeFile(request: IncomingMessage, response: ServerResponse) {
    if (await isAdminsOwn(request)) return workOn(request, response, files)
    // Refused like any other post of a stranger. The file is thrown away while it comes, since browsers look for the
    // answer only once they have sent all of it.
    request.resume()
    workOn(Object.assign(request, { rawBody: Buffer.alloc(0) }), response, lineFor(request))
  }

  function workOn(request: IncomingMessage, response: ServerResponse, line: WorkLine, letGo = () => {}) {
    line.enter(
      (done) => {
        // What it was for is gone.
        if (response.destroyed) return finish()
        function finish() {
          letGo()
          done()
        }
        // From then on it is for the visitor to read, as slowly as they like.
        response.writeHead = new Proxy(response.writeHead, {
          apply(writeHead, self, head) {
            finish()
            unread.add(response)
            return Reflect.apply(writeHead, self, head)
          },
        })
        Promise.resolve(work(request, response)).finally(finish)
      },
      (why) => {
        letGo()
        // Not behind a proxy, nor in a browser: there nobody asks before the answer before this one was sent. Refusing
        // a thousand others that came with it would keep everybody else waiting.
        const isBehindAnother = response.socket === null
        if (isBehindAnother) connections?.hangUp(request.socket)
        refuse(response, why, isBehindAnother ? close : {})
      },
    )
  }

  function refuse(response: ServerResponse, why: 'line-full' | 'waited' | 'no-room', more = {}) {
    metrics.refused(why)
    const sentence = 'Too many people are using this website right now, so we couldn’t process your request.'
    sendProblem(response, 503, sentence, services, { 'Retry-After': String(comeBackSeconds), ...more })
  }

  function giveUp(response: ServerResponse, trouble: FormTrouble) {
    // The rest of the form is never read, so the connection cannot carry another request.
    if (trouble === 'no-room') return refuse(response, 'no-room', close)
    if (trouble === 'long') return sendProblem(response, 413, 'This form is too long.', services, close)
    metrics.refused('slow-form')
    sendProblem(response, 408, 'This form took too long to arrive.', services, close)
  }

  return (request, response) => {
    if (isProbe(request)) return void work(request, response)
    if (!bringsBody(request)) return workOn(request, response, lineFor(request))
    if (isFile(request)) return void takeFile(request, response)
    // Refused by its length alone.
    if (Number(request.headers['content-length'] ?? 0) > mostFormBytes) return giveUp(response, 'long')
    forms.read(
      request,
      (body, letGo) => {
        connections?.asked(request.socket)
        workOn(Object.assign(request, { rawBody: body }), response, lineFor(request), letGo)
      },
      (trouble) => giveUp(response, trouble),
    )
  }
}

const probes = /^\/(healthz|readyz|metrics)(\?|$)/

const isProbe = ({ method, url = '' }: IncomingMessage) => (method === 'GET' || method === 'HEAD') && probes.test(url)

const bringsBody = ({ method, headers }: IncomingMessage) => method !== 'GET' && method !== 'HEAD' && hasBody(headers)

/** Whether a body follows what was read so far. */
export const hasBody = (headers: IncomingMessage['headers']) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * Two hosts, or an empty one: servers behind one another could each believe another one (RFC 9112, 3.2). HTTP/1.0, which
 * some load balancers ask in whether we live, has none; in HTTP/1.1 Node refuses that itself.
 */
export function namesNoOneHost({ rawHeaders }: IncomingMessage) {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && isHost(rawHeaders[index - 1]!))
  return hosts.length > 1 || hosts[0]?.trim() === ''
}

const isHost = (name: string) => name.length === 4 && name.toLowerCase() === 'host'
