import { randomUUID } from 'node:crypto'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import type { ActByHand, Admin, Site } from './acts-by-hand.ts'
import { look } from '#tests/support/databases.ts'
import { listSubscribers } from '#tests/support/subscribers.ts'

const path = '/admin/newsletter'
const route = 'newsletter/newsletter.tsx'

async function createDraft(admin: Admin, site: Site) {
  const id = randomUUID()
  await admin.post(path, { draft: id, url: `${site.url}/services`, subject: 'Ginger tea', intro: '' })
  return `${path}/${id}`
}

/** A newsletter to so many people that it is still being sent at the next press. */
async function startSending(admin: Admin, site: Site) {
  const readers = Array.from({ length: 200 }, () => ({ email: `${randomUUID()}@example.com` }))
  await look(site, (db) => listSubscribers(db, readers))
  const newsletter = await createDraft(admin, site)
  await admin.post(newsletter, { intent: 'send' })
  return newsletter
}

const inAWeek = () =>
  Temporal.Now.plainDateTimeISO(clinicTimeZone).add({ days: 7 }).toString({ smallestUnit: 'minute' })

export const newsletterActs: ActByHand[] = [
  {
    act: 'newsletter.drafted',
    route: 'newsletter/newsletters.tsx',
    press: (admin, site) =>
      admin.post(path, { draft: randomUUID(), url: `${site.url}/services`, subject: '', intro: '' }),
  },
  {
    act: 'newsletter.drafted',
    route: 'newsletter/write.tsx',
    press: (admin) =>
      admin.post(`${path}/${randomUUID()}/write`, { subject: 'Slow meals', body: 'Soup first.', intent: 'review' }),
  },
  {
    act: 'newsletter.tested',
    route,
    press: async (admin, site) => admin.post(await createDraft(admin, site), { intent: 'test' }),
  },
  {
    act: 'newsletter.scheduled',
    route,
    press: async (admin, site) => admin.post(await createDraft(admin, site), { intent: 'schedule', at: inAWeek() }),
  },
  {
    act: 'newsletter.unscheduled',
    route,
    async press(admin, site) {
      const newsletter = await createDraft(admin, site)
      await admin.post(newsletter, { intent: 'schedule', at: inAWeek() })
      return admin.post(newsletter, { intent: 'unschedule' })
    },
  },
  {
    act: 'newsletter.sent',
    route,
    press: async (admin, site) => admin.post(await createDraft(admin, site), { intent: 'send' }),
  },
  {
    act: 'newsletter.paused',
    route,
    press: async (admin, site) => admin.post(await startSending(admin, site), { intent: 'pause' }),
  },
  {
    act: 'newsletter.resumed',
    route,
    async press(admin, site) {
      const newsletter = await startSending(admin, site)
      await admin.post(newsletter, { intent: 'pause' })
      return admin.post(newsletter, { intent: 'resume' })
    },
  },
  {
    act: 'newsletter.cancelled',
    route,
    press: async (admin, site) => admin.post(await startSending(admin, site), { intent: 'cancel' }),
  },
  {
    act: 'newsletter.retried',
    route,
    async press(admin, site) {
      const newsletter = await createDraft(admin, site)
      const id = newsletter.slice(path.length + 1)
      await look(site, (db) =>
        db.updateTable('campaigns').set({ state: 'done', failed: 2 }).where('id', '=', id).execute(),
      )
      return admin.post(newsletter, { intent: 'retry' })
    },
  },
]
