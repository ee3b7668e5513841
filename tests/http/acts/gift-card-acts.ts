import { randomUUID } from 'node:crypto'
import type { KnownAct } from '#app/domain/audit/audit.server.ts'
import type { ActByHand, Admin } from './acts-by-hand.ts'

const path = '/admin/gift-cards'

const sell = (admin: Admin, key: string) =>
  admin.post(path, { intent: 'sell', amount: '50', method: 'cash', recipientEmail: 'leela@example.com', key })

/** Presses buttons of a card that was just sold at the desk. */
const onCard = (act: KnownAct, ...posts: Record<string, string>[]): ActByHand => ({
  act,
  route: 'gift-cards/gift-cards.tsx',
  async press(admin) {
    const card = randomUUID()
    let answer = await sell(admin, card)
    for (const fields of posts) answer = await admin.post(`${path}/${card}`, fields)
    return answer
  },
})

const key = randomUUID()
const use = { intent: 'use', amount: '20', note: 'Abhyangam', key }

export const giftCardActs: ActByHand[] = [
  { act: 'gift-card.sold', route: 'gift-cards/gift-cards.tsx', press: (admin) => sell(admin, randomUUID()) },
  onCard('gift-card.used', { ...use, key: randomUUID() }),
  onCard('gift-card.use-undone', use, { intent: 'undo-use', line: key }),
  onCard('gift-card.blocked', { intent: 'block' }),
  onCard('gift-card.unblocked', { intent: 'block' }, { intent: 'unblock' }),
  onCard('gift-card.reissued', { intent: 'replace', issue: '1' }),
  onCard('gift-card.code-shown', { intent: 'show' }),
  onCard('gift-card.sent', { intent: 'send' }),
]
