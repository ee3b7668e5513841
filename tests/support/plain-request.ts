import type { Page } from '#app/http/context.ts'

/** For tests of loaders and actions: a visitor's request, whose answer is delivered in no special way. */
export const plainRequest: Page = {
  requestId: 'request-1',
  clientAddress: '127.0.0.1',
  nonce: '',
  isPrefetch: false,
  isDataRequest: false,
  goodUntil() {},
  showInstead() {},
  allowOwnFrame() {},
  beFramed() {},
  showPreview() {},
  preview: undefined,
  rejected: undefined,
  doNotStore() {},
  setCookie() {},
  retryAfter() {},
  allowFrame() {},
  allowImages() {},
  carryStyles: () => undefined,
  matched() {},
  rendered() {},
}
