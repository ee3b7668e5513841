type Part = { word: string; meaning: string }

/** A Sanskrit word, large, and what its parts mean: 'ayus, life, and veda, knowledge'. */
export function Etymology({ word, parts }: { word: string; parts: readonly Part[] }) {
  return (
    <div>
      <p className="deva" lang="sa">
        {word}
      </p>
      <p className="hint gloss">
        {parts.map((part, index) => (
          <span key={part.word}>
            {index > 0 && ', and '}
            <em lang="sa-Latn">{part.word}</em>, {part.meaning}
          </span>
        ))}
      </p>
    </div>
  )
}
