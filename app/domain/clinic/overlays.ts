import type { OpenHours, Weekday } from './clinic.ts'

/** The admin's changes of content/clinic.ts. */
export type Overlays = {
  address?: PostalAddress
  phones?: Phones
  emails?: { general: string; booking: string }
  hours?: WeekHours
  reminder?: Reminder
  holidays?: OpenHolidays
  notice?: Notice
  /** By first day. */
  closures: readonly Closure[]
  items: Items
}

/** All four empty: the clinic removed its postal address. */
export type PostalAddress = { street: string; city: string; region: string; postalCode: string }
export type Phones = { display: string; e164: string; messagingUrl: string }
/** Holidays on which the clinic is open (ISO 8601). */
export type OpenHolidays = { open: string[] }
/** How long before an appointment its reminder is sent; 0: none. */
export type Reminder = { hours: number }
export type WeekHours = Record<Weekday, OpenHours[]>

/** Shown at the top of every page up to and including the day `until` (ISO 8601). */
export type Notice = {
  text: string
  until: string
  /** The closure that it announces, with which it is removed. */
  closure?: string | undefined
}

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

/** Products and services. */
export type Items = Readonly<Partial<Record<ItemKey, ItemOverlay>>>
export type ItemKey = `service:${string}` | `product:${string}`
export type ItemOverlay = {
  /** For a service. */
  priceText?: string
  /** For a product. */
  priceCents?: number
  /** Undefined: available. */
  available?: boolean
}

export const noOverlays: Overlays = { closures: [], items: {} }
