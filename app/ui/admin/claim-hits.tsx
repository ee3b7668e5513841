import { Fragment } from 'react'
import type { ClaimHit } from '#app/domain/claims/find-claims.ts'
import { groupBy } from '#app/domain/shared/group-by.ts'
import { claimWords } from '#content/pages/admin-claims.ts'

export type ShownClaim = Pick<ClaimHit, 'sentence' | 'sentenceStart' | 'start' | 'end' | 'why' | 'instead'>

/** Each claim in its sentence, with a suggested wording. */
export function ClaimHits({ hits }: { hits: readonly ShownClaim[] }) {
  const sentences = groupBy(hits, ({ sentence, sentenceStart }) => `${sentenceStart} ${sentence}`)
  return (
    <div className="stack">
      <p>
        <b>{claimWords.found(sentences.size)}</b>
      </p>
      <ul className="claims">
        {[...sentences].map(([key, inSentence]) => (
          <li key={key}>
            <Sentence hits={inSentence} />
            {inSentence.map(({ start, instead }) => (
              <p key={start}>
                {claimWords.instead}: <q>{instead}</q>
              </p>
            ))}
            <p className="hint">{[...new Set(inSentence.map(({ why }) => why))].join(' ')}</p>
          </li>
        ))}
      </ul>
      <p className="hint">{claimWords.note}</p>
    </div>
  )
}

/** Marks every claim in the sentence; claims do not overlap. */
function Sentence({ hits }: { hits: readonly ShownClaim[] }) {
  const { sentence = '' } = hits[0] ?? {}
  const places = hits.map(({ sentenceStart, start, end }) => ({ from: start - sentenceStart, to: end - sentenceStart }))
  return (
    <blockquote>
      {places.map(({ from, to }, index) => (
        <Fragment key={from}>
          {sentence.slice(places[index - 1]?.to ?? 0, from)}
          <mark>{sentence.slice(from, to)}</mark>
        </Fragment>
      ))}
      {sentence.slice(places.at(-1)?.to)}
    </blockquote>
  )
}
