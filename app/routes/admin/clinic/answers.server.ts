import { data, redirect } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import type { RequestContext } from '#app/http/context.ts'
import { setFlash } from '#app/http/flash.ts'
import type { Typed } from '#app/http/parse-form.ts'
import { submit } from '#app/http/submit.server.ts'
import type { ItemSection, SectionName } from '#app/ui/admin/section-summary.ts'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { type Outcome, toSectionId, toOutcomeId } from './section-view.ts'

type More = Omit<Outcome, 'id' | 'form'>

/** The page again, with what was typed in the posted section. */
export const answer = (
  section: SectionName | ItemSection,
  typed: Typed,
  status: number,
  form: FormState,
  more: More = {},
) => data({ outcome: { id: toSectionId(section), form: { values: typed, ...form }, ...more } }, { status })

export function done(context: RequestContext, section: SectionName | ItemSection, text: string, advice?: string) {
  const id = toSectionId(section)
  setFlash(context, { on: '/admin/clinic', about: id, text, advice })
  return redirect(`/admin/clinic#${toOutcomeId(id)}`, 303)
}

/** An invalid number counts as an outdated revision. */
export const parseRevision = ({ revision = '' }: Typed) => (/^\d{1,9}$/.test(revision) ? Number(revision) : -1)

/** If saving fails, nothing was changed and nothing typed is lost. */
export const submitSection = <Answer>(
  context: RequestContext,
  section: SectionName | ItemSection,
  typed: Typed,
  work: () => Promise<Answer>,
) => submit(context, work, () => answer(section, typed, 503, { error: words.failure }))
