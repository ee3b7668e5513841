import type { ActByHand } from './acts-by-hand.ts'

const [lists, pages] = ['pages/entries.tsx', 'pages/page.tsx']
const path = '/admin/messages/templates'
const entry = `${path}/thanks`

export const replyTemplateActs: ActByHand[] = [
  {
    act: 'reply-template.added',
    route: lists,
    press: (admin) => admin.post(path, { intent: 'add', title: 'Thanks', text: 'Dear {name},' }),
  },
  {
    act: 'reply-template.changed',
    route: pages,
    press: (admin) =>
      admin.post(entry, { intent: 'publish', version: '1', revision: '0', text: 'Dear {name}, hello.' }),
  },
  {
    act: 'reply-template.deleted',
    route: pages,
    press: (admin) => admin.post(entry, { intent: 'remove', version: '2' }),
  },
  {
    act: 'reply-template.restored',
    route: pages,
    press: (admin) => admin.post(entry, { intent: 'put-back', version: '3' }),
  },
]
