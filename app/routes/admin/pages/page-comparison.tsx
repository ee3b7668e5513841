import { Link } from 'react-router'
import { Note } from '#app/ui/primitives/note.tsx'
import type { Comparison, Said } from './compare.server.ts'
import { keepsForm } from './use-drawn.ts'
import { pagesWords } from './words.ts'

const words = pagesWords.compare

type PageComparisonProps = {
  /** Undefined if the version isn't there. */
  comparison: Comparison | undefined
  /** Without it. */
  address: string
}

/** What two versions of a record say otherwise, place by place. */
export function PageComparison({ comparison, address }: PageComparisonProps) {
  const { title, before, after, rows } = comparison ?? { title: words.heading, before: '', after: '', rows: [] }
  return (
    <section className="panel comparison" aria-labelledby={comparisonId}>
      <h2 id={comparisonId}>{title}</h2>
      {comparison === undefined && <Note kind="error">{pagesWords.unknownVersion}</Note>}
      {comparison && rows.length === 0 && <p>{words.same}</p>}
      {rows.map((row) => (
        <div key={row.label}>
          <h3>{row.label}</h3>
          <dl>
            <Side name={before} said={row.before} as="del" />
            <Side name={after} said={row.after} as="ins" />
          </dl>
        </div>
      ))}
      <p>
        <Link to={address} state={keepsForm} preventScrollReset>
          {words.close}
        </Link>
      </p>
    </section>
  )
}

/** Leads to the comparison with a version, or of the draft. */
export const CompareLink = ({ address, from, text }: { address: string; from: number | 'draft'; text: string }) => (
  <Link
    className="btn-text"
    to={`${address}?compare=${from}#${comparisonId}`}
    state={keepsForm}
    aria-label={words.named(text)}
  >
    {words.link}
  </Link>
)

const comparisonId = 'comparison'

const Side = ({ name, said, as }: { name: string; said: Said | undefined; as: 'del' | 'ins' }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {said?.src && <img src={said.src} alt="" width={64} height={64} />}
      {said ? <Text {...said} as={as} /> : words.missing}
    </dd>
  </div>
)

function Text({ text, change = { from: 0, to: text.length }, as: Mark }: Said & { as: 'del' | 'ins' }) {
  const changed = text.slice(change.from, change.to)
  return (
    <span>
      {text.slice(0, change.from)}
      {changed && <Mark>{changed}</Mark>}
      {text.slice(change.to)}
    </span>
  )
}
