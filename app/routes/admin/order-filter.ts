import { z } from 'zod'
import { orderStatuses } from '#app/domain/orders/order.ts'
import { searchText } from '#app/domain/shared/search-text.ts'

const filter = z.object({
  state: z.enum(orderStatuses).optional().catch(undefined),
  q: searchText,
})

/** Which orders a page's address or a form asks for; what nobody of ours wrote asks for all of them. */
export const orderFilter = (asked: URLSearchParams) =>
  filter.parse({ state: asked.get('state') ?? undefined, q: asked.get('q') ?? '' })
