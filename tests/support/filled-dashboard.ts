import { randomUUID } from 'node:crypto'
import type { SiteProcess } from './site-process.ts'
import { recordActs } from './acts.ts'
import { look } from './databases.ts'
import { listSubscribers } from './listed-subscribers.ts'
import { placeOrderOn } from './placed-order.ts'

type Running = SiteProcess & { settings: Record<string, string> }

const hour = 60 * 60_000

/** As long as a name may be, and nowhere to break it: a form on the website takes it from anybody. */
export const unbrokenName = 'W'.repeat(200)

/** What a clinic has after a busy morning: something on every page of its dashboard, short and long. */
export async function fillDashboard(site: Running) {
  const now = Date.now()
  const maya = { name: 'Maya Thomas', email: 'maya@example.com', phone: '(205) 555-0100' }
  const robert = { name: 'Robert Bartholomew Ellis-Montgomery', email: 'robert.bartholomew.ellis@a-long-name.example' }
  const { number } = await placeOrderOn(site, { contact: maya, now: now - hour })
  await placeOrderOn(site, { contact: robert, now: now - 3 * hour })
  await placeOrderOn(site, { contact: { name: 'Priya Menon', email: 'priya@example.org' }, now: now - 50 * hour })
  await look(site, async (db) => {
    await db
      .insertInto('messages')
      .values([
        message('Grace Kim', 'Do you offer follow-up visits by telehealth in the evening?', now - hour),
        message(
          'Tom Alvarez',
          'How do I prepare for Shirodhara?\n\nAnd can I drive afterward? '.repeat(4),
          now - 26 * hour,
        ),
        message(unbrokenName, 'Hello', now - 27 * hour),
      ])
      .execute()
    await listSubscribers(db, [
      { email: 'a.whitfield@example.com', subscription_date: now - 24 * hour },
      { email: 'a-very-long-address-of-somebody-who-likes-them-long@mail.a-long-name.example' },
      { email: 'bounced@example.net', state: 'bounced' },
      { email: 'left@example.net', state: 'unsubscribed', subscription_date: now - 99 * hour },
      ...Array.from({ length: 60 }, (_, index) => ({ email: `reader-${index}@example.org` })),
    ])
    await db
      .updateTable('letters')
      .set({ state: 'failed', trouble: 'letter', last_error: '550 5.1.1 no such mailbox' })
      .where('recipient', '=', maya.email)
      .execute()
  })
  await recordActs(site, [{ act: 'order.changed', record: `order:${number}`, detail: 'new to confirmed' }])
  await recordActs(site, [{ act: 'subscriber.added', record: 'subscriber:1' }])
}

const message = (name: string, text: string, sent_at: number) => ({
  id: randomUUID(),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.com`,
  text,
  sent_at,
  handled_at: null,
})
