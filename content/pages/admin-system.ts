import type { Page } from './page.ts'

export const systemPage = {
  title: 'System',
  seo: { title: 'System', description: 'How the program is set up and how it works.' },
  lead: 'How the program is set up and how it works. The command npm run doctor says the same.',
  lights: { green: 'Good', amber: 'Have a look', red: 'Alarm' },
} satisfies Page & Record<string, unknown>
