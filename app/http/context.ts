import { createContext, type RouterContextProvider } from 'react-router'
import type { Services } from '#app/services.server.ts'
import type { RouteHandle } from './page-kind.ts'
import type { RejectedRequest } from './rejected-request.server.ts'

/** Set for every request in server/app.ts. */
export const servicesContext = createContext<Services>()

/** The version of the code that browsers load; empty in development, where it changes with every edit. */
export const releaseContext = createContext('')

/** The request, and how its answer is delivered. */
export type Page = {
  /** In the log and on error pages. */
  requestId: string
  /** The visitor's address, as far as TRUST_PROXY allows. */
  clientAddress: string
  /** For the inline scripts of hydrated pages. */
  nonce: string
  /** A prefetch must have no effect, such as using up a flash. */
  isPrefetch: boolean
  /** A work page asks for data, and can show another page only as a document (failed-requests.ts). */
  isDataRequest: boolean
  /** Keeps the answer out of every cache. */
  doNotStore(): void
  /** Adds a Set-Cookie header to the answer, which is then not stored. */
  setCookie(cookie: string): void
  /**
   * Answers with the page for rejected requests. For middleware, whose own errors are shown before any loader has run,
   * without the shell.
   */
  showInstead(rejected: RejectedRequest): void
  /** The request that this page is shown for. */
  rejected: RejectedRequest | undefined
  /** Answers with that public page as its visitors would see it with these texts. Nothing in it runs, posts or leads away. */
  showPreview(preview: Preview): void
  preview: Preview | undefined
  /** When the content expires, in epoch milliseconds. */
  goodUntil(epochMs: number): void
  /** Sets Retry-After (RFC 9110, 10.2.3). */
  retryAfter(seconds: number): void
  /** Allows one foreign page in a frame (map, hosted widget). */
  allowFrame(url: string): void
  /** Allows pictures of one foreign origin. */
  allowImages(origin: string): void
  /** Allows our own pages in a frame. */
  allowOwnFrame(): void
  /** Allows our own pages, and no others, to frame this answer. */
  beFramed(): void
  /** The text of these built stylesheets, which the page then contains inline; undefined for none. */
  carryStyles(addresses: string[]): Buffer | undefined
  /** The route's pattern, '/blog/:slug', for the log. */
  matched(pattern: string): void
  /** Called by entry.server; `whole` when the page is one string. */
  rendered(handle: RouteHandle, whole?: WholePage): void
}

/** A public page with other texts than the published ones. */
export type Preview = { path: string; content: Services['content'] }

export type WholePage = { html: Buffer<ArrayBuffer>; headers: Record<string, string> }

export type RequestContext = Readonly<RouterContextProvider>

export const pageContext = createContext<Page>()
