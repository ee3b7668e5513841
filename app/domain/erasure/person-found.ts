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
  giftCards: number
  subscription?: PersonsSubscription
  /** Deleted only if the clinic chooses to. */
  hasAccount: boolean
}

export type ErasedCounts = Record<
  | 'appointments'
  | 'orders'
  | 'messages'
  | 'emails'
  | 'drafts'
  | 'waitlist'
  | 'giftCards'
  | 'subscriptions'
  | 'accounts',
  number
>

export const isNothing = ({ appointments, orders, subscription, hasAccount, ...counts }: PersonFound) =>
  [appointments.length, orders.length, ...Object.values(counts)].every((count) => count === 0) &&
  !subscription &&
  !hasAccount
