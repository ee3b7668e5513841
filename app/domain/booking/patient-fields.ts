import { type PatientField, patientFields } from '#content/patient-fields.ts'

// Apart from patient.ts, whose rules are too big for a browser.

type Listed = (typeof patientFields)[number]
type OptionalName = Extract<Listed, { optional: object }>['name']

/** Who a patient is and how to reach them: every field of the list. */
export type Contact = Record<Exclude<Listed['name'], OptionalName>, string> & {
  [name in OptionalName]?: string | undefined
}

type Field = PatientField & { name: keyof Contact }

export const contactFields: readonly Field[] = patientFields

export const optionalFields = contactFields.flatMap(({ optional, ...field }) =>
  optional ? { ...field, optional } : [],
)

/** The contact in something that says more of a patient. */
export const toContact = (from: Contact | Record<keyof Contact, string | null>): Contact =>
  Object.fromEntries(patientFields.map(({ name }) => [name, from[name] ?? undefined])) as Contact
