import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import { createSiteDocuments } from '#app/domain/search/site-documents.server.ts'
import { contentFacts } from '#app/domain/clinic/clinic-facts.ts'
import { isInSitemap, menus, publicPages } from './public-pages.ts'
import routes from './routes.ts'

/** Steps of something begun on another page, or pages of who is signed in: these are not visited by their address. */
const notVisited = [
  '/booking/resume',
  '/booking/time',
  '/booking/plan',
  '/login/code',
  '/login/forgot',
  '/profile',
  '/my-data',
  '/logout',
  // Only there if the clinic takes online payments.
  '/gift-cards',
]

const shell = routes.find(({ file }) => file === 'routes/shell.tsx')
const addressOf = ({ path = '' }: RouteConfigEntry) => `/${path.replace(/^\//, '')}`
const paths = publicPages.map(({ path }) => path)

test('every public page with a fixed address is registered', () => {
  const fixed = (shell?.children ?? []).map(addressOf).filter((address) => !/[:*]/.test(address))
  expect(fixed.filter((address) => !paths.includes(address) && !notVisited.includes(address))).toEqual([])
  expect(new Set(paths).size).toBe(paths.length)
})

test('the site search finds every page of the sitemap', () => {
  const found = new Set(createSiteDocuments(contentFacts(Date.now()), []).map(({ url }) => url))
  // It lists all posts, each of which is found by itself.
  const withoutWords = ['/blog/all']
  const silent = publicPages.filter(isInSitemap).filter(({ path }) => !found.has(path) && !withoutWords.includes(path))
  expect(silent.map(({ path }) => path)).toEqual([])
})

test('every page with a link lists its menus', () => {
  const inMenus = new Set([...menus.header, ...menus.footer].map(({ href }) => href))
  for (const { path, link } of publicPages) expect(inMenus.has(path), path).toBe(link !== undefined)
})
