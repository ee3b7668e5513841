import { type Campaign, countProcessed } from '#app/domain/newsletter/campaign.ts'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { newsletterPage } from '#content/pages/admin-newsletter.ts'

const { run: words } = newsletterPage

/** With scripts the page follows the run (enhance/newsletter-run.ts); without, it reloads by itself. */
export function NewsletterRun({ campaign }: { campaign: Campaign }) {
  const { state, pausedWhy, gathered, counts } = campaign
  const { recipients } = counts
  const done = countProcessed(counts)
  const isPaused = state === 'paused'
  return (
    <>
      <p className="vh" role="status" id="run-said" data-live>
        {isPaused ? words.paused.heading : words.said[Math.min(Math.floor((4 * done) / Math.max(recipients, 1)), 3)]}
      </p>
      <section
        className="panel stack"
        id="run"
        aria-labelledby="run-heading"
        data-follow={isPaused ? `paused ${pausedWhy}` : 'sending'}
      >
        <h2 id="run-heading">{isPaused ? words.paused.heading : words.heading}</h2>
        {isPaused && pausedWhy && pausedWhy !== 'late' && <p>{words.paused[pausedWhy]}</p>}
        <div id="run-progress" data-live>
          <progress aria-label={words.bar} max={Math.max(recipients, 1)} value={gathered ? done : 0} />
          <p className="num">
            {gathered ? words.progress(done, recipients) : words.gathering}
            {counts.failed > 0 && <span className="muted"> {newsletterPage.failedSoFar(counts.failed)}</span>}
          </p>
        </div>
        <form method="post" action="#run" className="row">
          {isPaused && <IntentButton intent="resume" text={words.resume} />}
          {(!isPaused || pausedWhy === 'mail-server') && <IntentButton intent="pause" text={words.pause} kind="line" />}
          <IntentButton intent="cancel" text={words.cancel} kind="line" />
          <a href={`/admin/newsletter/${campaign.id}`} data-refresh>
            {words.refresh}
          </a>
        </form>
        <p className="hint">
          {words.leave} {words.cancelHint}
        </p>
      </section>
      <script type="module" src="/admin/newsletter-run.js" />
    </>
  )
}
