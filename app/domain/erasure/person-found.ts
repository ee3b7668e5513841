import type { PersonAppointment } from '#app/domain/booking/erase-person.server.ts'
import type { PersonsSubscription } from '#app/domain/newsletter/erase-person.server.ts'
import type { CustomerOrder } from '#app/domain/orders/erase-person.server.ts'

/** The dry run: all data of a person. */
export type PersonFound = {
  appointments: PersonAppointment[]
  orders: CustomerOrder[]
  messages: number
  emails: number
  drafts: number
  waitlist: number
  subscription?: PersonsSubscription
  /** Deleted only if the clinic chooses to. */
  hasAccount: boolean
}

export type ErasedCounts = Record<
  'appointments' | 'orders' | 'messages' | 'emails' | 'drafts' | 'waitlist' | 'subscriptions' | 'accounts',
  number
>

export const isNothing = (found: PersonFound) =>
  found.appointments.length + found.orders.length + found.messages + found.emails + found.drafts + found.waitlist ===
    0 &&
  !found.subscription &&
  !found.hasAccount
