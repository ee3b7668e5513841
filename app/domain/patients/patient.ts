import type { Selectable } from 'kysely'
import type { Tables } from '#app/database/tables.ts'
import type { Contact } from './patient-fields.ts'

type Row = Selectable<Tables['patients']>

/** A record: one name and address of a person. */
export type PatientRecord = Pick<Row, keyof Contact | 'id' | 'personId' | 'declinedPhone' | 'seenAt'>

/** A person, by the record that stands for it, with all its records. */
export type Patient = Omit<PatientRecord, 'personId' | 'declinedPhone' | 'seenAt'> & {
  /** Also its own; those that were merged into it follow. */
  records: PatientRecord[]
}

/** A person in a list. */
export type ListedPatient = Pick<Row, keyof Contact | 'id' | 'personSeenAt'>

/** Why two people may be one, the strongest first. */
export const suggestionReasons = ['name-and-email', 'email', 'phone'] as const

export type Suggestion = Pick<Row, keyof Contact | 'id'> & {
  reason: (typeof suggestionReasons)[number]
}

export type NoteAudience = Tables['patientNotes']['audience']

export const mostTags = 10
