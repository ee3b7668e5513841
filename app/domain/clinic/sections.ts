import type { z } from 'zod'
import file from '#content/clinic.json' with { type: 'json' }
import practical from '#content/pages/practical.json' with { type: 'json' }
import type { OpenHours, Weekday } from './clinic.ts'
import type { sectionRules } from './section-rules.server.ts'

export type SectionFacts = { [Name in keyof typeof sectionRules]: z.infer<(typeof sectionRules)[Name]> }
export type Section = keyof SectionFacts

/** The sections of the Clinic page, each a record of the clinic's content ('clinic/phones'). */
export type Sections = {
  [Name in Section]: {
    /** Somebody at the clinic saved it or said that it is right; otherwise its facts are placeholders. */
    confirmed: boolean
    facts: SectionFacts[Name]
  }
}

/** The record 'practical', which has no section. */
export type Practical = {
  parking: string
  waysToPay: readonly { text: string }[]
  social: readonly { name: string; url: string }[]
  licenses: readonly { text: string }[]
  /** Ids of those on which the clinic is closed. */
  holidays: readonly string[]
  /** As that of a section. */
  confirmed: boolean
}

/** What is saved of the clinic. Closures by first day. */
export type SavedClinic = Sections & { practical: Practical; closures: readonly Closure[] }

export type Phones = SectionFacts['phones']
export type Reminder = SectionFacts['reminder']
export type Notice = NonNullable<SectionFacts['notice']>
export type WeekHours = Record<Weekday, OpenHours[]>

/** ISO 8601, both days included. */
export type Closure = {
  id: string
  firstDay: string
  lastDay: string
  /** Closed only at these times of each day. */
  part?: OpenHours
  /** Shown to visitors. */
  reason?: string
}

export type NewClosure = Omit<Closure, 'id'>

const sections: Sections = file

/** content/ alone. */
export const deliveredClinic: SavedClinic = { ...sections, practical, closures: [] }
