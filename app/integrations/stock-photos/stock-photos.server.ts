import { z } from 'zod'
import { fetchOutside } from '#app/integrations/outside/fetch-outside.server.ts'
import { fetchPicture, type Picture } from '#app/integrations/outside/fetch-picture.server.ts'

export type StockPhotos = {
  /** Address of a fitting photo, or undefined when the service gives none. One call to the service. */
  findPhoto(): Promise<string | undefined>
  /** The picture at an address that `findPhoto` gave. */
  fetchPicture(address: string): Promise<Picture | undefined>
}

const topics = ['ayurveda', 'herbs', 'wellness'] as const
// Short, because a job asks for several photos in turn.
const photoTimeoutMs = 4_000
const mostBytes = 1024 * 1024

/** The stock-photo service by its contract; undefined while none is configured, and posts then show plates. */
export function createStockPhotos(
  service: { url: string; key: string } | undefined,
  { random = Math.random, timeoutMs = photoTimeoutMs }: { random?: () => number; timeoutMs?: number } = {},
): StockPhotos | undefined {
  if (!service) return undefined
  const trusted = [new URL(service.url).origin]
  return {
    async findPhoto() {
      const address = new URL(service.url)
      address.pathname = `${address.pathname.replace(/\/$/, '')}/photos/random`
      address.searchParams.set('query', topics[Math.floor(random() * topics.length)] ?? topics[0])
      address.searchParams.set('orientation', 'landscape')
      const headers = { accept: 'application/json', authorization: `Client-ID ${service.key}` }
      const answer = await fetchOutside(address.href, { timeoutMs, mostBytes, trusted, headers })
      return answer.ok && answer.status === 200 ? addressIn(answer.body) : undefined
    },
    fetchPicture: (address) => fetchPicture(address, { trusted, timeoutMs }),
  }
}

const photo = z.object({ urls: z.object({ regular: z.url({ protocol: /^https?$/ }) }) })

function addressIn(body: Buffer) {
  try {
    return photo.safeParse(JSON.parse(body.toString())).data?.urls.regular
  } catch {
    return undefined
  }
}
