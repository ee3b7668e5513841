import { type Contact, optionalFields } from '#app/domain/patients/patient-fields.ts'
import { Detail } from '#app/ui/primitives/detail.tsx'

/** What a patient gave besides name, email and phone, in a list of details. */
export const OptionalDetails = ({ contact }: { contact: Contact }) =>
  optionalFields.map(({ name, label }) => (
    <Detail key={name} name={label}>
      {contact[name] && <bdi>{contact[name]}</bdi>}
    </Detail>
  ))
