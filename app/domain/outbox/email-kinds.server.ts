import { z } from 'zod'
import { appointmentNews } from './appointment-news.ts'

/** Every kind of email with the ids from which a file in app/mail/emails renders it, right before it is sent. */
const emailIds = {
  'newsletter-welcome': z.object({ subscriberId: z.string() }),
  'newsletter-opt-in': z.object({ subscriberId: z.string() }),
  /** `left`: when they had unsubscribed. */
  'newsletter-confirm': z.object({ subscriberId: z.string(), left: z.number().optional() }),
  newsletter: z.object({ campaignId: z.string(), subscriberId: z.string() }),
  /** To the admin. */
  'newsletter-test': z.object({ campaignId: z.string() }),
  /** To the clinic. */
  'order-notice': z.object({ orderId: z.string() }),
  /** To the customer. */
  'order-confirmation': z.object({ orderId: z.string() }),
  'order-confirmed': z.object({ orderId: z.string() }),
  'order-ready': z.object({ orderId: z.string() }),
  'order-cancelled': z.object({ orderId: z.string() }),
  /** To the customer: the receipt. */
  'order-paid': z.object({ orderId: z.string(), paymentId: z.string() }),
  /** An order that was to be paid online ended unpaid. */
  'order-unpaid': z.object({ orderId: z.string() }),
  'payment-refunded': z.object({ orderId: z.string(), refundId: z.string() }),
  /** To the patient: the receipt of a fee, that their card was declined, and that it went back. */
  'fee-paid': z.object({ appointmentId: z.string(), paymentId: z.string() }),
  'fee-declined': z.object({ appointmentId: z.string(), paymentId: z.string() }),
  'fee-refunded': z.object({ appointmentId: z.string(), refundId: z.string() }),
  /** To the buyer: the receipt. */
  'gift-card-paid': z.object({ giftCardId: z.string(), paymentId: z.string() }),
  /** To whom it is given; `issue`: of its code. */
  'gift-card': z.object({ giftCardId: z.string(), issue: z.number() }),
  'gift-card-refunded': z.object({ giftCardId: z.string(), refundId: z.string() }),
  /** To the patient; `startsAt`: the time at which the clinic turned out to be closed. */
  appointment: z.object({
    appointmentId: z.string(),
    about: z.enum(appointmentNews),
    startsAt: z.number().optional(),
    /** Of a move: its time before. */
    movedFrom: z.number().optional(),
    /** About all days of its plan. */
    wholePlan: z.literal(true).optional(),
  }),
  /** To the patient, of what is paid online: what is to be paid, the receipt, its end without payment, money back. */
  'booking-payment': z.object({
    appointmentId: z.string(),
    about: z.enum(['to-pay', 'paid', 'unpaid', 'refunded']),
    paymentId: z.string().optional(),
    refundId: z.string().optional(),
  }),
  /** To the clinic. */
  'appointment-notice': z.object({
    appointmentId: z.string(),
    about: z.enum(appointmentNews),
    movedFrom: z.number().optional(),
    /** About all days of its plan. */
    wholePlan: z.literal(true).optional(),
  }),
  /** To a patient who asked for the links to their appointments. */
  'appointment-links': z.object({ email: z.string() }),
  /** To a patient's new address, to be confirmed. */
  'appointment-address': z.object({ appointmentId: z.string(), email: z.string() }),
  /** To the former address of an appointment that staff corrected. */
  'address-replaced': z.object({ appointmentId: z.string(), email: z.string() }),
  /** To a patient who opens their data from the link to their appointment. */
  'data-code': z.object({ appointmentId: z.string(), codeId: z.string() }),
  /** To a patient whose request about their data was decided. */
  'data-request-answered': z.object({ requestId: z.string() }),
  /** To a person whose data was erased because they asked for it; deleted once it is sent. */
  'data-erased': z.object({ requestId: z.string() }),
  /** To somebody who waits for a time: they joined, or left several offers unanswered. */
  waitlist: z.object({ entryId: z.string(), about: z.enum(['joined', 'paused']) }),
  'waitlist-offer': z.object({ offerId: z.string() }),
  /** To whom a time was offered that the clinic has blocked since. */
  'waitlist-withdrawn': z.object({ offerId: z.string() }),
  'contact-message': z.object({ contactMessageId: z.string() }),
  /** To the person who wrote the message. */
  'message-reply': z.object({ contactMessageId: z.string(), replyId: z.string() }),
  /** To the address of a new account; `until`: when its link expires. */
  'account-confirm': z.object({ accountId: z.string(), until: z.number() }),
  /** To the owner of an account whose address was used to sign up again. */
  'account-known': z.object({ accountId: z.string() }),
  'password-reset': z.object({ resetId: z.string() }),
  'password-changed': z.object({ accountId: z.string() }),
  'passkey-added': z.object({ accountId: z.string(), passkeyId: z.string() }),
  /** To somebody who is to work at the dashboard. */
  'staff-invitation': z.object({ invitationId: z.string() }),
  /** To the owner. */
  'staff-joined': z.object({ accountId: z.string() }),
  /** To the owner and the former addresses: the clinic's own addresses or numbers changed. */
  'contact-changed': z.object({ section: z.enum(['emails', 'phones']), version: z.number() }),
  /** To the admin, each morning; `day` of the clinic's calendar. */
  today: z.object({ day: z.iso.date() }),
}
export type EmailKind = keyof typeof emailIds
export type EmailIds = { [Kind in EmailKind]: z.output<(typeof emailIds)[Kind]> }

export const emailKind = z.enum(Object.keys(emailIds) as [EmailKind, ...EmailKind[]])

export const parseEmailIds = <Kind extends EmailKind>(kind: Kind, { ids }: { ids: unknown }) =>
  emailIds[kind].parse(ids) as EmailIds[Kind]
