import { ButtonLink } from '#app/ui/primitives/button.tsx'
import type { Empty } from '#content/pages/admin.ts'

const drawings = {
  /** A bowl with a sprig. */
  nothing:
    'M24 52h64c0 18-13 30-32 30S24 70 24 52Zm20 30h24M56 52V20m0 14c-10 0-15-6-15-14 10 0 15 6 15 14Zm0 8c9 0 14-5 14-13-9 0-14 5-14 13',
  /** A lens over a leaf. */
  notFound:
    'M76 44a26 26 0 1 1-52 0 26 26 0 0 1 52 0Zm-7 19 21 21M40 56c0-14 8-20 22-21 0 14-8 21-20 20m-5 5c2-8 6-12 12-15',
}

/** In place of a list without rows. A step with another path than `/admin` leaves the dashboard. */
export const EmptyList = ({ empty: { text, hint, step }, isFiltered }: { empty: Empty; isFiltered?: boolean }) => (
  <div className="empty-list">
    <svg viewBox="0 0 112 96" aria-hidden="true">
      <circle cx="56" cy="48" r="44" />
      <path d={drawings[isFiltered ? 'notFound' : 'nothing']} />
    </svg>
    <p className="title">{text}</p>
    {hint && <p className="muted">{hint}</p>}
    {step && (
      <ButtonLink kind="line" small {...(step.href.startsWith('/admin') ? { to: step.href } : { href: step.href })}>
        {step.text}
      </ButtonLink>
    )}
  </div>
)
