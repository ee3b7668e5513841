import { afterDelivery } from '#app/domain/newsletter/after-delivery.ts'
import type { Run } from '#app/domain/newsletter/campaign-run.server.ts'
import { type Claimed, type Pace, type Result, takeTurn, type Turn } from '#app/domain/newsletter/take-turn.server.ts'
import { fromAddress } from '#app/domain/outbox/from-address.ts'
import type { RenderedLetter } from '#app/mail/letter.tsx'
import type { Services } from '#app/services.server.ts'
import type { HasClinic } from './newsletter-letter.server.ts'

/** After so long it starts anew, so that its job has all its tries again and never takes too long. */
const shiftMs = 3 * 60_000
/** How soon a pause is noticed. */
const lookMs = 1_000
/** The most that are claimed and not mailed yet: of a worker that is killed they all have to be taken for uncertain. */
const mostReady = 20
/** How many results go into one commit, and how long the first of them waits for others. */
const enoughResults = 10
const gatherMs = 50
/** So many mails in a row for which the server had no ear, and it is the server. */
const enoughTrouble = 5
/** Nobody is to be mailed for so long: the place is left to others. */
const longMs = 5_000
/** How long results are kept for a database that does not take them. */
const patienceMs = 60_000

type How = {
  letterTo: (subscriberId: string) => RenderedLetter
  /** The worker stops. */
  stopping: AbortSignal
  /** The mail server only seems to be there again, so one recipient finds out. */
  afterTrouble: boolean
}

export type RunDeps = Pick<Services, 'database' | 'mail' | 'config' | 'log'> & HasClinic

/** Mails those who are due, several at a time, until none is or the newsletter is stopped; answers when to come again. */
export async function mailRecipients(services: RunDeps, run: Run, { letterTo, stopping, afterTrouble }: How) {
  const { config, mail, log } = services
  const { concurrency } = config.newsletter
  const paces = pacesOf(services)
  const from = fromAddress(services)
  const endsAt = Date.now() + shiftMs

  let ready: Claimed[] = []
  let results: Result[] = []
  let firstResultAt = 0
  let underWay = 0
  let state: Turn['state'] = 'sending'
  let claimAt = 0
  let lookedAt = 0
  let failingSince = 0
  let tookAt = 0
  let isProbe = afterTrouble
  let troubleInARow = afterTrouble ? enoughTrouble - 1 : 0
  let serverIsDown = false
  let wake = () => {}

  const isEnding = () => state !== 'sending' || serverIsDown || stopping.aborted || Date.now() > endsAt
  const room = () => Math.min(isProbe ? 1 : mostReady, aheadOf(paces))

  async function mailTo(recipient: Claimed) {
    const delivery = await mail
      .deliver({
        ...withHeaders(letterTo(recipient.subscriberId)),
        messageId: recipient.messageId,
        from,
        to: recipient.email,
        date: new Date(),
      })
      .catch((error: unknown) => ourFault(error))
    if (delivery.ok || delivery.trouble === 'letter') {
      tookAt = Date.now()
      troubleInARow = 0
      isProbe = false
    } else {
      troubleInARow += 1
      if (troubleInARow >= enoughTrouble || !(await mail.seemsUp())) serverIsDown = true
    }
    const now = Date.now()
    const verdict = afterDelivery(recipient, delivery, { tookOthersAt: serverIsDown ? 0 : tookAt, now })
    if (verdict.state === 'failed')
      log.warn(
        { campaignId: run.campaignId, subscriberId: recipient.subscriberId, reason: verdict.reason },
        'a newsletter did not reach a subscriber',
      )
    if (results.length === 0) firstResultAt = now
    results.push({ recipient, verdict })
    underWay -= 1
    wake()
  }

  function startWhoIsReady() {
    while (underWay < (isProbe ? 1 : concurrency) && failingSince === 0) {
      const now = Date.now()
      const next = ready[0]
      if (!next || next.at > now) return
      ready.shift()
      underWay += 1
      void mailTo(next)
    }
  }

  function isTurnDue(now: number) {
    if (results.length >= enoughResults) return true
    if (results.length > 0 && now >= firstResultAt + gatherMs) return true
    if (isEnding()) return ready.length > 0 || (results.length > 0 && underWay === 0)
    if (ready.length < Math.min(concurrency, room()) && now >= claimAt) return true
    return now >= lookedAt + lookMs
  }

  async function turn() {
    const told = results
    results = []
    const givenBack = isEnding() ? ready : []
    const want = isEnding() ? 0 : Math.max(room() - ready.length, 0)
    const idle = underWay === 0 && ready.length === 0
    try {
      const asked = { results: told, givenBack, want, paces, mailTrouble: serverIsDown, idle, now: Date.now() }
      const answer = await takeTurn(services, run, asked)
      state = answer.state
      ready = [...ready.filter((one) => !givenBack.includes(one)), ...answer.claimed]
      claimAt = answer.nextAt ?? Infinity
      failingSince = 0
    } catch (error) {
      results = [...told, ...results]
      failingSince ||= Date.now()
      if (Date.now() > failingSince + patienceMs) throw error
      await pause(lookMs / 2)
    }
    lookedAt = Date.now()
    return idle && want > 0
  }

  for (;;) {
    const woken = new Promise<void>((resolve) => (wake = resolve))
    if (!isEnding()) startWhoIsReady()
    const now = Date.now()
    if (isTurnDue(now)) {
      const wasIdle = await turn()
      const nobodySoon = ready.length === 0 && claimAt > Date.now() + longMs && claimAt < Infinity
      if (wasIdle && nobodySoon && state === 'sending') return { nextAt: claimAt }
      continue
    }
    if (isEnding() && underWay === 0) break
    const next = ready[0]
    const moments = [
      lookedAt + lookMs,
      results.length > 0 ? firstResultAt + gatherMs : Infinity,
      ready.length < concurrency ? claimAt : Infinity,
      next && underWay < concurrency ? next.at : Infinity,
    ]
    await Promise.race([woken, pause(Math.max(Math.min(...moments) - now, 1))])
  }
  return { nextAt: serverIsDown ? Date.now() + mail.askAgainMs : Date.now() }
}

/** A relay's own pace counts as well, together with the letters that it gets. */
function pacesOf({ config: { mail, newsletter } }: Pick<Services, 'config'>): Pace[] {
  const relay = mail.transport === 'relay' ? [{ key: 'pace:relay', perSecond: mail.perSecond }] : []
  return [{ key: 'pace:newsletter', perSecond: newsletter.perSecond }, ...relay].filter(
    ({ perSecond }) => perSecond > 0,
  )
}

/** Nobody is claimed much before their turn: until then they can leave the list, and the newsletter can be stopped. */
const aheadOf = (paces: Pace[]) =>
  Math.max(1, Math.min(mostReady, ...paces.map(({ perSecond }) => Math.ceil(perSecond * aheadSeconds))))
const aheadSeconds = 0.25

/** So that nobody's out-of-office program answers it (RFC 3834, 5). */
const withHeaders = (letter: RenderedLetter) => ({
  ...letter,
  headers: { 'Auto-Submitted': 'auto-generated', ...letter.headers },
})

const ourFault = (error: unknown) => ({
  ok: false as const,
  permanent: false,
  trouble: 'letter' as const,
  reason: 'could not be written',
  detail: error instanceof Error ? error.message : String(error),
})

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
