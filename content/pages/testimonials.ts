import type { Page } from './page.ts'

/** The page has only its heading. */
export const testimonialsPage = {
  title: 'Testimonials',
  seo: {
    title: 'Testimonials',
    description: 'The testimonials page of our clinic. No testimonials are published here at present.',
  },
} satisfies Page
