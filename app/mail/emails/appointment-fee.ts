import type { Appointment } from '#app/domain/booking/appointment.ts'
import { findAppointment } from '#app/domain/booking/appointments.server.ts'
import { findUnpaidFee } from '#app/domain/booking/fees/fees.server.ts'
import { formatShortAppointmentTime } from '#app/domain/booking/format-appointment.ts'
import type { ClinicFacts } from '#app/domain/clinic/clinic-facts.ts'
import { findReceipt, findRefund } from '#app/domain/payments/payment-list.server.ts'
import { formatCents } from '#app/domain/shared/money.ts'
import { defineEmail } from '#app/mail/define-email.ts'
import { appointmentUrl } from '#app/mail/links.ts'
import { buttonPart, type Part } from '#app/mail/parts.tsx'
import { sampleAppointment, sampleLink } from '#app/mail/samples.ts'
import { feeEmails as words } from '#content/payments.ts'

const { why, rows } = words
const sample: AboutFee = {
  appointment: { ...sampleAppointment, state: 'no-show' },
  appointmentUrl: sampleLink('/appointments'),
  cents: 4_000,
}

type Day = Pick<Appointment, 'state' | 'startsAt'>
type AboutFee = { appointment: Day; cents: number; appointmentUrl: string }
type Paid = AboutFee & { number: number }
type Declined = AboutFee & { isByBank: boolean }

/** The receipt of a fee. */
export const feePaid = defineEmail({
  kind: 'fee-paid',
  async load(deps, { appointmentId, paymentId }): Promise<Paid | undefined> {
    const appointment = await findAppointment(deps.database.db, appointmentId)
    const receipt = await findReceipt(deps.database.db, paymentId)
    if (!appointment || !receipt) return undefined
    const { number, cents } = receipt
    return { appointment, number, cents, appointmentUrl: appointmentUrl(deps, appointment) }
  },
  head: ({ number, cents, clinic }) => ({
    subject: words.paid.subject(number, clinic.name),
    preview: words.paid.preview(formatCents(cents)),
    headline: words.paid.headline(formatCents(cents)),
  }),
  body: ({ appointment, number, cents, clinic, ...data }) => [
    { paragraph: `${toReason(appointment)} ${words.paid.text}` },
    toFacts(appointment, clinic, [
      { name: rows.receipt, value: String(number) },
      { name: rows.paid, value: formatCents(cents) },
    ]),
    buttonPart(words.link, data.appointmentUrl),
  ],
  why,
  sample: { ...sample, number: 1024 },
})

/** It could not be charged: its patient pays online. */
export const feeDeclined = defineEmail({
  kind: 'fee-declined',
  async load(deps, { appointmentId }): Promise<Declined | undefined> {
    const appointment = await findAppointment(deps.database.db, appointmentId)
    // Waived, withdrawn or paid meanwhile.
    const fee = await findUnpaidFee(deps.database.db, appointment)
    if (!appointment || !fee) return undefined
    const { amountCents: cents, isByBank } = fee
    return { appointment, cents, isByBank, appointmentUrl: appointmentUrl(deps, appointment) }
  },
  head({ cents, isByBank, clinic }) {
    const { subject, byBank, otherwise } = words.declined
    const { preview, headline } = isByBank ? byBank : otherwise
    const amount = formatCents(cents)
    return { subject: subject(clinic.name), preview: preview(amount), headline: headline(amount) }
  },
  body: ({ appointment, cents, clinic, ...data }) => [
    { paragraph: `${toReason(appointment)} ${words.declined.text}` },
    toFacts(appointment, clinic, [{ name: rows.toPay, value: formatCents(cents) }]),
    buttonPart(words.pay, data.appointmentUrl),
  ],
  why,
  sample: { ...sample, isByBank: true },
  otherSamples: [{ ...sample, isByBank: false }],
})

export const feeRefunded = defineEmail({
  kind: 'fee-refunded',
  async load(deps, { appointmentId, refundId }): Promise<AboutFee | undefined> {
    const appointment = await findAppointment(deps.database.db, appointmentId)
    const refund = await findRefund(deps.database.db, refundId)
    if (!appointment || !refund) return undefined
    return { appointment, cents: refund.amountCents, appointmentUrl: appointmentUrl(deps, appointment) }
  },
  head: ({ cents, clinic }) => ({
    subject: words.refunded.subject(clinic.name),
    preview: words.refunded.preview(formatCents(cents)),
    headline: words.refunded.headline(formatCents(cents)),
  }),
  body: ({ appointment, cents, clinic, ...data }) => [
    { paragraph: words.refunded.text },
    toFacts(appointment, clinic, [{ name: rows.refunded, value: formatCents(cents) }]),
    buttonPart(words.link, data.appointmentUrl),
  ],
  why,
  sample,
})

const toReason = ({ state }: Pick<Day, 'state'>) => words.reasons[state === 'no-show' ? 'missed' : 'late']

const toFacts = (day: Day, { timeZone }: ClinicFacts, more: { name: string; value: string }[]): Part => ({
  facts: [{ name: rows.appointment, value: formatShortAppointmentTime(day, timeZone) }, ...more],
})
