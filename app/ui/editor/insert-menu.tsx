import { editorWords as words } from '#content/pages/admin-editor.ts'
import type { Insert } from './editor.tsx'

type InsertMenuProps = { inserts: Insert[]; onInsert: (text: string) => void }

/** Puts what is chosen below the paragraph of the caret. */
export const InsertMenu = ({ inserts, onInsert }: InsertMenuProps) => (
  <select
    className="in editor-insert"
    aria-label={words.insert}
    value=""
    onChange={({ target }) => onInsert(target.value)}
  >
    <option value="">{words.insert}</option>
    {inserts.map(({ label, options }) => (
      <optgroup key={label} label={label}>
        {options.map((option) => (
          <option key={option.text} value={option.text}>
            {option.label}
          </option>
        ))}
      </optgroup>
    ))}
  </select>
)
