import { useEffect, useRef } from 'react'
import { type Campaign, countProcessed } from '#app/domain/newsletter/campaign.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { newsletterPage } from './words.ts'
import { NewsletterDelivery } from './newsletter-delivery.tsx'
import type { NewsletterView } from './newsletter.tsx'

const { result: words } = newsletterPage

/** The specification's texts, with real counts. */
export function NewsletterResult({ campaign: { state, counts }, failures }: NewsletterView) {
  const { recipients, sent, kept, failed, leftOut, uncertain } = counts
  const left = recipients - countProcessed(counts)
  useFailuresInConsole(failures)
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
      <NewsletterDelivery counts={counts} />
      {failures.length > 0 && (
        <div className="panel stack">
          <h3 id="failures">{words.failures}</h3>
          <ul className="stack" aria-labelledby="failures">
            {failures.map(({ email, why, detail }) => (
              <li key={email}>
                <b className="breaks">{email}</b> <span>{why}</span>
                {detail && <span className="hint breaks"> {detail}</span>}
              </li>
            ))}
          </ul>
          {failed > failures.length && <p>{words.more(failed - failures.length)}</p>}
          {state === 'done' && (
            <ActionForm className="row">
              <IntentButton intent="retry" text={words.retry} />
              <p className="hint">
                {words.retryHint} {words.correct}
              </p>
            </ActionForm>
          )}
        </div>
      )}
    </section>
  )
}

/** For screen readers, when it ends; the sentences of the specification stand in its notes. */
export const summarizeResult = ({ counts: { sent, kept, failed } }: Campaign) => words.ended(sent + kept, failed)

/** The specification's text says 'Check console for details.' Each list is written once. */
function useFailuresInConsole(failures: NewsletterView['failures']) {
  const lines = failures.map(({ email, why, detail }) => [email, why, detail].filter(Boolean).join(' ')).join('\n')
  const written = useRef('')
  useEffect(() => {
    if (lines === written.current) return
    written.current = lines
    // oxlint-disable-next-line no-console -- It is what the page promises.
    for (const line of lines.split('\n')) console.error(line)
  }, [lines])
}
