import { isWaitingForServer, resumeAfterOutage } from '#app/domain/newsletter/campaign-results.server.ts'
import { bringOneEmailForward, mailIsInTrouble } from '#app/domain/outbox/emails-in-trouble.server.ts'
import type { Services } from '#app/services.server.ts'

type Deps = Pick<Services, 'database' | 'queue'> & {
  mail: Pick<Services['mail'], 'seemsUp' | 'askAgainMs'>
  log: { debug(details: object, message: string): void }
}

/** A server that only seems up is tried less and less often, at last after so many times as long. */
const mostPatience = 8

/**
 * While emails wait for the mail server, asks it every now and then whether it is there again. When it seems so, one
 * email is tried; its success brings all the others. Answers how to stop.
 */
export function startMailWatch({ database, queue, mail, log }: Deps) {
  let stopped = false
  let inVain = 0
  let timer: NodeJS.Timeout | undefined

  async function look() {
    const emailsWait = await mailIsInTrouble(database)
    const seemsUp = (emailsWait || (await isWaitingForServer(database))) && (await mail.seemsUp())
    if (seemsUp && !stopped) await (emailsWait ? bringOneEmailForward : resumeAfterOutage)({ database, queue })
    inVain = seemsUp ? inVain + 1 : 0
  }

  async function watch() {
    await look().catch((err: unknown) => log.debug({ err }, 'emails that wait for the mail server cannot be seen'))
    const patience = Math.min(2 ** Math.max(inVain - 1, 0), mostPatience)
    if (!stopped) timer = setTimeout(() => void watch(), mail.askAgainMs * patience)
  }

  void watch()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
