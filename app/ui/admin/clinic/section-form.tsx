import type { ReactNode } from 'react'
import { Button } from '#app/ui/primitives/button.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ClaimsQuestion } from '#app/ui/admin/claims-question.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { claimWords } from '#content/pages/admin-claims.ts'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { defaultSummary } from './section-summary.ts'
import { type ClinicPageData, fieldId, toOutcomeId, type SectionView } from './section-view.ts'

/** Where a part's form goes: to where the page says what became of it. */
export const toAction = ({ id }: Pick<SectionView, 'id'>) => `/admin/clinic#${toOutcomeId(id)}`

type SectionProps = { heading: string; id: string; children: ReactNode; live?: boolean }

/** One part of the page; the small script puts it in place anew after a press. */
export function Section({ heading, id, children, live }: SectionProps) {
  return (
    <section className="panel" id={id} aria-labelledby={`${id}-heading`} data-swap data-live={live || undefined}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      {children}
    </section>
  )
}

/** What became of a part's form: saved, wrong, or changed by somebody else meanwhile. */
export function SectionOutcome({ view }: { view: SectionView }) {
  return (
    <>
      <FormOutcome form={view.form} outcome={toOutcomeId(view.id)} />
      {view.conflict && (
        <p>
          <a href={`/admin/clinic#${view.id}`}>{words.meanwhile.drop}</a>
        </p>
      )}
      <ProblemSummary form={view.form} outcome={toOutcomeId(view.id)} idOf={(name) => fieldId(view, name)} />
    </>
  )
}

/** Save comes first, since Enter in a field presses the first button. */
export function SectionForm({
  page,
  view,
  children,
}: {
  page: ClinicPageData
  view: SectionView
  children: ReactNode
}) {
  return (
    <form method="post" action={toAction(view)} noValidate data-enhance data-offline={words.offline}>
      <input type="hidden" name="section" value={view.section} />
      <input type="hidden" name="revision" value={view.revision} />
      {children}
      <div className="row">
        <Button small name="intent" value="save">
          {words.save}
        </Button>
        {view.overlaid && (
          <Button small kind="line" name="intent" value="reset">
            {words.toDefault}
          </Button>
        )}
      </div>
      <SectionClaims view={view} field={view.section.startsWith('service:') ? 'price' : 'text'} />
      {view.overlaid && <p className="hint adm-default">{words.isIt(defaultSummary(view.section, page))}</p>}
    </form>
  )
}

/** Claims in what was typed, with both ways on. `field`: where it can be changed. */
export const SectionClaims = ({ view, field }: { view: SectionView; field: string }) =>
  view.claims && (
    <ClaimsQuestion
      asked={view.claims}
      id={toOutcomeId(view.id)}
      field={fieldId(view, field)}
      label={claimWords.saveAsItIs}
    />
  )

/** A part whose form opens when it is asked for, or when it has something to say. */
export function FoldedForm({
  summary,
  view,
  children,
}: {
  summary: ReactNode
  view: SectionView
  children: ReactNode
}) {
  return (
    <details className="adm-row" open={view.active}>
      <summary>
        <span>{summary}</span>
      </summary>
      {children}
    </details>
  )
}
