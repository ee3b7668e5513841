import { admin } from '#content/pages/admin.ts'
import { Pager } from './pager.tsx'

/** Links of a list with the newest entries first: to its first page and to the next one. */
export type ListPlace = { newest?: string; older?: string }

export function ListPager({ newest, older }: ListPlace) {
  return (
    <Pager
      label={admin.pages}
      earlier={newest ? { text: admin.newest, href: newest } : undefined}
      later={older ? { text: admin.older, href: older } : undefined}
    />
  )
}
