import type { IncomingMessage, ServerResponse } from 'node:http'
import { publicPages } from '#app/public-pages.ts'
import { readArrival } from '#app/domain/insights/arrival.ts'
import type { Services } from '#app/services.server.ts'

/** Pages that people find; those that our own emails link to are left out. */
const found = new Set(publicPages.filter(({ noindex }) => !noindex).map(({ path }) => path))
const isFound = (path: string) => found.has(path) || /^\/(booking|blog|services|products)\//.test(path)

/** Counts where visitors came from, also for pages that are sent from memory, once the page was sent. */
export const createArrivalCounter =
  ({ dailyCounts }: Pick<Services, 'dailyCounts'>) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const arrival = readArrival(request)
    if (!arrival || !isFound(request.url?.split('?')[0] ?? '')) return
    response.once('finish', () => {
      if (response.statusCode !== 200 && response.statusCode !== 304) return
      dailyCounts.count('source', arrival.source)
      if (arrival.campaign) dailyCounts.count('campaign', arrival.campaign)
    })
  }
