import { countProcessed } from '#app/domain/newsletter/campaign.ts'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { newsletterPage } from '#content/pages/admin-newsletter.ts'
import type { NewsletterView } from './newsletter.tsx'

const { result: words } = newsletterPage

/** The specification's texts, with real counts. */
export function NewsletterResult({ campaign: { state, counts }, failures }: NewsletterView) {
  const { recipients, sent, kept, failed, leftOut, uncertain } = counts
  const left = recipients - countProcessed(counts)
  return (
    <section className="stack" id="run" aria-labelledby="result">
      <h2 id="result">{words.heading}</h2>
      {sent + kept > 0 && <Note kind="success">{words.sent(sent + kept)}</Note>}
      {kept > 0 && <p>{words.nothingLeft}</p>}
      {failed > 0 && (
        <Note kind="error">
          <p>
            {words.failed(failed)} {words.listBelow}
          </p>
        </Note>
      )}
      {state === 'cancelled' && left > 0 && <p>{words.cancelled(left)}</p>}
      {leftOut > 0 && <p>{words.leftOut(leftOut)}</p>}
      {uncertain > 0 && <p>{words.uncertain(uncertain)}</p>}
      {failures.length > 0 && (
        <div className="panel stack">
          <h3 id="failures">{words.failures}</h3>
          <ul className="stack" data-console aria-labelledby="failures">
            {failures.map(({ email, why, detail }) => (
              <li key={email}>
                <b className="breaks">{email}</b> <span>{why}</span>
                {detail && <span className="hint breaks"> {detail}</span>}
              </li>
            ))}
          </ul>
          {failed > failures.length && <p>{words.more(failed - failures.length)}</p>}
          {state === 'done' && (
            <form method="post" className="row">
              <IntentButton intent="retry" text={words.retry} />
              <p className="hint">
                {words.retryHint} {words.correct}
              </p>
            </form>
          )}
        </div>
      )}
      <script type="module" src="/admin/newsletter-run.js" />
    </section>
  )
}
