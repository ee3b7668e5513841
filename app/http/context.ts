import { createContext, type RouterContextProvider } from 'react-router'
import type { Services } from '#app/services.server.ts'
import type { RouteHandle } from './page-kind.ts'
import type { RejectedRequest } from './rejected-request.server.ts'

/** What was opened once for the process; set for every request in server/app.ts. */
export const servicesContext = createContext<Services>()

/** The request as the visitor made it, and how its answer is delivered. */
export type Page = {
  /** Names the request in the log and on error pages. */
  requestId: string
  /** The visitor's address as far as TRUST_PROXY allows to know it. */
  clientAddress: string
  /** For the inline scripts of hydrated pages. */
  nonce: string
  /** A speculative load: it must have no effect, such as using up a flash. */
  isPrefetch: boolean
  /** Asked by a script of ours, which can show a refusal but not follow a redirect to another page. */
  isDataRequest: boolean
  /** Keeps the answer out of every cache. */
  doNotStore(): void
  /** Adds a Set-Cookie header to the answer, which is then not stored. */
  setCookie(cookie: string): void
  /**
   * Answers with the page at this address of ours, instead of what was asked for, and tells it what that was.
   * For middleware: whatever it throws is shown before any loader has run, without the shell.
   */
  showInstead(address: string, rejected: RejectedRequest): void
  /** What this page is shown instead of. */
  rejected: RejectedRequest | undefined
  isShownInstead(): boolean
  /** What this page shows holds until then at the longest, in epoch milliseconds. */
  goodUntil(epochMs: number): void
  /** Says when a refused request is worth another try (RFC 9110, 10.2.3). */
  retryAfter(seconds: number): void
  /** Lets this answer frame one foreign page (map, hosted widget). */
  allowFrame(url: string): void
  /** Lets this answer show pictures of one foreign origin. */
  allowImages(origin: string): void
  /** Lets this answer frame pages of our own. */
  allowOwnFrame(): void
  /** Lets pages of our own frame this answer, and nobody else. */
  beFramed(): void
  /** Allows and answers the text of these built stylesheets, which the page carries in itself; undefined for none. */
  carryStyles(addresses: string[]): Buffer | undefined
  /** The route's pattern, '/blog/:slug': what the log may say of an address. */
  matched(pattern: string): void
  /** How the rendered page is delivered, and all of it when it is one string; called by entry.server. */
  rendered(handle: RouteHandle, whole?: WholePage): void
}

/** A page that is ready at once, with the headers its routes gave it. */
export type WholePage = { html: Buffer<ArrayBuffer>; headers: Record<string, string> }

/** What React Router hands to every loader and action of one request. */
export type RequestContext = Readonly<RouterContextProvider>

export const pageContext = createContext<Page>()
