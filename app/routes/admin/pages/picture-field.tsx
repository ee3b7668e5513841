import { createContext, type MouseEvent, useContext, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { PictureField as Described } from '#app/domain/content/content-schema.ts'
import type { PictureOption } from '#app/domain/pictures/picture-option.ts'
import { idOfPicture, picturePath, picturesPath } from '#app/domain/pictures/picture.ts'
import { returnField } from '#app/domain/shared/done.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { ButtonLink } from '#app/ui/primitives/button.tsx'
import { FieldError } from '#app/ui/primitives/field.tsx'
import { pagesWords as words } from './words.ts'

/** Of the form that `onAdd` opens, beside those of the record's form. */
export const addPictureIntent = 'add-picture'

type Pictures = {
  /** What every picture field of the record can hold, in the order to show it. */
  options: readonly PictureOption[]
  /** Opens the upload of another one for the field. */
  onAdd: (field: string) => void
}

export const Pictures = createContext<Pictures>({ options: [], onAdd() {} })

type PictureFieldProps = { name: string; field: Described; value: string; form: FormState }

/** The chosen picture, which opens into all that there are. */
export function PictureField({ name, field, value, form }: PictureFieldProps) {
  const { defaultValue, error, autoFocus, id = name } = fieldState(form, name, value)
  const [chosen, setChosen] = useState(defaultValue)
  const all = useContext(Pictures)
  const options = all.options.filter(
    (option) => Object.hasOwn(field.options, option.value) || idOfPicture(option.value),
  )
  const shown = options.find((option) => option.value === chosen)
  return (
    <fieldset className="picture-field" aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{field.label}</legend>
      {field.hint && <p className="hint">{field.hint}</p>}
      <details open={error !== undefined}>
        <summary id={id}>
          <img src={shown?.src} alt="" width={64} height={64} />
          <span>{shown?.label ?? words.picture.gone}</span>
        </summary>
        <div className="picture-options">
          {options.map((option) => (
            <label key={option.value}>
              <input
                type="radio"
                name={name}
                value={option.value}
                checked={option.value === chosen}
                // oxlint-disable-next-line jsx-a11y/no-autofocus
                autoFocus={autoFocus && option.value === chosen}
                onChange={() => setChosen(option.value)}
              />
              <img src={option.src} alt="" width={96} height={96} loading="lazy" />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
        <PictureActs chosen={chosen} onAdd={() => all.onAdd(name)} />
      </details>
      {error && <FieldError id={`${id}-error`} text={error} />}
    </fieldset>
  )
}

type PictureActsProps = { chosen: string | undefined; onAdd: () => void }

/** Without scripts, or in a new tab, both lead to pages of the library, which lead back here. */
function PictureActs({ chosen = '', onAdd }: PictureActsProps) {
  const { pathname } = useLocation()
  const id = idOfPicture(chosen)
  const there = `?${new URLSearchParams({ [returnField]: pathname })}`

  function add(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    onAdd()
  }
  return (
    <>
      <div className="row">
        <ButtonLink kind="line" small href={`${picturesPath}${there}`} onClick={add}>
          {words.picture.add}
        </ButtonLink>
        {id && (
          <Link className="tap" to={`${picturePath(id)}${there}`}>
            {words.picture.crop}
          </Link>
        )}
      </div>
      <p className="hint picture-save-first">{words.picture.saveFirst}</p>
    </>
  )
}
