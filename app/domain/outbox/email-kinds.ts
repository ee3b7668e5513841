import { z } from 'zod'
import { appointmentNews } from './appointment-news.ts'

/**
 * Every kind of email with the ids from which it is rendered, right before it is sent. What it says is a file of its own
 * in app/mail/emails.
 */
const emailIds = {
  'newsletter-welcome': z.object({ subscriberId: z.string() }),
  'newsletter-opt-in': z.object({ subscriberId: z.string() }),
  /** `left`: when they had unsubscribed, epoch milliseconds. */
  'newsletter-confirm': z.object({ subscriberId: z.string(), left: z.number().optional() }),
  /** To one of its recipients. */
  newsletter: z.object({ campaignId: z.string(), subscriberId: z.string() }),
  /** To whoever is about to send the newsletter. */
  'newsletter-test': z.object({ campaignId: z.string() }),
  /** To the clinic. */
  'order-notice': z.object({ orderId: z.string() }),
  /** To the buyer. */
  'order-confirmation': z.object({ orderId: z.string() }),
  'order-confirmed': z.object({ orderId: z.string() }),
  'order-ready': z.object({ orderId: z.string() }),
  'order-cancelled': z.object({ orderId: z.string() }),
  /** To the patient; `startsAt`: at which time the clinic turned out to be closed. */
  appointment: z.object({ appointmentId: z.string(), about: appointmentNews, startsAt: z.number().optional() }),
  /** To the clinic. */
  'appointment-notice': z.object({ appointmentId: z.string(), about: appointmentNews }),
  /** To whoever asked for the links to their appointments anew. */
  'appointment-links': z.object({ email: z.string() }),
  /** To an address that a patient gave instead of the one before: to confirm that it is theirs. */
  'appointment-address': z.object({ appointmentId: z.string(), email: z.string() }),
  'contact-message': z.object({ contactMessageId: z.string() }),
  /** To whoever signed up; `until`: how long its link can be used, epoch milliseconds. */
  'account-confirm': z.object({ accountId: z.string(), until: z.number() }),
  /** To the owner of an address with which somebody signed up once more. */
  'account-known': z.object({ accountId: z.string() }),
  'password-reset': z.object({ resetId: z.string() }),
  'password-changed': z.object({ accountId: z.string() }),
  /** To the admin, each morning: what there is to do on that day of the clinic's calendar. */
  today: z.object({ day: z.iso.date() }),
}
export type EmailKind = keyof typeof emailIds
export type EmailIds = { [Kind in EmailKind]: z.output<(typeof emailIds)[Kind]> }

/** As stored, by this version or an older one. */
export const emailKind = z.enum(Object.keys(emailIds) as [EmailKind, ...EmailKind[]])

/** The ids of a stored email, checked by the schema of its kind. */
export const idsOf = <Kind extends EmailKind>(kind: Kind, { ids }: { ids: unknown }) =>
  emailIds[kind].parse(ids) as EmailIds[Kind]
