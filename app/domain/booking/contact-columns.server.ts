import { phoneKey } from '#app/domain/shared/phone-number.ts'
import { type Contact, toContact, optionalFields } from './patient-fields.ts'

/** What an appointment stores of its patient; an optional field that was left blank becomes null. */
export const contactColumns = (contact: Contact) => ({
  ...toContact(contact),
  ...(Object.fromEntries(optionalFields.map(({ name }) => [name, contact[name] ?? null])) as Partial<Contact>),
  phoneDigits: phoneKey(contact.phone),
})

export const erasedContact = contactColumns({ name: '', email: '', phone: '' })
