import type { OptionalPatientField } from '#content/patient-fields.ts'
import { phoneKey } from '#app/domain/shared/phone-number.server.ts'
import { type Contact, optionalFields, toContact } from './patient-fields.ts'

/** Names agree in spite of case, accents, punctuation and spaces. */
export const toNameKey = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** By which a later appointment joins a record. No address has a space. */
export const toJoinKey = ({ name, email }: Pick<Contact, 'name' | 'email'>) => `${toNameKey(name)} ${email}`

/** What appointments, records and places on the waitlist store of a patient; a blank optional field becomes null. */
export const toContactColumns = (contact: Contact) => ({
  ...toContact(contact),
  ...(Object.fromEntries(optionalFields.map(({ name }) => [name, contact[name] ?? null])) as {
    [name in OptionalPatientField]: string | null
  }),
  phoneDigits: phoneKey(contact.phone),
})

/** Once the patient is erased. */
export const erasedContact = toContactColumns({ name: '', email: '', phone: '' })

/** The columns of a record that follow from a contact. */
export function toRecordColumns(contact: Contact) {
  const columns = toContactColumns(contact)
  const nameKey = toNameKey(contact.name)
  const others = optionalFields.flatMap(({ name, kind }) => {
    const text = contact[name]
    return text ? [kind === 'phone' ? phoneKey(text) : toNameKey(text)] : []
  })
  return { ...columns, nameKey, searchKey: [nameKey, columns.email, columns.phoneDigits, ...others].join(' ') }
}
