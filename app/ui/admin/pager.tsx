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
