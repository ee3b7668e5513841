import { Link } from 'react-router'
import { admin } from '#content/pages/admin.ts'

type PagerProps = { label: string; earlier?: Way | undefined; later?: Way | undefined }
type Way = { text: string; href: string }

export function Pager({ label, earlier, later }: PagerProps) {
  if (!earlier && !later) return null
  return (
    <nav className="row" aria-label={label}>
      {earlier && (
        <Link className="btn btn-line btn-s" rel="prev" to={earlier.href}>
          {earlier.text}
        </Link>
      )}
      {later && (
        <Link className="btn btn-line btn-s" rel="next" to={later.href}>
          {later.text}
        </Link>
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
