import {
  type OptionalPatientField,
  type PatientField,
  patientFields,
  type RequiredPatientField,
} from '#content/patient-fields.ts'

// Apart from patient-keys.server.ts, because browsers should not load the library for phone numbers.

/** Every field of the list. */
export type Contact = Record<RequiredPatientField, string> & { [name in OptionalPatientField]?: string | undefined }

type Field = PatientField & { name: keyof Contact }

export const contactFields: readonly Field[] = patientFields

export const optionalFields = contactFields.filter(({ optional }) => optional)

/** 'name, email address, phone number' */
export const patientFieldsInWords = patientFields.map(({ inWords }) => inWords).join(', ')

/** For a query: the columns of the fields. */
export const contactColumns = patientFields.map(({ name }) => name)

/** As in a row, where a blank optional field is null. */
type ContactRow = Contact | Record<keyof Contact, string | null>

/** Without the rest of a row. */
export const toContact = (from: ContactRow): Contact =>
  Object.fromEntries(patientFields.map(({ name }) => [name, from[name] ?? undefined])) as Contact

/** Beside the name in a list. */
export const contactInLine = (contact: ContactRow) =>
  [contact.phone, contact.email, ...optionalFields.map(({ name }) => contact[name])].filter(Boolean).join(', ')
