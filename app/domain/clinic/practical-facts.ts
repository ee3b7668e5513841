import { holidayNames } from '#content/holidays.ts'
import type { ClinicContent } from './clinic.ts'
import type { HolidayId, ObservedHolidays } from './holidays.ts'
import type { Practical, SavedClinic } from './sections.ts'

type PracticalFacts = Pick<ClinicContent, 'parking' | 'waysToPay' | 'social' | 'licenses'>

export function practicalFacts({ parking, waysToPay, social, licenses, confirmed }: Practical): PracticalFacts {
  const mark = !confirmed && { standIn: true }
  return {
    parking: { text: parking, ...mark },
    waysToPay: { list: waysToPay.map(({ text }) => text), ...mark },
    social: social.map((account) => ({ ...account, ...mark })),
    licenses: licenses.map(({ text }) => text),
  }
}

/** The federal holidays on which the clinic is closed, unless it opens on one of them. */
export const observedHolidays = ({ practical }: Pick<SavedClinic, 'practical'>): ObservedHolidays =>
  Object.entries(holidayNames)
    .filter(([id]) => practical.holidays.includes(id))
    .map(([id, name]) => ({ id: id as HolidayId, name }))
