import { signInPath } from '#app/domain/accounts/sign-in-path.ts'
import { calendarEntry } from '#app/domain/booking/calendar-entry.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import type { Order } from '#app/domain/orders/order.ts'
import { accountConfirm, accountKnown, passwordChanged, passwordReset } from '#app/mail/account-letters.tsx'
import type { EmailKind } from '#app/domain/outbox/email-kinds.ts'
import type { Today } from '#app/domain/today/today.ts'
import { appointmentNews } from '#app/mail/appointment.tsx'
import { appointmentAddress } from '#app/mail/appointment-address.tsx'
import { appointmentLinks } from '#app/mail/appointment-links.tsx'
import { appointmentNotice } from '#app/mail/appointment-notice.tsx'
import { contactMessage } from '#app/mail/contact-message.tsx'
import type { RenderedEmail } from '#app/mail/email-frame.tsx'
import { newsletterConfirm } from '#app/mail/newsletter-confirm.tsx'
import { newsletterIssue } from '#app/mail/newsletter-issue.tsx'
import { newsletterOptIn } from '#app/mail/newsletter-opt-in.tsx'
import { newsletterWelcome } from '#app/mail/newsletter-welcome.tsx'
import { orderChange } from '#app/mail/order-change.tsx'
import { orderConfirmation } from '#app/mail/order-confirmation.tsx'
import { orderNotice } from '#app/mail/order-notice.tsx'
import { todayLetter } from '#app/mail/today.tsx'
import { appointmentParts } from '#content/letters.ts'
import { addressLine } from '#content/site.ts'

/** Every kind of letter with made-up data, to be looked at (`npm run letters`). */
export function letterSamples(): Record<EmailKind, RenderedEmail> {
  const clinic = contentFacts(Date.now())
  const link = (path: string) =>
    `https://www.clinic.example${path}/c2FtcGxlLWxpbms.QnV0LWEtbG9uZy1zaWduYXR1cmUtYWZ0ZXItaXQ`
  const newsletter = newsletterIssue({
    clinic,
    url: link('/blog'),
    subject: 'Ginger tea for cold evenings',
    intro: 'Dear readers,\nthe evenings are getting long. Here is what we drink in November.',
    unsubscribeUrl: link('/newsletter/unsubscribe'),
  })
  return {
    'newsletter-welcome': newsletterWelcome({ clinic, unsubscribeUrl: link('/newsletter/unsubscribe') }),
    'newsletter-opt-in': newsletterOptIn({ clinic, confirmUrl: link('/newsletter/confirm') }),
    'newsletter-confirm': newsletterConfirm({ clinic, confirmUrl: link('/newsletter/confirm') }),
    newsletter,
    'newsletter-test': newsletter,
    'order-notice': orderNotice({ clinic, order: sampleOrder, orderUrl: link('/orders') }),
    'order-confirmation': orderConfirmation({ clinic, order: sampleOrder, orderUrl: link('/orders') }),
    'order-confirmed': orderChange({ clinic, order: sampleOrder, status: 'confirmed', orderUrl: link('/orders') }),
    'order-ready': orderChange({ clinic, order: sampleOrder, status: 'ready', orderUrl: link('/orders') }),
    'order-cancelled': orderChange({ clinic, order: sampleOrder, status: 'cancelled', orderUrl: link('/orders') }),
    appointment: appointmentNews({
      clinic,
      appointment: sampleAppointment,
      about: 'booked',
      withWhom: undefined,
      video: undefined,
      movableUntil: 'Mon, Nov 23, 10:30 am',
      freeTimes: [],
      appointmentUrl: link('/appointments'),
      bookingUrl: 'https://www.clinic.example/booking',
      calendar: calendarEntry({
        appointment: sampleAppointment,
        organizer: { name: clinic.name, email: clinic.emails.booking },
        title: appointmentParts.calendarName(clinic.name),
        place: addressLine(clinic),
      }),
    }),
    'appointment-notice': appointmentNotice({
      clinic,
      appointment: sampleAppointment,
      about: 'booked',
      withWhom: undefined,
      adminUrl: `https://www.clinic.example${signInPath('/admin')}`,
    }),
    'appointment-links': appointmentLinks({
      clinic,
      ahead: [{ visit: sampleAppointment, url: link('/appointments') }],
      rest: [{ visit: sampleAppointment, url: link('/appointments') }],
    }),
    'appointment-address': appointmentAddress({ clinic, confirmUrl: link('/appointments/confirm') }),
    'contact-message': contactMessage({ clinic, message: sampleMessage }),
    'account-confirm': accountConfirm({ clinic, confirmUrl: link('/login/confirm') }),
    'account-known': accountKnown({ clinic, loginUrl: 'https://www.clinic.example/login' }),
    'password-reset': passwordReset({ clinic, resetUrl: link('/login/reset') }),
    'password-changed': passwordChanged({ clinic, forgotUrl: 'https://www.clinic.example/login/forgot' }),
    today: todayLetter({
      clinic,
      today: sampleToday,
      late: false,
      adminUrl: `https://www.clinic.example${signInPath('/admin')}`,
      now: sampleMorning,
    }),
  }
}

