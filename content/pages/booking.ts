import { emergency } from '../site.ts'
import type { Facts, Link, Page, Parts } from './page.ts'

/** While appointments are made by phone and e-mail. */
export const bookingPage = {
  title: 'Book your appointment',
  lead: 'Appointments are made by phone or e-mail. A person looks for the hour with you.',
  seo: {
    title: 'Book an appointment',
    description: (clinic: Facts) =>
      `Book an Ayurvedic consultation or oil therapy in ${clinic.city} by phone or e-mail. Each visit is one hour.`,
  },
  chosen: { label: 'Your service', change: { text: 'Change service', href: '/services' } satisfies Link },
  ways: {
    heading: 'Call or write',
    phoneText: 'During opening hours this is the quickest way.',
    emailText: 'Name the service and two or three days that suit you. We answer within 24-48 hours.',
    subject: (service: string) => `Appointment: ${service}`,
  },
  next: {
    heading: 'What happens next',
    steps: [
      'We find a day and an hour that suit you.',
      'You hear what to bring and how to prepare.',
      'We agree on the price with you before treatment begins.',
    ],
  },
  privacy: 'Please leave medical details out of e-mails. We ask about them on the phone or in person.',
  emergency,
} satisfies Page & Parts
