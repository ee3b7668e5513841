import { useEffect, useRef, useState } from 'react'
import { editorWords as words } from '#content/pages/admin-editor.ts'

type CharacterCountProps = { id: string; most: number }

/** How much of a field is used, below it. Only scripts can count what is typed, so that it is empty without them. */
export function CharacterCount({ id, most }: CharacterCountProps) {
  const place = useRef<HTMLParagraphElement>(null)
  const [count, setCount] = useState<number>()
  useEffect(() => {
    const field = place.current?.closest('.field')?.querySelector<HTMLInputElement | HTMLTextAreaElement>('.in')
    if (!field) return
    // As its rule counts; what is written on the page comes by an event that React takes for no change.
    const update = () => setCount(field.value.trim().length)
    update()
    field.addEventListener('input', update)
    return () => field.removeEventListener('input', update)
  }, [])
  return (
    <p ref={place} id={id} className="hint count" data-over={(count !== undefined && count > most) || undefined}>
      {count !== undefined && words.characters(count, most)}
    </p>
  )
}
