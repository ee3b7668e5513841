import type { Facts, Link, Page, Parts, Section, Words } from './page.ts'

/** Also in emails about appointments. */
export const bring = { medicines: 'A list of your medicines and supplements, with doses.' }
export const prepare = { eat: 'Eat something light two hours before, and keep taking prescribed medicines.' }

export type ResourcesSection = Section & {
  numbers?: { number: string; text: string }[]
  /** What to do, and when to be careful. */
  pair?: [Advice, Advice]
}

export type Advice = { heading: string; items: string[]; after?: Words }

/** One page at two addresses, /resources and /insurance. */
export const resourcesPage = {
  title: 'Patient resources',
  lead: 'What to expect, what to bring, and what an appointment costs.',
  seo: {
    title: 'Patient resources, prices and insurance',
    description:
      'How to prepare for your appointment, what to bring, what to do after an oil therapy, how prices work and what to ask your insurer.',
  },
  sections: [
    {
      id: 'first-visit',
      heading: 'Your first appointment',
      numbers: [
        { number: '1 hr', text: 'Mostly conversation' },
        { number: 'One or two', text: 'changes to try, agreed on with you' },
        { number: 'Price first', text: 'You know it before treatment begins' },
        { number: '24-48 hours', text: 'until we answer your message' },
      ],
      paragraphs: [
        'We ask about sleep, food, work and habits, and about what brought you here. You decide what to share. At the end we agree on whether to book another appointment.',
      ],
    },
    {
      id: 'bring',
      heading: 'What to bring',
      paragraphs: [],
      list: [
        bring.medicines,
        'The name of your physician, and recent test results if you’d like to talk about them.',
        'Your glasses or hearing aids, and anyone you’d like to have with you.',
        'For an oil therapy, loose clothes you don’t mind getting oil on.',
      ],
    },
    {
      id: 'prepare',
      heading: 'How to prepare',
      paragraphs: [],
      pair: [
        {
          heading: 'Please do',
          items: [
            'Eat something light two hours before.',
            'Keep taking prescribed medicines.',
            'Tell us about allergies, especially to sesame, nuts or plants. Oils can contain them.',
          ],
        },
        {
          heading: 'Call before you come',
          items: ['A fever, a new injury or broken skin', 'You are or may be pregnant', 'A recent surgery'],
          after: (clinic: Facts) =>
            `${clinic.phone.display}. Some therapies may have to wait, or need your physician’s OK first.`,
        },
      ],
    },
    {
      id: 'after',
      heading: 'After an oil therapy',
      paragraphs: [],
      pair: [
        {
          heading: 'A slow hour or two',
          items: [
            'Sit for a few minutes before you drive.',
            'Keep your head covered if it is cold or windy outside.',
            'Drink when you’re thirsty, and eat something warm and plain.',
          ],
        },
        {
          heading: 'Take care',
          items: [
            'Watch your step: oil on skin and bathroom tiles is slippery.',
            'Oily cloth can catch fire in a hot dryer or a closed pile. Wash oily towels with hot water, and let them air-dry fully.',
          ],
        },
      ],
    },
    {
      id: 'prices',
      heading: 'How prices work',
      paragraphs: [
        'Most of our services have no single price, because the work differs from person to person. We agree on the price with you before treatment begins. Asking costs nothing.',
      ],
    },
    {
      id: 'billing',
      heading: 'Billing and insurance',
      paragraphs: [
        'Many health plans don’t pay for Ayurvedic services. Please ask your plan before your appointment; we can’t promise that it will.',
        'Tell us when you book if you need a receipt for your plan or for a health savings account.',
        (clinic: Facts) => `Questions about a bill? Call ${clinic.phone.display} or email ${clinic.emails.general}.`,
      ],
    },
    {
      id: 'safety',
      heading: 'Alongside your physician',
      paragraphs: ['Our services support general well-being and complement medical care. They don’t replace it.'],
    },
  ] satisfies ResourcesSection[] as ResourcesSection[],
  contents: 'On this page',
  priceTable: {
    caption: 'What each price text means',
    columns: { text: 'We write', meaning: 'It means', services: 'Services' },
  },
  /** What each price text means; shown under 'How prices work'. */
  priceTexts: [
    {
      text: 'At the time of Service',
      meaning: 'We tell you the price before we begin, or on the phone if you ask. You pay at your appointment.',
    },
    {
      text: 'Depends on the treatment',
      meaning:
        'The price depends on the therapy and the oil we choose together. You’ll know the price before we start.',
    },
    {
      text: 'Depends on Treatment plan',
      meaning:
        'These services take several appointments. We talk through the plan and its price first, and then you decide.',
    },
    {
      text: 'Price varies',
      meaning: 'The price depends on how much time and how many appointments you want. Ask us for yours.',
    },
  ],
  next: {
    id: 'next',
    heading: 'Still wondering?',
    items: [
      {
        heading: 'Notes from the clinic',
        text: 'Short posts on food, rest and season, and on what to expect at the clinic.',
        link: { text: 'Read the blog', href: '/blog' } satisfies Link,
      },
      {
        heading: 'Ask a person',
        text: 'Call or send a message, and we’ll answer within 24-48 hours.',
        link: { text: 'Contact us', href: '/contact' } satisfies Link,
      },
    ],
  },
} satisfies Page & Parts
