import type { AdminIconName } from '#app/ui/admin/admin-icon.tsx'

/** What the search finds: a page of the dashboard or the website. */
export type SearchItem = { href: string; text: string; hint?: string; icon: AdminIconName }

export type SearchGroup = { name: string; items: SearchItem[] }
