import { Link } from 'react-router'
import { PhoneLink } from '#app/ui/admin/phone-link.tsx'
import { needsYou as words, todayPage } from './words.ts'
import { ActForm } from './act-form.tsx'
import type { TodoSection, Todo } from './to-do-view.server.ts'
import { StepForm } from './step-form.tsx'

/** What waits, the most pressing kind first, each with what can be done about it. */
export const NeedsYou = ({ sections }: { sections: TodoSection[] }) => (
  <section className="panel" id="needs-you" aria-labelledby="needs-you-heading">
    <div className="ends part-top">
      <h2 id="needs-you-heading">{words.heading}</h2>
      {sections.length > 0 && (
        <span className="hint num">{words.things(sections.reduce((sum, { count }) => sum + count, 0))}</span>
      )}
    </div>
    {sections.length === 0 && <p className="muted">{todayPage.nothing}</p>}
    {sections.map(({ kind, heading, count, href, items }) => (
      <section key={kind} aria-labelledby={`today-${kind}`}>
        <h3 id={`today-${kind}`}>
          {heading} <span className="hint num">{count.toLocaleString('en-US')}</span>
        </h3>
        <ul className="todo">
          {items.map((item) => (
            <Item key={item.key} item={item} />
          ))}
        </ul>
        {kind === 'held-back' && (
          <p>
            <Link to={href}>{words.review}</Link>
          </p>
        )}
        {count > items.length && (
          <p>
            <Link to={href}>{words.more(count - items.length)}</Link>
          </p>
        )}
      </section>
    ))}
  </section>
)

const Item = ({ item: { text, when, href, phone, steps, acts } }: { item: Todo }) => (
  <li>
    <Link className="leads" to={href}>
      {text}
    </Link>
    {phone && <PhoneLink phone={phone} />}
    <span className="hint num">{when}</span>
    {steps && <StepForm {...steps} />}
    {acts && (
      <div className="acts">
        {acts.map((act) => (
          <ActForm key={act.text} act={act} about={text} />
        ))}
      </div>
    )}
  </li>
)
