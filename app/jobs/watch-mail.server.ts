import { isWaitingForServer, resumeAfterOutage } from '#app/domain/newsletter/campaign-results.server.ts'
import { expediteOneWaitingEmail, hasEmailsWaitingForServer } from '#app/domain/outbox/waiting-emails.server.ts'
import type { Services } from '#app/services.server.ts'

type Deps = Pick<Services, 'database' | 'queue'> & {
  mail: Pick<Services['mail'], 'isReachable' | 'probeEveryMs'>
  log: { debug(details: object, message: string): void }
}

/** A server that is reachable but takes no email is probed less and less often, at most this many times as seldom. */
const mostBackoff = 8

/**
 * While emails wait for the mail server, probes it. When it is reachable, one email is tried; its success brings the
 * others forward. Returns the function that stops it.
 */
export function startMailWatch({ database, queue, mail, log }: Deps) {
  let stopped = false
  let triesInVain = 0
  let timer: NodeJS.Timeout | undefined

  async function probe() {
    const emailsWait = await hasEmailsWaitingForServer(database)
    const isReachable = (emailsWait || (await isWaitingForServer(database))) && (await mail.isReachable())
    if (isReachable && !stopped) await (emailsWait ? expediteOneWaitingEmail : resumeAfterOutage)({ database, queue })
    triesInVain = isReachable ? triesInVain + 1 : 0
  }

  async function watch() {
    await probe().catch((err: unknown) => log.debug({ err }, 'emails that wait for the mail server cannot be seen'))
    const backoff = Math.min(2 ** Math.max(triesInVain - 1, 0), mostBackoff)
    if (!stopped) timer = setTimeout(() => void watch(), mail.probeEveryMs * backoff)
  }

  void watch()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
