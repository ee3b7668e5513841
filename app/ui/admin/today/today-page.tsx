import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { Note } from '#app/ui/primitives/note.tsx'
import { todayPage as words, toDo } from '#content/pages/admin-today.ts'

export type TodayView = {
  sections: SectionView[]
  /** How the parts are that work by themselves. */
  health: { text: string; isWell: boolean }
}

type SectionView = {
  kind: string
  heading: string
  count: number
  href: string
  items: { key: string; text: string; when?: string; href: string; phone?: string }[]
}

export function TodayPage({ sections, health }: TodayView) {
  return (
    <div className="stack today">
      {sections.length === 0 && <p className="lead">{words.nothing}</p>}
      {sections.map((section) => (
        <Section key={section.kind} {...section} />
      ))}
      <Note kind={health.isWell ? 'info' : 'warn'}>{health.text}</Note>
    </div>
  )
}

function Section({ kind, heading, count, href, items }: SectionView) {
  const more = count - items.length
  return (
    <section aria-labelledby={`today-${kind}`}>
      <h2 id={`today-${kind}`}>
        {heading} <span className="hint num">{count.toLocaleString('en-US')}</span>
      </h2>
      <ul className="todo">
        {items.map(({ key, text, when, href: where, phone }) => (
          <li key={key}>
            <a className="leads" href={where}>
              {text}
            </a>
            {phone && <PhoneLink phone={phone} />}
            {when && <span className="hint num">{when}</span>}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p>
          <a href={href}>{toDo.more(more)}</a>
        </p>
      )}
    </section>
  )
}
