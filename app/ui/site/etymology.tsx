import { etymology } from '#content/etymology.ts'
import { sanskrit } from './sanskrit.ts'

/** The Sanskrit word and its parts: 'ayus, life, and veda, knowledge'. A clinic may leave it out. */
export function Etymology() {
  const { word, parts } = etymology
  if (!word && parts.length === 0) return null
  return (
    <div>
      {word && <p {...sanskrit(word)}>{word}</p>}
      {parts.length > 0 && (
        <p className="hint gloss">
          {parts.map((part, index) => (
            <span key={part.word}>
              {index > 0 && ', and '}
              <em lang="sa-Latn">{part.word}</em>
              {`, ${part.meaning}`}
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
