import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createSigner } from '#app/vault/signing.server.ts'
import { type Page, pageContext, servicesContext } from './context.ts'
import { redirectDone } from './done.ts'

const context = new RouterContextProvider()
context.set(servicesContext, { signer: createSigner('s'.repeat(40)), config: { secure: true } } as never)
context.set(pageContext, { setCookie: () => undefined } as unknown as Page)

const offer = (undo: { action?: string; fields: Record<string, string> }) =>
  redirectDone(context, {}, { record: '/admin/gift-cards/1', text: 'Blocked.', undo }).headers.get('Location')

test('an act may offer only an Undo that somebody may send', () => {
  expect(offer({ fields: { intent: 'unblock' } })).toBe('/admin/gift-cards/1#done')
  expect(offer({ action: '/admin?index', fields: { intent: 'bring-back' } })).toBe('/admin/gift-cards/1#done')
  expect(() => offer({ fields: { intent: 'unblok' } })).toThrow("nobody may send 'unblok' to '/admin/gift-cards/:id'")
  expect(() => offer({ action: '/admin/gift-card/1/x', fields: { intent: 'unblock' } })).toThrow('nobody may send')
})
