import { emergency } from '../site.ts'
import type { Facts, Page, Parts } from './page.ts'

export const servicesPage = {
  title: 'Ten ways we can work together',
  lead: 'Every appointment is an hour. Not sure where to begin? A General Consultation is the usual first step.',
  seo: {
    title: 'Services',
    description: (clinic: Facts) =>
      `Panchakarma, Abhyangam, Shirodhara, pulse observation and consultations in ${clinic.city}. Each appointment is one hour.`,
  },
  jumpLabel: 'Jump to a group of services',
  startHere: 'Start here',
  nextFree: 'Next free time:',
  bookLabel: 'Book Appointment',
  /** Before a price text, unless it begins with 'Price'. */
  price: 'Price:',
  notAvailable: 'Not available now',
  pricesLink: { text: 'How prices work', href: '/insurance#prices' },
  scope: {
    heading: 'Alongside your physician',
    paragraphs: [
      'Our services support general well-being. They do not diagnose, treat or cure disease, and they are not a substitute for medical care.',
      'Keep taking prescribed medicines. Tell us about any condition, pregnancy or medicine before your appointment.',
    ],
    emergency,
  },
} satisfies Page & Parts
