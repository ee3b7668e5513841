import type { ClaimsQuestion } from '#app/domain/claims/claims-question.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { defaultSummary, type ItemSection, type SectionName } from '#app/ui/admin/section-summary.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import type { LoadedClinic } from './clinic.tsx'
import type { Item } from './items.server.ts'

/** The outcome of the last post, with the id of its section on the page. */
export type Outcome = { id: string; form: FormState; conflict?: boolean; replaces?: number; claims?: ClaimsQuestion }

/** `facts`: as visitors see them. */
export type ClinicPageData = LoadedClinic & { facts: ClinicFacts }

export const toSectionId = (section: SectionName | ItemSection) => section.replace(':', '-')

export type SectionView = ReturnType<typeof toView>

export function toSectionView(page: ClinicPageData, section: SectionName) {
  if (section === 'closures') return toView(page, section, { revision: 0, byDefault: undefined })
  const { revision, isChanged } = page.sections[section]
  return toView(page, section, { revision, byDefault: isChanged ? defaultSummary(section, page) : undefined })
}

export const toItemView = (page: ClinicPageData, { section, revision, isChanged, saidByDefault }: Item) =>
  toView(page, section, { revision, byDefault: isChanged ? saidByDefault : undefined })

type State = {
  revision: number
  /** What it was before it was changed here. */
  byDefault: string | undefined
}

function toView({ outcome }: Pick<ClinicPageData, 'outcome'>, section: SectionName | ItemSection, state: State) {
  const id = toSectionId(section)
  const mine = outcome?.id === id ? outcome : undefined
  return {
    section,
    id,
    ...state,
    form: mine?.form ?? {},
    active: mine !== undefined,
    conflict: mine?.conflict ?? false,
    /** Claims in what was typed, to confirm before saving. */
    claims: mine?.claims,
  }
}

/** One for each section, since several can have an outcome at the same time. */
export const toOutcomeId = (id: string) => `${id}-outcome`

export const sectionAction = ({ id }: Pick<SectionView, 'id'>) => `/admin/clinic#${toOutcomeId(id)}`

export const fieldId = ({ id }: SectionView, name: string) => `${id}-${name}`

/** A field with what was typed, or else the current value. */
export function toField(view: SectionView, name: string, now?: string) {
  const state = fieldState(view.form, name)
  return {
    name,
    ...state,
    id: state.id ? toOutcomeId(view.id) : fieldId(view, name),
    defaultValue: view.form.values?.[name] ?? now,
  }
}

/** A checkbox as posted, or else with its current value. */
export const toCheckbox = (view: SectionView, name: string, now: boolean) => ({
  name,
  id: fieldId(view, name),
  defaultChecked: view.form.values ? view.form.values[name] !== undefined : now,
})
