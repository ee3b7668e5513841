import { postsPage } from '#content/pages/admin-claims.ts'
import { ClaimHits, type ShownClaim } from './claim-hits.tsx'

export type TextView = { key: string; heading: string; claims: ShownClaim[]; editAt?: string }

export function TextsReview({ texts }: { texts: TextView[] }) {
  const words = postsPage.texts
  return (
    <section className="panel" aria-labelledby="texts">
      <h2 id="texts">{words.heading}</h2>
      {texts.length === 0 && <p className="muted">{words.clear}</p>}
      {texts.map(({ key, heading, claims, editAt }) => (
        <article key={key} className="stack">
          <h3>{heading}</h3>
          <ClaimHits hits={claims} />
          {editAt ? <a href={editAt}>{words.edit}</a> : <p className="hint">{words.files}</p>}
        </article>
      ))}
    </section>
  )
}
