import type { ClaimsQuestion } from '#app/domain/claims/claims-question.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { ItemKey } from '#app/domain/clinic/overlays.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import type { SectionName } from '#app/ui/admin/section-summary.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import type { LoadedClinic } from './clinic.tsx'

/** The outcome of the last post, with the id of its section on the page. */
export type Outcome = { id: string; form: FormState; conflict?: boolean; replaces?: number; claims?: ClaimsQuestion }

/** `facts`: as visitors see them. */
export type ClinicPageData = LoadedClinic & { facts: ClinicFacts }

export const toSectionId = (section: SectionName) => section.replace(':', '-')

export type SectionView = ReturnType<typeof toSectionView>

export function toSectionView({ overlays, revisions, outcome }: ClinicPageData, section: SectionName) {
  const id = toSectionId(section)
  const mine = outcome?.id === id ? outcome : undefined
  return {
    section,
    id,
    revision: revisions[section] ?? 0,
    /** Whether a saved value replaces the default. */
    overlaid: isItem(section)
      ? overlays.items[section] !== undefined
      : section !== 'closures' && overlays[section] !== undefined,
    form: mine?.form ?? {},
    active: mine !== undefined,
    conflict: mine?.conflict ?? false,
    /** Claims in what was typed, to confirm before saving. */
    claims: mine?.claims,
  }
}

const isItem = (section: SectionName): section is ItemKey => section.includes(':')

/** One for each section, since several can have an outcome at the same time. */
export const toOutcomeId = (id: string) => `${id}-outcome`

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
