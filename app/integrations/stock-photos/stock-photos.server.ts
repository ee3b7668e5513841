import { z } from 'zod'
import { fetchOutside, type OutsideFailure } from '#app/integrations/outside/fetch-outside.server.ts'

/** Pages load it from the service and credit the photographer. */
export type StockPhoto = {
  url: string
  photographer?: { name: string; url: string } | undefined
  /** Requested when the photo is first used, as the service's rules require. */
  downloadUrl?: string | undefined
}

type PhotoAnswer =
  | { ok: true; photo: StockPhoto }
  | { ok: false; reason: OutsideFailure | 'malformed' | 'other-origin' | `status-${number}` }

export type StockPhotos = NonNullable<ReturnType<typeof createStockPhotos>>

type Service = { url: string; key: string; imageOrigin: string }

const topics = ['ayurveda', 'herbs', 'wellness'] as const
// Short, because a job asks for several photos in turn.
const photoTimeoutMs = 4_000
const maxBytes = 1024 * 1024

/** Undefined while no service is configured; posts then show plates. */
export function createStockPhotos(
  service: Service | undefined,
  { random = Math.random, timeoutMs = photoTimeoutMs }: { random?: () => number; timeoutMs?: number } = {},
) {
  if (!service) return undefined
  const { url, imageOrigin } = service
  const { origin } = new URL(url)
  // Names of the contract: tests/contracts/photos.json.
  const headers = { accept: 'application/json', authorization: `Client-ID ${service.key}`, 'accept-version': 'v1' }
  const options = { timeoutMs, maxBytes, trusted: [origin], headers }
  async function requestPhoto(): Promise<PhotoAnswer> {
    const address = new URL(url)
    address.pathname = `${address.pathname.replace(/\/$/, '')}/photos/random`
    address.searchParams.set('query', topics[Math.floor(random() * topics.length)] ?? topics[0])
    address.searchParams.set('orientation', 'landscape')
    const answer = await fetchOutside(address.href, options)
    if (!answer.ok) return answer
    if (answer.status !== 200) return { ok: false, reason: `status-${answer.status}` }
    const photo = parsePhoto(answer.body)
    if (!photo) return { ok: false, reason: 'malformed' }
    // Pages block photos from other origins.
    return new URL(photo.url).origin === imageOrigin ? { ok: true, photo } : { ok: false, reason: 'other-origin' }
  }
  return {
    /** The only origin from which pages load photos. */
    imageOrigin,
    /** For the credit: the service that the photos come from. */
    service: toWebsite(origin),
    /** As `findPhoto`, with the reason for a failure. */
    askForPhoto: requestPhoto,
    /** Undefined if the service gives none. One call to the service. */
    async findPhoto() {
      const answer = await requestPhoto()
      return answer.ok ? answer.photo : undefined
    },
    /** Reports the use of a photo; failures are ignored. */
    async noteUse({ downloadUrl }: StockPhoto) {
      // Never send the key to another origin.
      if (downloadUrl && new URL(downloadUrl).origin === origin) await fetchOutside(downloadUrl, options)
    },
  }
}

/** 'api.unsplash.com' belongs to unsplash.com. */
function toWebsite(origin: string) {
  const host = new URL(origin).host.replace(/^(?:api|www)\./, '')
  return { name: host === 'unsplash.com' ? 'Unsplash' : host, url: `https://${host}/` }
}

const httpUrl = z.url({ protocol: /^https?$/ })
const answer = z.object({
  urls: z.object({ regular: httpUrl }),
  user: z
    .object({ name: z.string().trim().min(1).max(200), links: z.object({ html: httpUrl }) })
    .optional()
    .catch(undefined),
  links: z.object({ download_location: httpUrl }).optional().catch(undefined),
})

function parsePhoto(body: Buffer): StockPhoto | undefined {
  try {
    const { urls, user, links } = answer.parse(JSON.parse(body.toString()))
    return {
      url: urls.regular,
      photographer: user && { name: user.name, url: user.links.html },
      downloadUrl: links?.download_location,
    }
  } catch {
    return undefined
  }
}
