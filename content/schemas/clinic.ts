import type { Section } from '#app/domain/clinic/sections.ts'
import type { ContentSchema, FactsOf, Flag } from '#app/domain/content/content-schema.ts'
import { clinicAdminPage as words } from '../pages/admin-clinic.ts'

type SectionSchema<Name extends Section> = ContentSchema & { fields: { confirmed: Flag; facts: FactsOf<Name> } }

const section = <Name extends Section>(name: Name, title: string): SectionSchema<Name> => ({
  title,
  path: '/contact',
  fields: { confirmed: { kind: 'flag' }, facts: { kind: 'facts', section: name } },
})

/** The sections of the Clinic page that visitors see; each is saved as a whole. */
export const clinicSchemas = {
  address: section('address', words.address.heading),
  phones: section('phones', words.phones.heading),
  emails: section('emails', words.emails.heading),
  hours: section('hours', words.hours.heading),
  holidays: section('holidays', words.closures.holidays.label),
  reminder: section('reminder', words.reminder.heading),
  notice: section('notice', words.notice.heading),
}
