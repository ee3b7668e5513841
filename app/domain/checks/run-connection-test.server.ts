import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#app/database/connection.server.ts'
import type { FeedReader } from '#app/integrations/feed-reader/feed-reader.server.ts'
import { refreshPosts } from '#app/domain/blog/posts.server.ts'
import { waitForMailSlot } from '#app/domain/limits/mail-pace.server.ts'
import { fromAddress } from '#app/domain/outbox/from-address.ts'
import { expediteWaitingEmails } from '#app/domain/outbox/waiting-emails.server.ts'
import type { Alert } from '#app/integrations/alerts/alerts.server.ts'
import type { BounceMailbox } from '#app/integrations/bounce-mailbox/bounce-mailbox.server.ts'
import type { MailTransport } from '#app/integrations/mail-transport/mail-transport.server.ts'
import type { FetchPage } from '#app/integrations/outside/fetch-page.server.ts'
import type { PaymentProvider } from '#app/integrations/payments/payment-provider.ts'
import type { TextMessages } from '#app/integrations/text-messages/text-messages.server.ts'
import type { StockPhotos } from '#app/integrations/stock-photos/stock-photos.server.ts'
import type { Purges } from '#app/page-cache/purges.server.ts'
import type { Queue } from '#app/queue/queue.server.ts'
import { testAlert } from '#content/pages/admin-connections.ts'
import { canBeFramed } from './can-be-framed.ts'
import type { TestResult } from './connection-tests.server.ts'
import { type ConnectionConfig, type ConnectionId, connectionSecrets } from './connections.ts'
import { redactAnswer } from './redact-answer.ts'

type Deps = {
  database: Database
  queue: Queue
  pages: Pick<Purges, 'purge'>
  mail: MailTransport
  mailDomain: string
  feed: FeedReader
  photos: StockPhotos | undefined
  fetchPage: FetchPage
  postAlert(alert: Alert): Promise<void>
  bounceMailbox: BounceMailbox | undefined
  textMessages: TextMessages | undefined
  payments: PaymentProvider | undefined
  copy: { test(): Promise<{ ok: true } | { ok: false; reason: string; said?: string }> } | undefined
  clinic: { facts(now: number): { name: string; emails: { general: string } } }
  config: ConnectionConfig & {
    publicOrigin: string
    mailFrom: string | undefined
    admin: { email: string }
  }
}

/** `email`: goes to the admin in a test of mail. `mapUrl`: the page in the map's frame. */
type Input = { email: { subject: string; text: string; html: string }; mapUrl: string }

const timeoutMs = 10_000

/** Uses a service once, as the website does. */
export async function runConnectionTest(deps: Deps, service: ConnectionId, input: Input): Promise<TestResult> {
  const timedOut: TestResult = { ok: false, reason: 'timeout' }
  const result = await Promise.race([tests[service](deps, input), pause(timeoutMs, timedOut, { ref: false })])
  if (result.said === undefined) return result
  return { ...result, said: redactAnswer(result.said, connectionSecrets(deps.config)) }
}

const tests: Record<ConnectionId, (deps: Deps, input: Input) => Promise<TestResult>> = {
  smtp: testMail,
  relay: testMail,
  async feed(deps) {
    const { photos, ...others } = deps
    const read = await refreshPosts(photos ? { ...others, photos } : others, Date.now())
    return read.ok ? { ok: true, reason: `posts-${read.posts}` } : read
  },
  async photos({ photos }) {
    const answer = await photos?.askForPhoto()
    return answer?.ok ? { ok: true, reason: 'photo' } : { ok: false, reason: answer?.reason ?? 'unreachable' }
  },
  map: (deps, { mapUrl }) => testFrame(deps, mapUrl),
  scheduling: (deps) => testFrame(deps, deps.config.schedulingUrl ?? ''),
  async bounces({ bounceMailbox }) {
    const visit = await bounceMailbox?.test()
    return visit?.ok ? { ok: true, reason: 'opened' } : { ok: false, reason: visit?.reason ?? 'unreachable' }
  },
  async texts({ textMessages }) {
    const answer = await textMessages?.test()
    return answer?.ok ? { ok: true, reason: 'signed-in' } : { ok: false, reason: answer?.reason ?? 'unreachable' }
  },
  async payments({ payments }) {
    const answer = await payments?.test()
    if (answer?.ok) return { ok: true, reason: 'signed-in' }
    return { ok: false, reason: answer?.reason ?? 'unreachable', ...(answer?.said && { said: answer.said }) }
  },
  async copy({ copy }) {
    const answer = await copy?.test()
    return answer?.ok ? { ok: true, reason: 'stored' } : (answer ?? { ok: false, reason: 'unreachable' })
  },
  async alerts({ postAlert }) {
    try {
      await postAlert({ check: 'test', state: 'green', says: testAlert, at: Date.now() })
      return { ok: true, reason: 'taken' }
    } catch (error) {
      return { ok: false, ...explain(error) }
    }
  },
}

/** Sent directly and not through the outbox, since the admin waits for the server's answer. */
async function testMail(deps: Deps, { email }: Input): Promise<TestResult> {
  const { mail, mailDomain, config } = deps
  const { askAgainAt } = await waitForMailSlot(deps)
  if (askAgainAt) return { ok: false, reason: 'too-busy' }
  const delivery = await mail.deliver({
    ...email,
    headers: { 'Auto-Submitted': 'auto-generated' },
    messageId: `<${randomUUID()}@${mailDomain}>`,
    from: fromAddress(deps),
    to: config.admin.email,
    date: new Date(),
  })
  if (!delivery.ok) return { ok: false, reason: delivery.reason, said: delivery.detail }
  // Mail works, so waiting emails are sent at once.
  await expediteWaitingEmails(deps)
  return { ok: true, reason: 'sent' }
}

/** With the website as referrer, since map keys can be restricted to it. */
async function testFrame({ fetchPage, config: { publicOrigin } }: Deps, url: string): Promise<TestResult> {
  const page = await fetchPage(url, { referrer: `${publicOrigin}/` })
  if (!page.ok) return { ok: false, reason: page.reason }
  if (page.status >= 400) return { ok: false, reason: `status-${page.status}` }
  // Browsers show frames of the origin in the settings alone.
  const { origin, host } = new URL(page.url)
  if (origin !== new URL(url).origin) return { ok: false, reason: 'other-host', said: host }
  return canBeFramed(page.framing, publicOrigin, url)
    ? { ok: true, reason: 'framed' }
    : { ok: false, reason: 'not-framed' }
}

function explain(error: unknown): Pick<TestResult, 'reason' | 'said'> {
  const { name, message, cause } = error instanceof Error ? error : new Error(String(error))
  const status = /answered (\d{3})$/.exec(message)?.[1]
  if (status) return { reason: `status-${status}` }
  if (name === 'TimeoutError') return { reason: 'timeout' }
  return { reason: 'unreachable', said: cause instanceof Error ? cause.message : message }
}
