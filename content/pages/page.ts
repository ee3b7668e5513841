import type { ClinicContent } from '#app/domain/clinic/clinic.ts'

/** What a page's words may name. Pages get these from the clinic as it stands today, overlay included. */
export type Facts = Pick<
  ClinicContent,
  | 'name'
  | 'kind'
  | 'city'
  | 'region'
  | 'street'
  | 'postalCode'
  | 'phone'
  | 'emails'
  | 'messagingApp'
  | 'parking'
  | 'waysToPay'
> & {
  /** The clinic took its postal address off. */
  withoutAddress?: boolean
}

/** What texts may promise. */
export type Promises = {
  /** Emails are only kept in the database, so no text may promise one. */
  keepsEmails?: true | undefined
  /** Takes new appointments instead of us, so no text may promise that we confirm or change them. */
  schedulerHost?: string | undefined
}

/** A text, or a text that names a fact of the clinic; read it with `inWords`. */
export type Words = string | ((clinic: Facts) => string)

export type Link = { text: string; href: string }

export type Section = {
  /** Anchor of the section, for links into the page. */
  id: string
  heading: string
  paragraphs: Words[]
  list?: Words[]
  links?: Link[]
}

export type Page = {
  /** The page's only h1. */
  title: string
  lead?: Words
  /** `title` goes without the clinic's name, which the page's head appends. */
  seo: { title: string; description: Words }
}

/** What a page has besides its head. */
export type Parts = Record<string, unknown>

export const resolveWords = (words: Words, clinic: Facts) => (typeof words === 'function' ? words(clinic) : words)
