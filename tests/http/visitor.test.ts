import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInAsAdmin } from '#tests/support/admin.ts'
import { product } from '#tests/support/catalogue.ts'
import { type AdminSite, startAdminSite } from '#tests/support/sites.ts'
import { visitor } from '#tests/support/visitor.ts'

// A page that was open for a while compares its header with this answer.
describe('what the header shows of a visitor', () => {
  let site: AdminSite
  beforeAll(async () => {
    site = await startAdminSite({ WORKER: 'off' })
  })
  afterAll(() => site?.stop())

  test('is an empty cart and no account at first, and is never stored', async () => {
    const answer = await visitor(site).get('/visitor')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
    expect(await answer.json()).toEqual({ isSignedIn: false, cartLines: 0 })
  })

  test('counts the lines of the cart', async () => {
    const maya = visitor(site)
    await maya.post('/cart', { intent: `add:${product.id}` })
    await maya.post('/cart', { intent: `add:${product.id}` })
    expect(await (await maya.get('/visitor')).json()).toEqual({ isSignedIn: false, cartLines: 1 })
  })

  test('changes with the sign-in and the sign-out', async () => {
    const admin = await signInAsAdmin(site)
    expect(await (await admin.get('/visitor')).json()).toMatchObject({ isSignedIn: true })
    await admin.post('/logout', {})
    expect(await (await admin.get('/visitor')).json()).toMatchObject({ isSignedIn: false })
  })
})
