import type { Menus } from '#app/public-pages.ts'

/** Every public page of the menus, once. */
export const toWebsiteLinks = ({ header, footer }: Menus) => [
  ...new Map([...header, ...footer].map((link) => [link.href, link])).values(),
]
