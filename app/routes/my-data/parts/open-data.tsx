import type { ReactNode } from 'react'
import type { RequestKind } from '#app/domain/patients/data-request.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { ExportItems } from '#app/ui/site/export-sections.tsx'
import type { ShownSection } from '#app/ui/site/export-view.ts'
import { NoBreak } from '#app/ui/site/no-break.tsx'
import type { PageSite } from '#app/ui/site/page-head.tsx'
import { myDataPage as words } from '#content/pages/my-data.ts'

export type OpenView = {
  sections: ShownSection[]
  /** Why an account sees no appointments. */
  left: keyof typeof words.left | undefined
  /** Somebody without one cannot ask here; there is no record to put the request on. */
  hasRecord: boolean
  /** Until the clinic has to answer. */
  days: Record<RequestKind, number>
  /** The id of the next request, so that a second press adds nothing. */
  request: string
  health: { id: string; when: string }[]
  isErasureOpen: boolean
  /** Something was not done as asked. */
  isDenied: boolean
}

type OpenDataProps = { clinic: PageSite['clinic']; view: OpenView; form: FormState }

const action = `/my-data#${outcomeId}`

export const OpenData = ({ clinic, view, form }: OpenDataProps) => (
  <>
    <section aria-labelledby="copy">
      <h2 id="copy">{words.open.heading}</h2>
      <div>
        <FormOutcome form={form} />
        <p>{words.open.until}</p>
        <div className="row">
          <form method="post" action="/my-data/file">
            <Button>{words.open.download}</Button>
          </form>
          <PostForm action={action}>
            <IntentButton intent="close" text={words.open.close} kind="line" />
          </PostForm>
        </div>
        <p className="hint">
          {words.open.print} {words.open.recorded}
        </p>
        {view.left && <Note kind="info">{words.left[view.left]}</Note>}
      </div>
    </section>
    {view.sections.map(({ id, heading, items }) => (
      <Part key={id} id={id} heading={heading}>
        <ExportItems items={items} />
        {id === 'copy-requests' && view.isDenied && (
          <p className="hint">
            <NoBreak text={words.requests.disagree(clinic)} />
          </p>
        )}
      </Part>
    ))}
    <Part id="correct" heading={words.correct.heading}>
      {view.hasRecord ? (
        <>
          <p>{words.correct.contact}</p>
          {view.health.length > 0 && <HealthForms health={view.health} form={form} />}
          <p>{words.correct.text(view.days.correction)}</p>
          <PostForm action={action}>
            <input type="hidden" name="request" value={view.request} />
            <Field
              label={words.correct.label}
              name="correction"
              multiline
              rows={4}
              hint={words.correct.hint}
              {...fieldState(form, 'correction')}
            />
            <IntentButton intent="correct" text={words.correct.button} kind="line" small />
          </PostForm>
        </>
      ) : (
        <p>
          <NoBreak text={words.write(clinic)} />
        </p>
      )}
      <p className="hint">{words.otherNames}</p>
    </Part>
    {view.hasRecord && (
      <Part id="erase" heading={words.erase.heading}>
        <p>{words.erase.text(view.days.erasure)}</p>
        <ul className="kept">
          {words.erase.kept.map((kept) => (
            <li key={kept}>{kept}</li>
          ))}
        </ul>
        {view.isErasureOpen ? (
          <Note kind="info">{words.erase.open}</Note>
        ) : (
          <PostForm action={action}>
            <input type="hidden" name="request" value={view.request} />
            <IntentButton intent="erase" text={words.erase.button} kind="danger" />
          </PostForm>
        )}
      </Part>
    )}
  </>
)

/** One answer for each appointment. A wrong answer is shown again in its own form. */
const HealthForms = ({ health, form }: Pick<OpenView, 'health'> & { form: FormState }) => (
  <details open={form.values?.appointment !== undefined}>
    <summary>{words.correct.health.heading}</summary>
    <p>{words.correct.health.text}</p>
    {health.map(({ id, when }) => {
      const { id: _, ...state } =
        form.values?.appointment === id ? fieldState(form, 'health') : fieldState({}, 'health')
      return (
        <div key={id}>
          <h3>{words.correct.health.of(when)}</h3>
          <PostForm action={action}>
            <input type="hidden" name="appointment" value={id} />
            <Field label={words.correct.health.label} name="health" id={`health-${id}`} multiline rows={3} {...state} />
            <div className="row">
              <IntentButton intent="health" text={words.correct.health.button} kind="line" small />
              <IntentButton intent="erase-health" text={words.correct.health.erase} kind="danger" />
            </div>
          </PostForm>
        </div>
      )
    })}
  </details>
)

const Part = ({ id, heading, children }: { id: string; heading: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{heading}</h2>
    <div>{children}</div>
  </section>
)
