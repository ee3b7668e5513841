import type { CalendarEntry } from '#app/domain/booking/appointment.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { formatTimeOfDay } from '#app/domain/booking/format-appointment.ts'
import { type Booked, findBooked } from '#app/domain/booking/money/booking-receipts.server.ts'
import { taxesWithin } from '#app/domain/booking/money/service-tax.ts'
import { listPaidTogether } from '#app/domain/booking/money/terms.server.ts'
import { whatIsDue } from '#app/domain/booking/money/what-is-due.server.ts'
import { findReceipt, findRefund } from '#app/domain/payments/payment-list.server.ts'
import type { RefundReason } from '#app/domain/payments/payment.ts'
import { formatClinicMoment } from '#app/domain/shared/clinic-time.ts'
import { formatCents, formatRate } from '#app/domain/shared/money.ts'
import { toWhen } from '#app/mail/appointment-parts.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { appointmentUrl } from '#app/mail/links.ts'
import { buttonPart, type Fact, paragraphParts } from '#app/mail/parts.tsx'
import { sampleAppointment, sampleLink, sampleOrigin } from '#app/mail/samples.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { appointmentParts } from '#content/emails.ts'
import { bookingCardEmails } from '#content/booking-cards.ts'
import { bookingPayment as bookingPaymentWords, bookingPaymentEmails as words } from '#content/booking-payments.ts'

type News =
  | { about: 'to-pay'; payBy: number }
  | { about: 'paid'; number: number; booked: Booked }
  | { about: 'unpaid' }
  | { about: 'refunded'; reason: RefundReason }

type BookingPayment = {
  /** The first day of a plan. */
  appointment: CalendarEntry
  /** That are paid for together. */
  days: number
  news: News
  cents: number
  /** Nothing is to be paid, but a card to be given, for a fee of so many cents. */
  isCard?: boolean
  appointmentUrl: string
  bookingUrl: string
}

const sample: BookingPayment = {
  appointment: sampleAppointment,
  days: 1,
  news: { about: 'paid', number: 1024, booked: { startsAt: sampleAppointment.startsAt, days: 1, taxRates: [10_000] } },
  cents: 5_000,
  appointmentUrl: sampleLink('/appointments'),
  bookingUrl: `${sampleOrigin}/booking`,
}

export const bookingPayment = defineEmail({
  kind: 'booking-payment',
  async load(deps, { appointmentId, about, paymentId = '', refundId = '' }): Promise<BookingPayment | undefined> {
    const { database, config, content } = deps
    const { db } = database
    const appointment = await findAppointment(db, appointmentId)
    if (!appointment) return undefined
    const links = { appointmentUrl: appointmentUrl(deps, appointment), bookingUrl: `${config.publicOrigin}/booking` }
    const { advance } = await whatIsDue(deps, appointment, Date.now())
    if (!advance) return undefined
    const { isCard, cents, status } = advance
    const { length: days } = await listPaidTogether(db, appointment)
    const all = { appointment, days, isCard, cents, ...links }
    if (about === 'to-pay')
      // Paid, given a card or canceled meanwhile.
      return status === 'held' ? { ...all, news: { about, payBy: appointment.payBy! } } : undefined
    if (about === 'unpaid') return status === 'ended' ? { ...all, news: { about } } : undefined
    if (about === 'paid') {
      const receipt = await findReceipt(db, paymentId)
      if (!receipt) return undefined
      const { cents, number } = receipt
      return {
        ...all,
        cents,
        news: { about, number, booked: await findBooked({ db, content }, appointment, paymentId) },
      }
    }
    const refund = await findRefund(db, refundId)
    return refund && { ...all, cents: refund.amountCents, news: { about, reason: refund.reason } }
  },
  head({ news, cents, isCard, clinic }) {
    const amount = formatCents(cents)
    if (news.about === 'to-pay') {
      const texts = toWords(isCard)['to-pay']
      return { ...texts, preview: texts.preview(formatTimeOfDay(news.payBy, clinic.timeZone)) }
    }
    if (news.about === 'unpaid') return toWords(isCard).unpaid
    if (news.about === 'paid')
      return {
        ...words.paid,
        subject: words.paid.subject(news.number, clinic.name),
        preview: words.paid.preview(amount),
      }
    return { ...words.refunded, preview: words.refunded.preview(amount), headline: words.refunded.headline(amount) }
  },
  body: (data) => [
    ...paragraphParts([sayWhat(data, data.clinic)]),
    { facts: toRows(data, data.clinic) },
    toButton(data),
  ],
  why: appointmentParts.why,
  sample,
  otherSamples: [
    { ...sample, news: { about: 'to-pay', payBy: sampleAppointment.bookedAt } },
    { ...sample, news: { about: 'to-pay', payBy: sampleAppointment.bookedAt }, isCard: true },
    { ...sample, news: { about: 'to-pay', payBy: sampleAppointment.bookedAt }, days: 5 },
    { ...sample, news: { about: 'unpaid' } },
    { ...sample, news: { about: 'unpaid' }, isCard: true },
    { ...sample, news: { about: 'refunded', reason: 'canceled' } },
  ],
})

const toWords = (isCard: boolean | undefined) => (isCard ? bookingCardEmails : words)

type Clinic = Pick<ClinicFacts, 'timeZone'>

function sayWhat({ news, isCard }: BookingPayment, { timeZone }: Clinic) {
  if (news.about === 'to-pay') return toWords(isCard)['to-pay'].text(formatTimeOfDay(news.payBy, timeZone))
  if (news.about === 'refunded') return `${words.refunded.reasons[news.reason]} ${words.refunded.text}`.trim()
  return news.about === 'paid' ? words.paid.text : toWords(isCard).unpaid.text
}

function toRows({ appointment, days, news, cents, isCard }: BookingPayment, clinic: Clinic): Fact[] {
  const amount = formatCents(cents)
  const when = days === 1 ? toWhen(appointmentParts.when, appointment, clinic) : toBooked(appointment, days, clinic)
  if (news.about === 'to-pay') return [when, { name: isCard ? bookingCardEmails.row : words.rows.toPay, value: amount }]
  if (news.about === 'refunded') return [when, { name: words.rows.refunded, value: amount }]
  if (news.about === 'unpaid') return [when]
  const { booked, number } = news
  return [
    { name: words.rows.receipt, value: String(number) },
    toBooked(booked, booked.days, clinic),
    { name: words.rows.paid, value: amount },
    ...taxesWithin(cents, booked.taxRates).map((tax) => ({
      name: words.rows.tax(formatRate(tax.rate)),
      value: formatCents(tax.cents),
    })),
  ]
}

const toBooked = ({ startsAt }: Pick<Booked, 'startsAt'>, days: number, { timeZone }: Clinic): Fact => ({
  name: words.rows.booked,
  value: bookingPaymentWords.days(formatClinicMoment(startsAt, timeZone), days),
})

function toButton({ news, isCard, ...links }: BookingPayment) {
  if (news.about === 'unpaid') return buttonPart(toWords(isCard).unpaid.button, links.bookingUrl)
  return buttonPart(news.about === 'to-pay' ? toWords(isCard)['to-pay'].button : words.link, links.appointmentUrl)
}
