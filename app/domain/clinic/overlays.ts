import type { OpenHours, Weekday } from './clinic.ts'

/** What the admin says in the browser instead of content/clinic.ts; what is not there, content says. */
export type Overlays = {
  address?: PostalAddress
  phones?: Phones
  emails?: { general: string; booking: string }
  hours?: WeekHours
  reminder?: Reminder
  holidays?: OpenHolidays
  notice?: Notice
  /** In the order of their days. */
  closures: readonly Closure[]
  items: Items
}

/** All four empty: the clinic took its postal address off. */
export type PostalAddress = { street: string; city: string; region: string; postalCode: string }
export type Phones = { display: string; e164: string; messagingUrl: string }
/** Holidays on which the clinic is open all the same (ISO 8601). */
export type OpenHolidays = { open: string[] }
/** How many hours before an appointment its reminder goes; 0: none. */
export type Reminder = { hours: number }
export type WeekHours = Record<Weekday, OpenHours[]>

/** A sentence at the top of every page, up to and including the clinic's day `until` (ISO 8601). */
export type Notice = {
  text: string
  until: string
  /** The closure that it tells of, with which it goes. */
  closure?: string | undefined
}

/** Days on which the clinic is closed although its weekly hours say otherwise, both included (ISO 8601). */
export type Closure = {
  id: string
  firstDay: string
  lastDay: string
  /** Only from here until there on each of these days, clinic local time, '09:00'. */
  part?: OpenHours
  /** Shown to visitors. */
  reason?: string
}

export type NewClosure = Omit<Closure, 'id'>

/** What is sold or booked, by 'service:{id}' or 'product:{id}'. */
export type Items = Readonly<Partial<Record<ItemKey, ItemOverlay>>>
export type ItemKey = `service:${string}` | `product:${string}`
export type ItemOverlay = {
  /** A service's price, in words. */
  priceText?: string
  /** A product's price. */
  priceCents?: number
  /** Only 'false' says something. */
  available?: boolean
}

export const noOverlays: Overlays = { closures: [], items: {} }
