import { Link } from 'react-router'
import type { ReactNode } from 'react'
import { ClaimHits } from '#app/ui/admin/claim-hits.tsx'
import { Fold } from '#app/ui/admin/fold.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { currentSummary, defaultSummary } from '#app/ui/admin/section-summary.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { claimWords } from '#content/pages/admin-claims.ts'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import {
  acceptedText,
  type ClinicPageData,
  fieldId,
  toOutcomeId,
  type SectionView,
  toSectionView,
} from './section-view.ts'

export const sectionAction = ({ id }: Pick<SectionView, 'id'>) => `/admin/clinic#${toOutcomeId(id)}`

type SectionProps = { heading: string; id: string; children: ReactNode }

export function Section({ heading, id, children }: SectionProps) {
  return (
    <section className="panel" id={id} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{heading}</h2>
      {children}
    </section>
  )
}

type FactSectionProps = {
  page: ClinicPageData
  section: 'address' | 'phones' | 'emails' | 'hours' | 'reminder' | 'notice'
  /** What visitors see now. */
  current?: string
  fold?: string
  /** The fields of its form. */
  children: (view: SectionView) => ReactNode
}

/** A section with what it says now, and the form that changes it. */
export function FactSection({ page, section, current, fold, children }: FactSectionProps) {
  const view = toSectionView(page, section)
  return (
    <Section heading={words[section].heading} id={view.id}>
      <p>{current ?? currentSummary(section, page)}</p>
      <SectionForm page={page} view={view} fold={fold}>
        {children(view)}
      </SectionForm>
    </Section>
  )
}

type SectionFormProps = {
  page: ClinicPageData
  view: SectionView
  /** Folds the form behind this text until it has something to say. */
  fold?: string
  children: ReactNode
}

/** Save comes first, since Enter in a field presses the first button. */
export function SectionForm({ page, view, fold, children }: SectionFormProps) {
  const form = (
    <ActionForm action={sectionAction(view)} noValidate offline={words.offline}>
      <input type="hidden" name="section" value={view.section} />
      <input type="hidden" name="revision" value={view.revision} />
      {children}
      <div className="row">
        <IntentButton intent="save" text={words.save} small />
        {view.overlaid && <IntentButton intent="reset" text={words.toDefault} small kind="line" />}
      </div>
      <SectionClaims view={view} field={view.section.startsWith('service:') ? 'price' : 'text'} />
      {view.overlaid && <p className="hint adm-default">{words.isIt(defaultSummary(view.section, page))}</p>}
    </ActionForm>
  )
  return (
    <>
      <SectionOutcome view={view} />
      {fold ? (
        <Fold summary={fold} open={view.active}>
          {form}
        </Fold>
      ) : (
        form
      )}
    </>
  )
}

/** Saved, wrong, or changed by someone else in the meantime. */
export const SectionOutcome = ({ view }: { view: SectionView }) => (
  <>
    <FormOutcome form={view.form} outcome={toOutcomeId(view.id)} />
    {view.conflict && (
      <p>
        <Link to={`/admin/clinic#${view.id}`}>{words.meanwhile.discard}</Link>
      </p>
    )}
    <ProblemSummary form={view.form} outcome={toOutcomeId(view.id)} idOf={(name) => fieldId(view, name)} />
  </>
)

/**
 * Below the form's own buttons, since Enter in a field presses the first one, which must not be "Save anyway". `field`:
 * where the claims can be changed.
 */
export const SectionClaims = ({ view, field }: { view: SectionView; field: string }) =>
  view.claims && (
    <Note kind="question" id={toOutcomeId(view.id)}>
      <ClaimHits hits={view.claims.hits} />
      <p className="row">
        <ButtonLink kind="line" small href={`#${fieldId(view, field)}`}>
          {claimWords.edit}
        </ButtonLink>
        <Button kind="line" small name={acceptedText} value={view.claims.text}>
          {claimWords.saveAsItIs}
        </Button>
      </p>
    </Note>
  )
