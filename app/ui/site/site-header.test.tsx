import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { menus } from '#app/public-pages.ts'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import { SiteHeader } from './site-header.tsx'

const clinic = contentFacts(Date.now())
const header = (more: { cartLines?: number; viewer?: Viewer } = {}) =>
  renderToStaticMarkup(<SiteHeader clinic={clinic} links={menus.header} path="/about" cartLines={0} {...more} />)

describe('the header', () => {
  test('shows a login link to signed-out visitors', () => {
    expect(header()).toContain('href="/login"')
    expect(header()).not.toContain('/logout')
  })

  test('shows profile and logout to signed-in users, and the dashboard only to people who work here', () => {
    const visitor = header({ viewer: { name: 'Maya' } })
    expect(visitor).toContain('href="/profile"')
    expect(visitor).toMatch(/<form[^>]*action="\/logout"/)
    expect(visitor).not.toContain('href="/login"')
    expect(visitor).not.toContain('Admin Dashboard')
    expect(header({ viewer: { name: 'Asha', role: 'owner' } })).toContain('Admin Dashboard')
  })

  test('counts distinct cart lines, only above zero', () => {
    expect(header()).toContain('aria-label="Cart"')
    expect(header({ cartLines: 1 })).toContain('aria-label="Cart, 1 item"')
    expect(header({ cartLines: 12 })).toContain('aria-label="Cart, 12 items"')
  })

  test('marks the current page, even on a subpage', () => {
    expect(header()).toMatch(/href="\/about"[^>]*aria-current="page"/)
    expect(header()).not.toMatch(/href="\/"[^>]*aria-current/)
  })
})
