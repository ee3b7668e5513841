import { admin } from '#content/pages/admin.ts'
import { Pager } from './pager.tsx'

/** Where a list that begins with its newest entries goes on: to its first page, when this is not it, and to the next. */
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
