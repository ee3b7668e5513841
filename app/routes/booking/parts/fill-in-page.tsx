import type { ReactNode } from 'react'
import type { NamedField } from '#app/domain/forms/form.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Button, ButtonLink } from '#app/ui/primitives/button.tsx'
import { PageHead, type PageSite } from '#app/ui/site/page-head.tsx'
import { PageHeading } from '#app/ui/site/page-heading.tsx'
import { formPage as words } from '#content/pages/form.ts'
import { AnswerField } from './answer-field.tsx'

export type FillInView = {
  path: string
  /** The page of the appointment. */
  back: string
  when: string
  name: string
  paragraphs: string[]
  fields: NamedField[]
  textHash: string
  /** It has a signature. */
  isSigned: boolean
  /** What is in force, which this would replace. */
  over: string | undefined
  /** When it was signed. */
  state: string | undefined
  /** This browser may save a copy. */
  hasCopy: boolean
  isOpen: boolean
  canReplace: boolean
}

type FillInPageProps = { site: PageSite; view: FillInView; form: FormState; isPosted: boolean }

/** The tab's title names no form, which may tell why somebody comes. */
export function FillInPage({ site, view, form, isPosted }: FillInPageProps) {
  const { path, back, when, name, paragraphs, state, hasCopy, canReplace } = view
  const isOpen = view.isOpen || (isPosted && canReplace)
  return (
    <>
      <PageHead site={site} path="/appointments" title={words.title} description={words.description} noindex />
      <PageHeading title={name} lead={words.lead(when)} />
      <div className="wrap sec fill-in">
        <FormOutcome form={form} />
        <ProblemSummary form={form} heading="h2" />
        {state && <p>{state}</p>}
        {hasCopy && (
          <form method="post" action={`${path}/copy`}>
            <Button kind="line" data-pending="">
              {words.copy}
            </Button>
            <p className="hint">{words.copyHint}</p>
          </form>
        )}
        {isOpen && (
          <>
            <FormText paragraphs={paragraphs} />
            <FormFields site={site} view={view} form={form} />
          </>
        )}
        {!isOpen && canReplace && (
          <div>
            <ButtonLink kind="line" href={`${path}?again`}>
              {words.again}
            </ButtonLink>
            <p className="hint">{words.againHint}</p>
          </div>
        )}
        <p>
          <a href={back}>{words.back}</a>
        </p>
      </div>
    </>
  )
}

export const FormText = ({ paragraphs }: Pick<FillInView, 'paragraphs'>) =>
  paragraphs.map((text, index) => (
    <p key={index} className="form-text">
      {text}
    </p>
  ))

type FormFieldsProps = {
  site: Pick<PageSite, 'clinic'>
  view: Pick<FillInView, 'path' | 'fields' | 'textHash' | 'isSigned' | 'over'>
  form: FormState
  /** A device of the clinic: the browser fills in nothing and remembers nothing. */
  isShared?: boolean
  /** Below its button. */
  children?: ReactNode
}

export function FormFields({ site: { clinic }, view, form, isShared = false, children }: FormFieldsProps) {
  const button = view.isSigned ? words.sign : words.send
  return (
    <PostForm
      action={`${view.path}#${outcomeId}`}
      offline={words.offline(clinic)}
      autoComplete={isShared ? 'off' : undefined}
    >
      <p className="hint">{words.private}</p>
      {view.fields.map((field) => (
        <AnswerField key={field.name} field={field} form={form} isShared={isShared} />
      ))}
      <input type="hidden" name="text" value={view.textHash} />
      <input type="hidden" name="over" value={view.over ?? ''} />
      {view.isSigned && <p className="hint">{words.signing(button)}</p>}
      <Button>{button}</Button>
      {children}
    </PostForm>
  )
}
