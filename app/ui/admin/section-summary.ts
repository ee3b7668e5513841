import { weekInWords } from '#app/domain/clinic/week-in-words.ts'
import { type ClinicFacts, clinicTimeZone, toClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { deliveredClinic, type SavedClinic } from '#app/domain/clinic/sections.ts'
import { clinicDate, formatDay } from '#app/domain/shared/clinic-time.ts'
import { clinicAdminPage as words } from '#content/pages/admin-clinic.ts'
import { addressLine } from '#content/site.ts'

/** Of the page Clinic. */
export type SectionName = 'address' | 'phones' | 'emails' | 'hours' | 'reminder' | 'holidays' | 'notice' | 'closures'

/** Of a product or service. */
export type ItemSection = `product:${string}` | `service:${string}`

/** One line of what a section shows to visitors: now, by default, or as saved in another tab. */
function summarize(section: SectionName, facts: ClinicFacts, { notice }: Pick<SavedClinic, 'notice'>, today: string) {
  if (section === 'phones') return `${facts.phone.display}; ${facts.messagingApp.name}: ${facts.messagingApp.url}`
  if (section === 'emails') return [...new Set([facts.emails.general, facts.emails.booking])].join(', ')
  if (section === 'address') return addressLine(facts) || words.address.none
  if (section === 'hours') return weekInWords(facts.week)
  if (section === 'reminder') return words.reminder.said(facts.reminderHours)
  if (section === 'holidays') return facts.holidays.map(({ name }) => name).join(', ')
  if (section === 'notice') return sayNotice(notice.facts, today)
  return ''
}

const sayNotice = (notice: SavedClinic['notice']['facts'], today: string) =>
  notice ? words.notice.shown(notice.text, dayInWords(notice.until, today)) : words.notice.none

/** Summarizes a section of what is saved. */
export const summarizeWith = (section: SectionName, now: number) => (saved: SavedClinic) =>
  summarize(section, toClinicFacts(saved, now), saved, clinicDate(now, clinicTimeZone).toString())

export const dayInWords = (day: string, today: string) => formatDay(day, today)

type Shown = { facts: ClinicFacts; defaults: ClinicFacts; saved: SavedClinic; today: string }

export const currentSummary = (section: SectionName, { facts, saved, today }: Shown) =>
  summarize(section, facts, saved, today)

export const defaultSummary = (section: SectionName, { defaults, today }: Shown) =>
  summarize(section, defaults, deliveredClinic, today)
