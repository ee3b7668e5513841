import type { List } from '#app/domain/content/content-schema.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { pagesWords } from './words.ts'

const words = pagesWords.list

type ItemButtonsProps = { field: List; path: string; index: number; count: number }

/** Moves or removes an item of a list; only what is possible is there. */
export function ItemButtons({ field: { each, least = 0 }, path, index, count }: ItemButtonsProps) {
  const acts = [
    ...(index > 0 ? (['up'] as const) : []),
    ...(index < count - 1 ? (['down'] as const) : []),
    ...(count > least ? (['remove'] as const) : []),
  ]
  return (
    <p className="row">
      {acts.map((act) => (
        <Button
          key={act}
          kind="line"
          small
          name="list"
          value={`${act} ${path}.${index}`}
          aria-label={words.named(words[act], `${each} ${index + 1}`)}
        >
          {words[act]}
        </Button>
      ))}
    </p>
  )
}
