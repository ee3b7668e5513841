import { Link } from 'react-router'
import { type ReactNode, type ToggleEvent, useState } from 'react'
import { hasUnsentText } from '#app/domain/shared/unsent-text.ts'
import { ClaimsNote } from '#app/ui/admin/claims-note.tsx'
import { IntentButton } from '#app/ui/primitives/intent-button.tsx'
import { currentSummary } from '#app/ui/admin/section-summary.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { SectionHistory } from './section-history.tsx'
import {
  type ClinicPageData,
  fieldId,
  sectionAction,
  toOutcomeId,
  type SectionView,
  toSectionView,
} from './section-view.ts'

type SectionProps = {
  heading: string
  id: string
  /** What visitors see now, while the section is closed too. */
  summary: ReactNode
  /** Whether it has something to say. */
  isActive: boolean
  children: ReactNode
}

/**
 * One of the page's sections, of which the browser keeps one open at a time. Closed ones keep what was typed. The id is
 * inside, so that a link to it opens the section without scripts too.
 */
export function Section({ heading, id, summary, isActive, children }: SectionProps) {
  const [isUnsaved, setUnsaved] = useState(false)

  function followToggle({ currentTarget: section }: ToggleEvent<HTMLDetailsElement>) {
    setUnsaved(!section.open && hasUnsentText(section))
    // Not a navigation, which would move the focus. A reload opens the same section.
    if (section.open) history.replaceState(history.state, '', `#${id}`)
  }

  return (
    <section aria-labelledby={`${id}-heading`}>
      <details className="adm-row" name="section" open={isActive} onToggle={followToggle}>
        <summary>
          <h2 id={`${id}-heading`}>{heading}</h2>
          <span className="hint">{summary}</span>
          {isUnsaved && <span className="tag tag-late">{words.unsaved}</span>}
        </summary>
        <div id={id}>{children}</div>
      </details>
    </section>
  )
}

type FactSectionProps = {
  page: ClinicPageData
  section: 'address' | 'phones' | 'emails' | 'hours' | 'reminder' | 'notice'
  /** What visitors see now, if one line of the section does not say it. */
  current?: string
  /** The fields of its form. */
  children: (view: SectionView) => ReactNode
}

/** A section with the form that changes it. */
export function FactSection({ page, section, current, children }: FactSectionProps) {
  const view = toSectionView(page, section)
  return (
    <Section
      heading={words[section].heading}
      id={view.id}
      summary={current ?? currentSummary(section, page)}
      isActive={view.active}
    >
      <SectionForm view={view}>{children(view)}</SectionForm>
      <SectionHistory view={view} versions={page.sections[section].versions} />
    </Section>
  )
}

type SectionFormProps = {
  view: SectionView
  children: ReactNode
}

/** Save comes first, since Enter in a field presses the first button. */
export const SectionForm = ({ view, children }: SectionFormProps) => (
  <>
    <SectionOutcome view={view} />
    <ActionForm action={sectionAction(view)} noValidate offline={words.offline}>
      <input type="hidden" name="section" value={view.section} />
      <input type="hidden" name="revision" value={view.revision} />
      {children}
      <div className="row">
        <IntentButton intent="save" text={words.save} small />
        {view.byDefault !== undefined && <IntentButton intent="reset" text={words.toDefault} small kind="line" />}
      </div>
      <SectionClaims view={view} field={view.section.startsWith('service:') ? 'price' : 'text'} />
      {view.byDefault !== undefined && <p className="hint adm-default">{words.isIt(view.byDefault)}</p>}
    </ActionForm>
  </>
)

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

/** `field`: where the claims can be changed. */
export const SectionClaims = ({ view, field }: { view: SectionView; field: string }) =>
  view.claims && <ClaimsNote id={toOutcomeId(view.id)} claims={view.claims} field={fieldId(view, field)} />
