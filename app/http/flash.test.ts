import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createSigner, type Signer } from '#app/vault/signing.server.ts'
import { type Page, pageContext, servicesContext } from './context.ts'
import { setFlash, takeFlash, takeNotice } from './flash.ts'

const signer = createSigner('s'.repeat(40))
const toast = { text: 'Moved to <b>Tuesday</b>.', undo: { action: '/admin/mail/1', fields: { intent: 'reopen' } } }

/** A request of a browser with this cookie, and the Set-Cookie headers of its answer. */
function browse(cookie?: string, { by = signer, ...page }: Partial<Page> & { by?: Signer } = {}) {
  const context = new RouterContextProvider()
  const answered: string[] = []
  context.set(servicesContext, { signer: by, config: { secure: true } } as never)
  context.set(pageContext, { ...page, setCookie: (value: string) => answered.push(value) } as Page)
  const request = new Request('https://www.clinic.example/', { headers: cookie ? { Cookie: cookie } : {} })
  return { request, context, answered, cookie: () => answered.at(-1)!.split(';')[0]! }
}

function cookieWith(flash: Parameters<typeof setFlash>[1]) {
  const { context, cookie } = browse()
  setFlash(context, flash)
  return cookie()
}

const take = (cookie: string, options?: Parameters<typeof browse>[1]) => {
  const { request, context } = browse(cookie, options)
  return takeFlash(request, context)
}

afterEach(() => vi.useRealTimers())

test('a flash is read back as it was set, by the place that it is for', () => {
  expect(take(cookieWith(toast))).toEqual(toast)
  const { request, context } = browse(cookieWith({ on: '/contact', text: 'Thank you.', advice: 'Look at your mail.' }))
  expect(takeFlash(request, context)).toBeUndefined()
  expect(takeNotice(request, context, '/')).toEqual({})
  expect(takeNotice(request, context, '/contact')).toEqual({ notice: 'Thank you.', advice: 'Look at your mail.' })
})

test('a forged or changed cookie, or one of another secret or purpose, shows nothing', () => {
  const cookie = cookieWith(toast)
  const [, value = ''] = cookie.split('=')
  for (const changed of [
    ...['', 'order-placed', JSON.stringify({ flash: toast, until: Number.MAX_SAFE_INTEGER })],
    ...[`${value}A`, value.slice(1), `e30.${value.split('.')[1]}`, signer.sign('a cart', 'x')],
  ])
    expect(take(`flash=${encodeURIComponent(changed)}`), changed).toBeUndefined()
  const next = createSigner('t'.repeat(40), ['s'.repeat(40)])
  expect(take(cookie, { by: next })).toBeUndefined()
})

test('a cookie that a browser keeps for longer than a minute shows nothing', () => {
  vi.useFakeTimers({ now: 0 })
  const cookie = cookieWith(toast)
  vi.setSystemTime(59_999)
  expect(take(cookie)).toEqual(toast)
  vi.setSystemTime(60_000)
  expect(take(cookie)).toBeUndefined()
})

test('a document shows it once, a work page again for five seconds, a prefetch never', () => {
  vi.useFakeTimers({ now: 0 })
  const cookie = cookieWith(toast)
  expect(take(cookie, { isPrefetch: true })).toBeUndefined()
  const document = browse(cookie)
  expect(takeFlash(document.request, document.context)).toEqual(toast)
  expect(document.answered).toEqual([expect.stringMatching(/^flash=; Max-Age=0;/)])

  const loaded = browse(cookie, { isDataRequest: true })
  expect(takeFlash(loaded.request, loaded.context)).toEqual(toast)
  expect(loaded.answered).toEqual([expect.stringMatching(/^flash=.+; Max-Age=5;.*HttpOnly/)])
  const again = browse(loaded.cookie(), { isDataRequest: true })
  expect(takeFlash(again.request, again.context)).toEqual(toast)
  expect(again.answered, 'not prolonged').toEqual([])
  expect(take(loaded.cookie())).toBeUndefined()
  vi.setSystemTime(5_000)
  expect(take(loaded.cookie(), { isDataRequest: true })).toBeUndefined()
})

test('the Undo of an act on all rows of a list fits into a cookie', () => {
  const chosen = Array.from({ length: 50 }, () => `subscribed_${crypto.randomUUID()}`).join('.')
  const fields = { intent: 'undo-unsubscribe', at: String(Date.now()), chosen }
  const cookie = cookieWith({ text: 'Unsubscribed 50.', undo: { action: '/admin/subscribers', fields } })
  expect(cookie.length).toBeLessThan(2_500)
  expect(take(cookie)?.undo?.fields).toEqual(fields)
})
