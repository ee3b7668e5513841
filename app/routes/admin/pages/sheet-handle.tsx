import { useEffect, useRef, useState } from 'react'
import { lowerSheet, raiseSheet, watchSheet } from './sheet.ts'
import { pagesWords } from './words.ts'

const words = pagesWords.fields

/** Puts the fields up and down, for people who can't drag them. */
export function SheetHandle() {
  const handle = useRef<HTMLButtonElement>(null)
  const [isUp, setUp] = useState(false)
  const findFields = () => handle.current?.closest<HTMLElement>('.page-fields')
  useEffect(() => {
    const fields = findFields()
    return fields ? watchSheet(fields, setUp) : undefined
  }, [])
  function move() {
    const fields = findFields()
    if (fields) (isUp ? lowerSheet : raiseSheet)(fields)
  }
  return (
    <button
      ref={handle}
      type="button"
      className="sheet-handle"
      aria-expanded={isUp}
      aria-label={isUp ? words.hide : words.show}
      onClick={move}
    />
  )
}
