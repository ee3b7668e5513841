import type { Page } from './page.ts'

export const systemPage = {
  title: 'System',
  seo: { title: 'System', description: 'How the website is set up and running.' },
  lead: 'How the website is set up and running. The command npm run doctor shows the same checks.',
  lights: { green: 'OK', amber: 'Review', red: 'Needs attention' },
} satisfies Page & Record<string, unknown>
