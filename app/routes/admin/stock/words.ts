import type { MovementKind } from '#app/domain/catalogue/stock.ts'

const pieces = (left: number) => (left === 0 ? 'Sold out' : `${left.toLocaleString('en-US')} left`)

export const stockPage = {
  title: 'Stock',
  lead: 'Count a product, and the website sells no more than there are. What isn’t counted can be ordered without limit.',
  columns: { item: 'Product', left: 'Left to order', open: 'Set aside' },
  inOpenOrders: (count: number) => `${count.toLocaleString('en-US')} in open orders`,
  none: 'There are no products.',
  notCounted: 'Not counted',
  pieces,
  low: 'Low',
  now: {
    heading: 'Now',
    notCounted: 'Not counted. It can be ordered without limit.',
    counted: (left: number) => `${pieces(left)}. An order takes its pieces, and a canceled one gives them back.`,
    open: (count: number) => `Set aside for open orders: ${count.toLocaleString('en-US')}.`,
  },
  count: {
    heading: 'Count',
    label: 'Left to order',
    hint: 'Without what is set aside for open orders.',
    button: 'Save count',
    changed: (left: number | undefined) =>
      left === undefined
        ? 'Somebody stopped counting this meanwhile. Check your count, then save it again.'
        : `Something was ordered or counted meanwhile: ${pieces(left).toLowerCase()} now. Check your count, then save it again.`,
  },
  correct: {
    heading: 'Correct',
    label: 'More or fewer',
    hint: 'Such as +2 or -1.',
    reason: 'Reason',
    button: 'Correct',
    tooMany: (left: number) => `There can’t be so many fewer: ${pieces(left).toLowerCase()}.`,
    notCounted: 'This isn’t counted any more, so nothing was corrected.',
  },
  end: { button: 'Stop counting', already: 'This isn’t counted any more.' },
  failure: 'We couldn’t save this just now, so nothing was changed. Please try again in a minute.',
  history: {
    heading: 'History',
    columns: { when: 'When', what: 'What', count: 'Left', who: 'Who' },
    none: 'Nothing has been counted yet.',
    counted: 'Counted',
    corrected: (reason: string) => `Corrected: ${reason}`,
    ended: 'Stopped counting',
    undone: 'Undone',
    ordered: (order: string) => `Order ${order}`,
    canceled: (order: string) => `Order ${order} canceled`,
    reopened: (order: string) => `Order ${order} reopened`,
  } satisfies Record<MovementKind, unknown> & Record<string, unknown>,
  back: 'All stock',
  view: 'View on the website',
  done: {
    changed: 'Stock changed.',
    undone: 'Undone.',
    tooLate: 'This change can’t be undone any more. Count again instead.',
  },
}
