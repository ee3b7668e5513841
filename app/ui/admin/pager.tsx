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

export const ListPager = ({ previous, next }: { previous: string | undefined; next: string | undefined }) => (
  <Pager
    label={admin.pages}
    earlier={previous ? { text: admin.previous, href: previous } : undefined}
    later={next ? { text: admin.next, href: next } : undefined}
  />
)
