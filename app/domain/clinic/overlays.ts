import type { z } from 'zod'
import type { OpenHours, Weekday } from './clinic.ts'
import type { overlaySchemas } from './overlay-schema.server.ts'

/** The admin's changes of content/clinic.ts. */
export type Overlays = Partial<Values> & {
  hours?: WeekHours
  /** By first day. */
  closures: readonly Closure[]
}

type Values = { [Section in keyof typeof overlaySchemas]: z.infer<(typeof overlaySchemas)[Section]> }
export type PostalAddress = Values['address']
export type Phones = Values['phones']
export type Reminder = Values['reminder']
export type Notice = Values['notice']
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

export const noOverlays: Overlays = { closures: [] }
