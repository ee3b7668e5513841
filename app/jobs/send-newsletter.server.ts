import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  beginRun,
  endMailTrouble,
  gatherRecipients,
  goOnIfResumed,
  pauseForFault,
  requeueFailed,
  type Run,
} from '#app/domain/newsletter/campaign-run.server.ts'
import type { JobContext, JobHandler, JobOutcome, Payload } from '#app/queue/payloads.ts'
import type { Services } from '#app/services.server.ts'
import { addressLine } from '#content/site.ts'
import { newsletterLetters } from './newsletter-letter.server.ts'
import { mailRecipients, type RunDeps } from './newsletter-run.server.ts'

export type NewsletterDeps = RunDeps & Pick<Services, 'queue' | 'signer' | 'mailDomain'>

/**
 * Sends a newsletter as far as it can be sent now; it is run again for whoever is to be tried later. Paused or
 * cancelled from anywhere, it ends within a second or two.
 */
export async function sendNewsletterJob(
  services: NewsletterDeps,
  { campaignId }: Payload<'send-newsletter'>,
  context: JobContext,
): Promise<JobOutcome> {
  const { database, mail, queue } = services
  const begin = () => beginRun(services, { campaignId, now: Date.now(), hasAddress: hasAddress(services) })
  let begun = await begin()
  const afterTrouble = begun.next === 'ask-mail-server'
  if (afterTrouble) {
    if (!(await mail.seemsUp())) return again(Date.now() + mail.askAgainMs)
    await endMailTrouble({ database }, campaignId)
    begun = await begin()
  }
  if (begun.next === 'later') return again(begun.at)
  if (begun.next === 'ask-mail-server') return again(Date.now() + mail.askAgainMs)
  if (begun.next === 'nothing') return { state: 'done', record: (tx) => goOnIfResumed({ tx, queue }, campaignId) }

  const run = { campaignId, run: begun.run }
  if (!(await fillTheLedger(services, run, context))) return again(Date.now())
  const letterTo = newsletterLetters(services, begun)
  const { nextAt } = await mailRecipients(services, run, { letterTo, stopping: context.stopping, afterTrouble })
  return again(nextAt)
}

/** After the last try the newsletter waits for a person. */
export const newsletterFailed: NonNullable<JobHandler<Services, 'send-newsletter'>['failed']> = async (
  tx,
  { campaignId },
) => void (await pauseForFault(tx, campaignId))

const hasAddress = ({ clinic, config }: NewsletterDeps) =>
  config.mail.transport === 'outbox' || addressLine(clinic.facts(Date.now())) !== ''

const again = (at: number): JobOutcome => ({ state: 'again', at })

/** Recipients are there before the first is mailed. Answers false when something came in between. */
async function fillTheLedger(services: NewsletterDeps, run: Run, { stopping }: JobContext) {
  for (const fill of [gatherRecipients, requeueFailed])
    for (let progress = 'more'; progress === 'more';) {
      if (stopping.aborted) return false
      progress = await fill(services, run, Date.now())
      if (progress === 'stopped') return false
      await yieldToEventLoop()
    }
  return true
}
