import type { Page } from './page.ts'

/** Only a heading (specification). */
export const testimonialsPage = {
  title: 'Testimonials',
  seo: {
    title: 'Testimonials',
    description: 'The testimonials page of our clinic. No testimonials are published here at present.',
  },
} satisfies Page
