import { look } from '#tests/support/databases.ts'
import type { ActByHand, Site } from './acts-by-hand.ts'

const route = 'messages/templates.tsx'
const path = '/admin/messages/templates'

const findTemplate = (site: Site) =>
  look(site, (db) => db.selectFrom('replyTemplates').select(['id', 'revision']).executeTakeFirstOrThrow())

export const replyTemplateActs: ActByHand[] = [
  {
    act: 'reply-template.added',
    route,
    press: (admin) => admin.post(path, { intent: 'save', template: '', title: 'Thanks', text: 'Dear {name},' }),
  },
  {
    act: 'reply-template.changed',
    route,
    async press(admin, site) {
      const { id, revision } = await findTemplate(site)
      const fields = { template: id, revision: String(revision), title: 'Thank you', text: 'Dear {name},' }
      return admin.post(path, { intent: 'save', ...fields })
    },
  },
  {
    act: 'reply-template.deleted',
    route,
    press: async (admin, site) => admin.post(path, { intent: 'delete', template: (await findTemplate(site)).id }),
  },
  {
    act: 'reply-template.restored',
    route,
    press: async (admin, site) => admin.post(path, { intent: 'restore', template: (await findTemplate(site)).id }),
  },
]
