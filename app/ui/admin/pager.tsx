import { admin } from '#content/pages/admin.ts'

type PagerProps = { label: string; earlier?: Way | undefined; later?: Way | undefined }
type Way = { text: string; href: string }

export function Pager({ label, earlier, later }: PagerProps) {
  if (!earlier && !later) return null
  return (
    <nav className="row" aria-label={label}>
      {earlier && (
        <a className="btn btn-line btn-s" rel="prev" href={earlier.href}>
          {earlier.text}
        </a>
      )}
      {later && (
        <a className="btn btn-line btn-s" rel="next" href={later.href}>
          {later.text}
        </a>
      )}
    </nav>
  )
}

/** For a list with the newest entries first: leads to its first page and to the next one. */
export const ListPager = ({ newest, older }: { newest?: string; older?: string }) => (
  <Pager
    label={admin.pages}
    earlier={newest ? { text: admin.newest, href: newest } : undefined}
    later={older ? { text: admin.older, href: older } : undefined}
  />
)
