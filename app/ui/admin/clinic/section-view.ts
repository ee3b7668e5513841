import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Holiday } from '#app/domain/clinic/holidays.ts'
import type { ItemKey, Overlays } from '#app/domain/clinic/overlays.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import type { AppointmentRow } from '#app/ui/admin/appointments/calendar-view.ts'
import type { FoundClaims } from '#app/ui/admin/claims-question.tsx'
import { fieldState } from '#app/ui/forms/field-state.ts'

export type SectionName =
  | 'address'
  | 'phones'
  | 'emails'
  | 'hours'
  | 'reminder'
  | 'holidays'
  | 'notice'
  | 'closures'
  | ItemKey

/** Everything the page shows. */
export type ClinicPageData = {
  /** As visitors see it. */
  facts: ClinicFacts
  /** As it would be without what was saved here. */
  defaults: ClinicFacts
  overlays: Overlays
  revisions: Readonly<Record<string, number>>
  /** Those ahead, with whether the clinic is open on them all the same. */
  holidays: (Holiday & { text: string; isOpen: boolean })[]
  /** The upcoming appointments that lie in each closure, by its id. */
  inClosures: Readonly<Record<string, { visits: AppointmentRow[]; untold: number; unreached: boolean }>>
  /** Whether emails leave the house. */
  mailed: boolean
  /** The clinic's calendar day, ISO 8601. */
  today: string
  /** The part that was posted or saved just now, by its id on the page, and what it says. */
  said?: { id: string; form: FormState; conflict?: boolean; replaces?: number; claims?: FoundClaims }
}

/** One part of the page with its form. */
export type SectionView = {
  section: SectionName
  /** On the page. */
  id: string
  revision: number
  /** Whether something is saved here in place of the default. */
  overlaid: boolean
  form: FormState
  /** The form's part was posted or saved just now. */
  active: boolean
  conflict: boolean
  /** In what was typed; asked about before it is saved. */
  claims?: FoundClaims
}

export const toSectionId = (section: SectionName) => section.replace(':', '-')

export function toSectionView({ overlays, revisions, said }: ClinicPageData, section: SectionName): SectionView {
  const id = toSectionId(section)
  const mine = said?.id === id ? said : undefined
  return {
    section,
    id,
    revision: revisions[section] ?? 0,
    overlaid: isItem(section)
      ? overlays.items[section] !== undefined
      : section !== 'closures' && overlays[section] !== undefined,
    form: mine?.form ?? {},
    active: mine !== undefined,
    conflict: mine?.conflict ?? false,
    claims: mine?.claims,
  }
}

const isItem = (section: SectionName): section is ItemKey => section.includes(':')

/** The id of what became of a part's form: several parts can have something to say at the same time. */
export const toOutcomeId = (id: string) => `${id}-outcome`

export const fieldId = ({ id }: SectionView, name: string) => `${id}-${name}`

/** A field of a part: what was typed, else what holds now. */
export function toField(view: SectionView, name: string, now: string | undefined) {
  const state = fieldState(view.form, name)
  return {
    name,
    ...state,
    id: state.id ? toOutcomeId(view.id) : fieldId(view, name),
    defaultValue: view.form.values?.[name] ?? now,
  }
}

/** A box of a part: ticked as it was posted, else as it holds now. */
export const toCheckbox = (view: SectionView, name: string, now: boolean) => ({
  name,
  id: fieldId(view, name),
  defaultChecked: view.form.values ? view.form.values[name] !== undefined : now,
})
