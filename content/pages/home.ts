import type { PhotoName, PlateName } from '../pictures.ts'
import { homeLink } from '../site.ts'
import type { Facts, Page, Parts } from './page.ts'

export const homePage = {
  title: homeLink.text,
  /** The h1 is the headline and, in italics after it, the emphasis. */
  headline: (clinic: Facts) => `Ayurveda in ${clinic.city},`,
  headlineEmphasis: 'an hour at a time',
  eyebrow: (clinic: Facts) => `${clinic.kind} in ${clinic.city}, ${clinic.region}`,
  lead: 'Unhurried consultations, traditional oil therapies and plain guidance on food, sleep and season. In person or by telehealth.',
  seo: {
    title: 'Consultations and oil therapies',
    description: (clinic: Facts) =>
      `Ayurvedic consultations, warm oil therapies and plain guidance on food, sleep and season in ${clinic.city}, ${clinic.region}.`,
  },
  actions: {
    book: { text: 'Book Your Appointment', href: '/booking' },
    services: { text: 'See all services', href: '/services' },
  },
  photo: 'petals',
  plate: 'allergies',
  plateCaption: { botanical: 'Ocimum tenuiflorum', common: 'tulsi' },
  /** The four facts under the hero; phone and hours come from the clinic's facts. */
  facts: {
    label: 'At a glance',
    call: {
      title: (clinic: Facts) => `Call ${clinic.phone.display}`,
      text: 'To book, change a time or ask a question',
    },
    hours: { text: 'All opening hours', href: '/contact#hours' },
    nextTime: {
      title: 'Next free time',
      byPhone: { title: 'Book by phone', text: 'We’ll find a time that suits you' },
    },
    billing: { title: 'How billing works', text: 'Agreed before treatment begins', href: '/insurance#prices' },
  },
  statement: {
    heading: 'What is Ayurveda?',
    text: 'Ayurveda is India’s traditional system of health care. It looks at sleep, digestion, season and temperament together, then suggests small, steady changes you can keep.',
    link: { text: 'What to expect at your first appointment', href: '/resources#first-visit' },
  },
  featured: {
    heading: 'Six places to start',
    link: { text: 'All services', href: '/services' },
  },
  callToAction: {
    heading: 'How have you been feeling?',
    text: 'Choose a service, or ask us which one fits. Pick a time online, or call and we’ll help.',
    link: { text: 'Book Your Appointment', href: '/booking' },
    photo: 'hills',
  },
  teasers: {
    heading: 'Before you come',
    photo: 'spices',
    items: [
      {
        heading: 'The people who will see you',
        text: 'How we work, the wellness center, and appointments by video.',
        link: { text: 'About our team', href: '/about#team' },
      },
      {
        heading: 'Patient resources',
        text: 'How to prepare, what to bring, and what to do after an oil therapy.',
        link: { text: 'Prepare for your appointment', href: '/resources' },
      },
      {
        heading: 'Billing and insurance',
        text: 'We agree on the price with you before treatment begins.',
        link: { text: 'How billing works', href: '/insurance#billing' },
      },
    ],
  },
} satisfies Page &
  Parts & {
    photo: PhotoName
    plate: PlateName
    callToAction: Parts & { photo: PhotoName }
    teasers: Parts & { photo: PhotoName }
  }
