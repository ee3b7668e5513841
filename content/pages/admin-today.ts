import type { Page } from './page.ts'

export const todayPage = {
  title: 'Today',
  seo: { title: 'Today', description: 'What there is to do at the clinic today.' },
} satisfies Page
