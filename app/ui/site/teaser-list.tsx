import type { Link } from '#content/pages/page.ts'
import { NoBreak } from './no-break.tsx'
import { MoreLink } from '#app/ui/primitives/button.tsx'

type Teaser = { heading: string; text: string; link: Link }

export function TeaserList({ teasers }: { teasers: readonly Teaser[] }) {
  return (
    <ul className="tl">
      {teasers.map(({ heading, text, link }) => (
        <li key={heading}>
          <h3>{heading}</h3>
          <p>
            <NoBreak text={text} />
          </p>
          <MoreLink href={link.href}>{link.text}</MoreLink>
        </li>
      ))}
    </ul>
  )
}
