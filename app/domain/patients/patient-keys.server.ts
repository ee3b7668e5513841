import { phoneKey } from '#app/domain/shared/phone-number.server.ts'

/** What a record knows of its patient. */
export type PatientContact = { name: string; email: string; phone: string }

/** Names agree in spite of case, accents, punctuation and spaces. */
export const toNameKey = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** By which a later appointment joins a record. No address has a space. */
export const toJoinKey = ({ name, email }: Pick<PatientContact, 'name' | 'email'>) => `${toNameKey(name)} ${email}`

/** The columns that follow from a contact. */
export function toRecordColumns({ name, email, phone }: PatientContact) {
  const nameKey = toNameKey(name)
  const phoneDigits = phoneKey(phone)
  return { name, email, phone, phoneDigits, nameKey, searchKey: [nameKey, email, phoneDigits].join(' ') }
}
