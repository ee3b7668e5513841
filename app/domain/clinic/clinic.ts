import type { z } from 'zod'
import type { clinicSchema, weekRule } from './clinic-schema.server.ts'
import type { SectionFacts } from './sections.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

/** Seven things from Monday, as they are shown: from Sunday, as every calendar of the site begins. */
export const fromSunday = <Day>(days: readonly Day[]): Day[] => [...days.slice(-1), ...days.slice(0, -1)]

/** content/clinic.ts. */
export type ClinicFile = z.infer<typeof clinicSchema>
export type OpenHours = z.infer<typeof weekRule>[Weekday][number]

/** `standIn`: nobody at the clinic has confirmed it. */
type Confirmable<Fact> = Fact & { standIn?: boolean }

/** What the clinic says about itself, whatever day it is. */
export type ClinicContent = Omit<ClinicFile, 'messagingApp'> & {
  street?: string
  city: string
  region: string
  postalCode?: string
  /** The admin removed the postal address. */
  withoutAddress?: boolean
  phone: Confirmable<{ display: string; e164: string }>
  messagingApp: Confirmable<{ name: string; url: string }>
  emails: Confirmable<SectionFacts['emails']>
  hours: Confirmable<SectionFacts['hours']>
  reminderHours: number
  parking: Confirmable<{ text: string }>
  waysToPay: Confirmable<{ list: string[] }>
  social: Confirmable<{ name: string; url: string }>[]
  licenses: string[]
}
