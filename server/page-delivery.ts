import { hash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { clinicTimeZone } from '#app/domain/clinic/clinic-facts.ts'
import { nextClinicMidnight } from '#app/domain/shared/clinic-time.ts'
import type { Page, WholePage } from '#app/http/context.ts'
import { hasCookieThatMatters } from '#app/http/cookies.ts'
import { passkeyScript } from '#app/ui/passkeys/passkey-script.ts'
import { inlineScript } from '#app/inline-script.ts'
import type { RouteHandle } from '#app/http/page-kind.ts'
import type { Config } from '#app/config.server.ts'
import { fixedHeaders } from './fixed-headers.ts'
import { hostCookie } from './middleware/host-cookies.ts'

/** How a page wants to be delivered, collected while it is rendered. */
export type Delivery = {
  method: string
  page: Page
  cookies: string[]
  frames: string[]
  /** Foreign origins of pictures. */
  images: string[]
  /** Pages of this site may frame it. */
  framed: boolean
  styles?: ReturnType<typeof loadStyles>
  retryAfter?: number
  /** Epoch milliseconds; infinite for most pages. */
  goodUntil: number
  stored: boolean
  pattern?: string
  handle?: RouteHandle
  whole?: WholePage
}

export function newDelivery(request: Request, clientAddress: string, { secure }: Pick<Config, 'secure'>): Delivery {
  let nonce: string | undefined
  const delivery: Delivery = {
    method: request.method,
    page: {
      requestId: randomUUID(),
      clientAddress,
      // Most pages have no inline script to allow.
      get nonce() {
        return (nonce ??= randomBytes(16).toString('base64'))
      },
      isPrefetch: /prefetch|prerender/i.test(request.headers.get('Sec-Purpose') ?? ''),
      isDataRequest: /\.data(\?|$)/.test(request.url),
      doNotStore: () => (delivery.stored = false),
      setCookie: (cookie) => delivery.cookies.push(hostCookie(cookie, secure)),
      showInstead: (rejected) => (delivery.page.rejected = rejected),
      rejected: undefined,
      showPreview: (preview) => (delivery.page.preview = preview),
      preview: undefined,
      goodUntil: (epochMs) => (delivery.goodUntil = Math.min(delivery.goodUntil, epochMs)),
      retryAfter: (seconds) => (delivery.retryAfter = seconds),
      allowFrame: (url) => delivery.frames.push(new URL(url).origin),
      allowImages: (origin) => delivery.images.push(origin),
      allowOwnFrame: () => delivery.frames.push("'self'"),
      beFramed: () => (delivery.framed = true),
      carryStyles: (addresses) => {
        delivery.styles = addresses.length > 0 ? loadStyles(addresses) : undefined
        return delivery.styles?.bytes
      },
      matched: (pattern) => (delivery.pattern = pattern),
      rendered: (handle, whole) => Object.assign(delivery, { handle, whole }),
    },
    cookies: [],
    frames: [],
    images: [],
    framed: false,
    goodUntil: Infinity,
    stored: true,
  }
  return delivery
}

/** Whether the response is the same for every anonymous visitor, so that the page cache may store it. */
export function isCacheable(request: Request, url: URL, status: number, delivery: Delivery) {
  return (
    delivery.handle?.page === 'read' &&
    delivery.stored &&
    delivery.cookies.length === 0 &&
    request.method === 'GET' &&
    status === 200 &&
    !hasCookieThatMatters(request.headers.get('Cookie') ?? undefined) &&
    // Queries and unusual characters would fill the cache with copies of a page.
    /^\/[a-z0-9/-]*$/.test(url.pathname) &&
    !url.search
  )
}

/** Security and cache headers, the same for cached and rendered pages. */
export function pageHeaders(
  delivery: Delivery,
  { secure }: Pick<Config, 'secure'>,
  { status, cacheable }: { status: number; cacheable: boolean },
) {
  return {
    'Content-Security-Policy': contentSecurityPolicy(delivery),
    ...fixedHeaders,
    ...(delivery.framed && { 'X-Frame-Options': 'SAMEORIGIN' }),
    ...(delivery.page.preview && { 'X-Robots-Tag': 'noindex' }),
    // A window that a framed service opens, such as a payment, may send messages back.
    ...(hasForeignFrames(delivery) && { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' }),
    ...(secure && { 'Strict-Transport-Security': 'max-age=31536000' }),
    'Cache-Control': cacheControl(delivery, status, cacheable),
    Vary: 'Accept-Encoding, Cookie',
    ...(delivery.retryAfter && { 'Retry-After': String(delivery.retryAfter) }),
  }
}

const hasForeignFrames = ({ frames }: Delivery) => frames.some((origin) => origin !== "'self'")

function cacheControl({ stored, cookies, method }: Delivery, status: number, cacheable: boolean) {
  // The response may contain posted data.
  if (method === 'POST') return 'no-store'
  if (cacheable) return 'public, no-cache'
  return stored && cookies.length === 0 && status < 400 ? 'private, no-cache' : 'no-store'
}

function contentSecurityPolicy(delivery: Delivery) {
  const { script, style } = getInlineSources(delivery)
  return [
    "default-src 'none'",
    // A preview runs none.
    delivery.page.preview ? "script-src 'none'" : `script-src 'self'${script ? ` ${script}` : ''}`,
    `style-src 'self'${style ? ` ${style}` : ''}`,
    ['img-src', "'self'", ...delivery.images].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ...(delivery.frames.length > 0 ? [`frame-src ${delivery.frames.join(' ')}`] : []),
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${delivery.framed ? "'self'" : "'none'"}`,
    // No forms or windows; of this origin, so that fonts are loaded and the editor reaches it. Scripts are forbidden above:
    // here, Safari would also keep the editor's from hearing of clicks.
    ...(delivery.page.preview ? ['sandbox allow-same-origin allow-scripts'] : []),
  ].join('; ')
}

/** Hashes instead of nonces, which would differ in every copy of a cached page. */
function getInlineSources({ handle, page, styles }: Delivery): { script?: string; style?: string } {
  if (handle?.page === 'work') return { script: `'nonce-${page.nonce}'` }
  if (!handle) return {}
  const sources = [scriptSource, page.rejected?.unlock?.hasPasskeys && passkeySource].filter(Boolean)
  return { script: sources.join(' '), style: styles?.source }
}

const toSource = (script: string) => `'sha256-${hash('sha256', script, 'base64')}'`
const scriptSource = inlineScript && toSource(inlineScript)
const passkeySource = passkeyScript && toSource(passkeyScript)

const clientFolder = fileURLToPath(new URL('../client', import.meta.url))
const stylesByPaths = new Map<string, { bytes: Buffer; source: string }>()

/** The content of a page's `<style>`, and its source expression for the CSP. */
function loadStyles(paths: string[]) {
  const key = paths.join()
  const cached = stylesByPaths.get(key)
  if (cached) return cached
  const bytes = Buffer.concat(paths.map((path) => readFileSync(clientFolder + path)))
  const styles = { bytes, source: `'sha256-${hash('sha256', bytes, 'base64')}'` }
  stylesByPaths.set(key, styles)
  return styles
}

const maxAgeMs = 10 * 60 * 1000

/** Pages say whether the clinic is open today, so none outlives the clinic's day. */
export const pageExpiry = (now: number) => Math.min(now + maxAgeMs, nextClinicMidnight(now, clinicTimeZone))
