import type { PhotoName } from '../pictures.ts'
import type { Facts, Page, Parts } from './page.ts'

export const aboutPage = {
  title: 'A small clinic with time to listen',
  lead: (clinic: Facts) => `Ayurvedic consultations and oil therapies in ${clinic.city}, ${clinic.region}.`,
  seo: {
    title: 'About',
    description: (clinic: Facts) =>
      `How we work in ${clinic.city}: the team, the wellness center, telehealth, and what Ayurveda is in plain words.`,
  },
  photo: 'spices',
  team: {
    id: 'team',
    heading: 'The people who will see you',
    paragraphs: [
      'We ask about your days before we suggest anything, explain each suggestion, and say plainly when a physician is the better person to ask.',
    ],
    labels: { training: 'Training', license: 'License', languages: 'Languages', days: 'Days' },
  },
  center: {
    id: 'wellness-center',
    heading: 'The wellness center',
    text: 'A calm place for consultations and oil therapies, with time to rest afterward. Please tell us before your appointment if stairs, heat or scents are hard for you.',
  },
  telehealth: {
    id: 'telehealth',
    heading: 'Telehealth',
    text: 'Follow-ups and food guidance by video. Oil therapies and pulse observation need you here in person. Ask us first whether a video appointment is right for you.',
  },
  ayurveda: {
    id: 'what-is-ayurveda',
    heading: 'What is Ayurveda?',
    paragraphs: [
      'A system of health care that has been practiced in India for many centuries. It describes people by three tendencies, vata, pitta and kapha, and works with food, sleep, movement, oil and herbs.',
      'We use it to support everyday well-being, alongside modern medical care. It doesn’t take the place of a physician, a test or a prescription.',
    ],
  },
  massage: {
    id: 'six-reasons',
    heading: 'Six reasons for a massage',
    link: { text: 'See Abhyangam', href: '/services#abhyangam' },
    reasons: [
      { heading: 'An hour of rest', text: 'No phone, no list, nothing to do.' },
      { heading: 'Warmth', text: 'Heated oil and a warm room after a cold day.' },
      { heading: 'Even, unhurried touch', text: 'Long strokes that follow the same calm order each time.' },
      { heading: 'Care for dry skin', text: 'Oil stays on the skin for a while before you rinse.' },
      { heading: 'Noticing', text: 'You find out where you hold tension, and how to let go of it.' },
      {
        heading: 'A quieter evening',
        text: 'Many people take it easy for the rest of the day. We suggest you do too.',
      },
    ],
  },
  callToAction: {
    heading: 'Come and meet us',
    text: (nextFree: string | undefined, clinic: Facts) =>
      nextFree
        ? `The next free time is ${nextFree}. Or call and ask: ${clinic.phone.display}.`
        : `Pick a time online, or call and ask: ${clinic.phone.display}.`,
    link: { text: 'Book Your Appointment', href: '/booking' },
    photo: 'hills',
  },
} satisfies Page & Parts & { photo: PhotoName; callToAction: Parts & { photo: PhotoName } }
