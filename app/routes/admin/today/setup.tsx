import { useState } from 'react'
import { Link } from 'react-router'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { admin } from '#content/pages/admin.ts'
import { ActForm } from './act-form.tsx'
import type { SetupView, StepRow } from './setup-view.server.ts'
import { Drawing } from './sign.tsx'
import { todayAction } from './today-action.ts'

/** Folded on a day with patients, who come first. */
type SetupProps = SetupView & { isDayEmpty: boolean }

/** What is left to do before a new clinic opens, each step with its act; then, once, that it can open. */
export function Setup({ heading, lead, putAway, doneWord, progress, steps, isDayEmpty }: SetupProps) {
  // Asked once, so that an appointment that is booked meanwhile folds nothing under a finger.
  const [isOpen] = useState(isDayEmpty)
  const next = steps.find(({ done }) => !done)
  return (
    <section className="panel setup screen" aria-labelledby="setup">
      <div className="ends part-top">
        <h2 id="setup">{heading}</h2>
        <ActionForm action={todayAction} offline={admin.offline}>
          <Button kind="line" small name="intent" value="put-away">
            {putAway}
          </Button>
        </ActionForm>
      </div>
      <p className="muted">{lead}</p>
      {progress && (
        <>
          <p className="setup-far">
            <progress max={progress.all} value={progress.done} aria-label={heading} />
            <b className="num">{progress.text}</b>
          </p>
          {/* Not `Fold`, whose script Today does not load otherwise. */}
          <details className="adm-row" open={isOpen}>
            <summary>
              <span>{progress.steps}</span>
            </summary>
            <ol className="setup-steps">
              {steps.map((step, index) => (
                <Step key={step.key} step={step} number={index + 1} isNext={step === next} doneWord={doneWord} />
              ))}
            </ol>
          </details>
        </>
      )}
    </section>
  )
}

type StepProps = { step: StepRow; number: number; isNext: boolean; doneWord: string }

function Step({ step: { title, says, done, link, act }, number, isNext, doneWord }: StepProps) {
  const kind = isNext ? 'primary' : 'line'
  return (
    <li>
      <span className={`circle dot${done ? ' dot-done' : isNext ? ' dot-next' : ''}`} aria-hidden="true">
        {done ? <Drawing kind="confirmed" /> : number}
      </span>
      <div>
        <h3>
          {title}
          {done && <span className="vh">, {doneWord}</span>}
        </h3>
        <p className="hint">{says}</p>
      </div>
      <div className="acts">
        {act && <ActForm act={act} kind={kind} />}
        {link &&
          (act || done ? (
            <Link className="tap setup-link" to={link.href}>
              {link.text} <span className="vh">{title}</span>
            </Link>
          ) : (
            <ButtonLink kind={kind} small to={link.href}>
              {link.text} <span className="vh">{title}</span>
            </ButtonLink>
          ))}
      </div>
    </li>
  )
}
