import { type PatientField, patientFields } from '#content/patient-fields.ts'

// Apart from patient.ts, because browsers should not load Zod.

type Listed = (typeof patientFields)[number]
type OptionalName = Extract<Listed, { optional: object }>['name']

/** Every field of the list. */
export type Contact = Record<Exclude<Listed['name'], OptionalName>, string> & {
  [name in OptionalName]?: string | undefined
}

type Field = PatientField & { name: keyof Contact }

export const contactFields: readonly Field[] = patientFields

export const optionalFields = contactFields.flatMap(({ optional, ...field }) =>
  optional ? { ...field, optional } : [],
)

export const toContact = (from: Contact | Record<keyof Contact, string | null>): Contact =>
  Object.fromEntries(patientFields.map(({ name }) => [name, from[name] ?? undefined])) as Contact
