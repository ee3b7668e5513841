import { z } from 'zod'
import { orderStatuses } from '#app/domain/orders/order.ts'
import { searchText } from '#app/domain/shared/search-text.server.ts'

const filter = z.object({
  state: z.enum(orderStatuses).optional().catch(undefined),
  q: searchText,
})

/** The filter in a URL or a form. Unknown values count as no filter. */
export const orderFilter = (query: URLSearchParams) =>
  filter.parse({ state: query.get('state') ?? undefined, q: query.get('q') ?? '' })
