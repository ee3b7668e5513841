import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { appointmentStates } from '#app/domain/booking/appointment.ts'
import { nextSteps } from '#app/domain/booking/attendance.ts'
import { createSigner } from '#app/vault/signing.server.ts'
import { type Page, pageContext, servicesContext } from './context.ts'
import { redirectDone } from './done.ts'
import { rolesFor } from './rights.server.ts'

const context = new RouterContextProvider()
context.set(servicesContext, { signer: createSigner('s'.repeat(40)), config: { secure: true } } as never)
context.set(pageContext, { setCookie: () => undefined } as unknown as Page)

const offer = (intent: string, undoPath?: string) =>
  redirectDone(
    context,
    {},
    { record: '/admin/gift-cards/1', text: 'Blocked.', undo: { intent }, ...(undoPath && { undoPath }) },
  ).headers.get('Location')

test('an act may offer only an Undo that somebody may send', () => {
  expect(offer('unblock')).toBe('/admin/gift-cards/1#done')
  expect(offer('bring-back', '/admin?index')).toBe('/admin/gift-cards/1#done')
  expect(() => offer('unblok')).toThrow("nobody may send 'unblok' to '/admin/gift-cards/:id'")
  expect(() => offer('unblock', '/admin/gift-card/1/x')).toThrow('nobody may send')
})

test('every state of an appointment that staff can change can be restored, but for a request', () => {
  const changeable = appointmentStates.filter((state) => nextSteps({ state, startsAt: 0 }, 0).length > 0)
  const restored = changeable.filter((state) => rolesFor('/admin/appointments/:id', state).length > 0)
  expect(restored).toEqual(changeable.filter((state) => state !== 'requested'))
  expect(restored).toContain('in-session')
})
