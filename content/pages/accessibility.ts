import type { Facts, Page, Parts, Section } from './page.ts'

export const accessibilityPage = {
  title: 'Accessibility',
  lead: 'Everyone should be able to read this site and reach us. If something is in your way, tell us.',
  seo: {
    title: 'Accessibility',
    description:
      'What we aim for so that everyone can use this website, its known limitations, and how to get help by phone or email.',
  },
  sections: [
    {
      id: 'help',
      heading: 'Get help',
      paragraphs: [
        (clinic: Facts) =>
          `Call ${clinic.phone.display} or email ${clinic.emails.general}. We’ll read a page to you, send you its text, or take your order or booking over the phone.`,
        'Tell us which page it was and what happened, if you can. We answer every message within 24-48 hours.',
      ],
    },
    {
      id: 'aim',
      heading: 'What we aim for',
      paragraphs: [
        'Our goal is to meet the Web Content Accessibility Guidelines 2.2, level AA. We test pages with tools and by hand. We don’t claim that every page meets every point.',
      ],
      list: [
        'You can reach everything with a keyboard and always see where you are.',
        'You can enlarge and space out the text without losing any of it.',
        'Pages work without scripts, and follow your settings for dark mode and reduced motion.',
        'Errors are explained in words, next to the field they belong to.',
      ],
    },
    {
      id: 'limits',
      heading: 'Known limitations',
      paragraphs: [
        'The map on the contact page, which loads only if you ask for it, comes from another company. The address and the opening hours are listed next to it as text.',
        'We can’t vouch for the websites that we link to.',
      ],
    },
    {
      id: 'visit',
      heading: 'At the clinic',
      paragraphs: [
        'Tell us before your appointment if stairs, a treatment table, sound or light is hard for you. We’ll tell you honestly what the rooms allow and work something out with you.',
      ],
    },
  ] satisfies Section[] as Section[],
} satisfies Page & Parts
