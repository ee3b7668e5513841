import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'

/** A record: one name and address of a person. */
export type PatientRecord = Pick<
  Selectable<Tables['patients']>,
  'id' | 'personId' | 'name' | 'email' | 'phone' | 'declinedPhone' | 'seenAt'
>

/** A person, by the record that stands for it, with all its records. */
export type Patient = Omit<PatientRecord, 'personId' | 'declinedPhone' | 'seenAt'> & {
  /** Also its own; those that were merged into it follow. */
  records: PatientRecord[]
}

/** A person in a list. */
export type ListedPatient = Pick<PatientRecord, 'id' | 'name' | 'email' | 'phone'> & { personSeenAt: number }

/** Why two people may be one, the strongest first. */
export const suggestionReasons = ['name-and-email', 'email', 'phone'] as const

export type Suggestion = Pick<PatientRecord, 'id' | 'name' | 'email' | 'phone'> & {
  reason: (typeof suggestionReasons)[number]
}

export type NoteAudience = Tables['patientNotes']['audience']

export const mostTags = 10
