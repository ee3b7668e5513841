/** How the key of a transaction begins, and what it means on a card. */
const kinds = {
  sale: 'bought',
  'card-sale': 'bought',
  'card-used': 'order',
  'card-given-back': 'order-back',
  'card-visit': 'visit',
  'card-visit-undone': 'visit-back',
  return: 'refund',
} as const

export type KindOfLine = (typeof kinds)[keyof typeof kinds]

/** What a line of a card in the ledger was. */
export const kindOfLine = (key: string): KindOfLine => kinds[key.slice(0, key.indexOf(':')) as keyof typeof kinds]
