import type { Content, RecordName } from '#app/domain/content/content-record.ts'
import type { Link, Page } from '#content/pages/page.ts'
import { giftCardsLink } from '#content/gift-cards.ts'
import { bookingLink, homeLink } from '#content/site.ts'

type Menu = 'header' | 'footer'

/** A record with a title, a lead and texts for search engines. */
type PageRecord = { [Name in RecordName]: Content<Name> extends Page ? Name : never }[RecordName]

export type PublicPage = {
  path: string
  /** In app/routes. */
  file: string
  /** Where two pages share one file. */
  id?: string
  /** The record that has its texts, for the search. */
  content?: PageRecord
  /** Text of its link in the menus. */
  link?: string
  menus?: Menu[]
  noindex?: true
  /** Pages that repeat another page or have no content yet. */
  inSitemap?: false
}

/**
 * Every public page with a fixed address, in menu order. Routes, menus, sitemap, search and the tests that visit every
 * page are made from this list.
 */
export const publicPages: PublicPage[] = [
  { path: '/', file: 'home/home.tsx', content: 'home', link: homeLink.text, menus: ['header'] },
  {
    path: '/services',
    file: 'pages/services.tsx',
    content: 'services-page',
    link: 'Services',
    menus: ['header', 'footer'],
  },
  {
    path: '/products',
    file: 'shop/products.tsx',
    content: 'products-page',
    link: 'Products',
    menus: ['header', 'footer'],
  },
  { path: '/blog', file: 'blog/blog.tsx', content: 'blog', link: 'Blog', menus: ['header', 'footer'] },
  { path: '/about', file: 'pages/about.tsx', content: 'about', link: 'About', menus: ['header'] },
  { path: '/contact', file: 'contact/contact.tsx', content: 'contact', link: 'Contact', menus: ['header'] },
  {
    path: '/resources',
    file: 'pages/resources.tsx',
    id: 'resources',
    content: 'resources',
    link: 'Patient resources',
    menus: ['footer'],
  },
  {
    path: '/booking',
    file: 'booking/form.tsx',
    id: 'booking',
    content: 'booking',
    link: bookingLink.text,
    menus: ['footer'],
  },
  { path: '/privacy', file: 'pages/privacy.tsx', content: 'privacy', link: 'Privacy', menus: ['footer'] },
  {
    path: '/accessibility',
    file: 'pages/accessibility.tsx',
    content: 'accessibility',
    link: 'Accessibility',
    menus: ['footer'],
  },
  { path: '/guide', file: 'pages/guide.tsx', content: 'guide' },
  { path: '/blog/all', file: 'blog/all.tsx' },
  { path: '/insurance', file: 'pages/resources.tsx', id: 'insurance', inSitemap: false },
  { path: '/testimonials', file: 'pages/testimonials.tsx', inSitemap: false },
  { path: '/search', file: 'search/search.tsx', inSitemap: false },
  { path: '/appointments', file: 'booking/new-link.tsx', content: 'find-appointment', noindex: true },
  { path: '/waitlist', file: 'waitlist/waitlist.tsx', noindex: true },
  { path: '/cart', file: 'cart/cart.tsx', noindex: true },
  { path: '/login', file: 'account/login.tsx', noindex: true },
]

export const isInSitemap = ({ noindex, inSitemap }: PublicPage) => !noindex && inSitemap !== false

const listLinks = (menu: Menu): Link[] =>
  publicPages.flatMap(({ path, link, menus }) => (link && menus?.includes(menu) ? { text: link, href: path } : []))

export type Menus = Record<Menu, Link[]>

export const menus: Menus = { header: listLinks('header'), footer: listLinks('footer') }

/** Of a clinic that takes online payments. */
export const menusWithGiftCards: Menus = { ...menus, footer: [...menus.footer, giftCardsLink] }
