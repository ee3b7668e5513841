import { type Campaign, countProcessed } from '#app/domain/newsletter/campaign.ts'
import { findFailureCause } from '#app/domain/outbox/failure-cause.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { adminMail } from '#content/pages/admin-mail.ts'
import { newsletterPage } from './words.ts'

const { run: words } = newsletterPage

/** The page follows the run; without scripts it reloads by itself. */
export function NewsletterRun({ campaign, refusal }: { campaign: Campaign; refusal?: string | undefined }) {
  const { state, pausedWhy, gathered, counts } = campaign
  const { recipients } = counts
  const done = countProcessed(counts)
  const isPaused = state === 'paused'
  return (
    <section className="panel stack" id="run" aria-labelledby="run-heading">
      <h2 id="run-heading">{isPaused ? words.paused.heading : words.heading}</h2>
      {isPaused && pausedWhy && pausedWhy !== 'late' && <p>{words.paused[pausedWhy]}</p>}
      {refusal !== undefined && <p>{words.paused.said(adminMail.causes[findFailureCause(refusal)], refusal)}</p>}
      <div>
        <progress aria-label={words.bar} max={Math.max(recipients, 1)} value={gathered ? done : 0} />
        <p className="num">
          {gathered ? words.progress(done, recipients) : words.gathering}
          {counts.failed > 0 && <span className="muted"> {newsletterPage.failedSoFar(counts.failed)}</span>}
        </p>
      </div>
      <ActionForm action="#run" className="row">
        {isPaused && <IntentButton intent="resume" text={words.resume} />}
        {(!isPaused || pausedWhy === 'mail-server') && <IntentButton intent="pause" text={words.pause} kind="line" />}
        <IntentButton intent="cancel" text={words.cancel} kind="line" />
        <noscript>
          <a href={`/admin/newsletter/${campaign.id}`}>{words.refresh}</a>
        </noscript>
      </ActionForm>
      <p className="hint">
        {words.leave} {words.cancelHint}
      </p>
    </section>
  )
}

export function describeProgress({ state, counts }: Campaign) {
  if (state === 'paused') return words.paused.heading
  return words.said[Math.min(Math.floor((4 * countProcessed(counts)) / Math.max(counts.recipients, 1)), 3)]
}
