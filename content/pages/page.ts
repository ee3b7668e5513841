import type { ClinicContent } from '#app/domain/clinic/clinic.ts'

/** Facts that texts may name, as currently set in the dashboard. */
export type Facts = Pick<
  ClinicContent,
  | 'name'
  | 'kind'
  | 'city'
  | 'region'
  | 'street'
  | 'postalCode'
  | 'withoutAddress'
  | 'phone'
  | 'emails'
  | 'messagingApp'
  | 'parking'
  | 'waysToPay'
>

export type Promises = {
  /** Emails are only stored, so no text may promise one. */
  keepsEmails?: true | undefined
  /** A hosted scheduler takes appointments, so no text may promise that we confirm or change them. */
  schedulerHost?: string | undefined
  /** Customers can pay orders online, so no text may say that they can't. */
  takesPayments?: true | undefined
}

/** A text, or a function of the clinic's facts; read it with `resolveWords`. */
export type Words = string | ((clinic: Facts) => string)

export type Link = { text: string; href: string }

export type Page = {
  /** The page's only h1. */
  title: string
  lead?: Words
  /** `title` without the clinic's name, which the page's head appends. */
  seo: { title: string; description: Words }
}

/** Texts besides the head. */
export type Parts = Record<string, unknown>

export const resolveWords = (words: Words, clinic: Facts) => (typeof words === 'function' ? words(clinic) : words)
