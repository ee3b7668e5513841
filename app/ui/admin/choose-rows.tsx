import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useActionData, useLocation } from 'react-router'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { admin } from '#content/pages/admin.ts'
import { chosenField } from '#app/domain/shared/list-names.ts'
import { ReturnHere } from './return-here.tsx'

const words = admin.choose
/** Of the form that the checkboxes belong to; rows have forms of their own. */
const formId = 'chosen'

type ChooseRowsProps = {
  /** The buttons, and what else the form asks. */
  acts: ReactNode
  /** Where they are posted, if not to the page. */
  action?: string
  children: ReactNode
}

/** Around a list: a bar with what can be done with the chosen rows. CSS shows it once one is chosen. */
export function ChooseRows({ acts, action, children }: ChooseRowsProps) {
  const [{ chosen, all }, setCounts] = useState({ chosen: 0, all: 0 })
  const rows = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const { key } = useLocation()
  const isRejected = useActionData() !== undefined
  const shown = useRef(key)

  function count() {
    const boxes = findBoxes(rows.current)
    setCounts({ chosen: boxes.filter(({ checked }) => checked).length, all: boxes.length })
  }
  useEffect(() => {
    // After an act nothing is chosen, also where rows stay in the list; a browser may have restored what was.
    if (shown.current !== key && !isRejected) form.current?.reset()
    shown.current = key
    count()
  }, [key, isRejected])

  function onChange() {
    count()
    // The bar that comes may cover the row.
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }
  function choose(isChosen: boolean) {
    for (const box of findBoxes(rows.current)) box.checked = isChosen
    count()
  }
  return (
    <div className="choosing" ref={rows} onChange={onChange}>
      {children}
      <ActionForm
        className="bulk on-band"
        id={formId}
        ref={form}
        {...(action !== undefined && { action })}
        offline={admin.offline}
      >
        <ReturnHere />
        <p>{chosen > 0 ? words.count(chosen) : words.selected}</p>
        {chosen > 0 && (
          <button type="button" className="btn-text" onClick={() => choose(chosen < all)}>
            {chosen < all ? words.all : words.none}
          </button>
        )}
        {acts}
      </ActionForm>
    </div>
  )
}

const findBoxes = (rows: HTMLElement | null) => [...(rows?.querySelectorAll<HTMLInputElement>('.choose input') ?? [])]

type ChooseRowProps = { value: string; label: string }

/** The first cell of a row. */
export const ChooseRow = ({ value, label }: ChooseRowProps) => (
  <td className="choose">
    <label>
      <input type="checkbox" name={chosenField} value={value} form={formId} aria-label={label} />
    </label>
  </td>
)