const sampleOrder: Order = {
  id: 'sample',
  number: 'K7F-29Q',
  status: 'new',
  name: 'Maya Thomas',
  email: 'maya@example.com',
  phone: '(205) 555-0100',
  note: 'Tablets, please.\nI can come on Thursday.',
  lines: [
    { productId: 'triphala', name: 'Triphala powder/Tab/Cap', priceCents: 1200, quantity: 12, supplement: true },
    { productId: 'ayur-skin-care', name: 'Ayur Skin Care', priceCents: 1500, quantity: 1, supplement: false },
  ],
  totalCents: 15_900,
  placedAt: Date.UTC(2026, 10, 20, 18),
}

const sampleAppointment = {
  id: 'sample',
  state: 'confirmed',
  startsAt: Date.UTC(2026, 10, 24, 16, 30),
  endsAt: Date.UTC(2026, 10, 24, 17, 30),
  bookedAt: 0,
  revision: 0,
  uidDomain: undefined,
  cancelledLate: false,
  name: 'Maya Thomas',
  phone: '(205) 555-0100',
} as const

const sampleMessage = {
  name: 'Maya Thomas',
  email: 'maya@example.com',
  message: 'Hello,\n\nIs there room for a wheelchair? I would come on a Tuesday.\n\nMaya',
}

const sampleMorning = Temporal.ZonedDateTime.from('2026-11-20T07:00[America/Chicago]').epochMilliseconds
const sampleHour = 60 * 60_000

const sampleVisit = { serviceId: 'general', minutes: 60 }

const sampleToday: Today = {
  sections: [
    {
      kind: 'visits',
      count: 2,
      items: [
        {
          id: 'sample',
          name: 'Ravi Menon',
          phone: '(205) 555-0111',
          at: sampleMorning + 2 * sampleHour,
          ...sampleVisit,
        },
        { id: 'sample', name: 'Lin Tran', phone: '(205) 555-0112', at: sampleMorning + 4 * sampleHour, ...sampleVisit },
      ],
    },
    {
      kind: 'undelivered',
      count: 1,
      items: [
        {
          letterId: 'sample',
          emailKind: 'order-confirmation',
          recipient: 'maya@example.com',
          at: sampleMorning - 15 * sampleHour,
          toClinic: false,
          about: { name: 'Maya Thomas', phone: '(205) 555-0100', orderNumber: 'K7F-29Q' },
        },
      ],
    },
    {
      kind: 'orders',
      count: 2,
      items: [
        { number: 'K7F-29Q', name: 'Maya Thomas', totalCents: 15_900, at: sampleMorning - 16 * sampleHour },
        { number: 'B2C-3D4', name: 'Robert Ellis', totalCents: 1_500, at: sampleMorning - sampleHour },
      ],
    },
    {
      kind: 'messages',
      count: 1,
      items: [{ id: 'sample', name: 'Grace Kim', at: sampleMorning - 2 * sampleHour, text: 'Hello' }],
    },
  ],
  wellbeing: {
    mail: { leaves: true, waiting: 0, failed: 0, newsletterWaits: false },
    feed: { readAt: sampleMorning - sampleHour / 6, failing: false },
    backup: {
      madeAt: sampleMorning - 4 * sampleHour,
      triedAt: sampleMorning - 4 * sampleHour,
      troubled: false,
      onDiskOfData: true,
    },
    alarms: false,
  },
}
