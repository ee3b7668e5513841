import { createContext, useContext, useState } from 'react'
import type { PictureField as Described } from '#app/domain/content/content-schema.ts'
import { idOfPicture, picturesPath } from '#app/domain/pictures/picture.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState } from '#app/ui/forms/field-state.ts'
import { FieldError } from '#app/ui/primitives/field.tsx'
import { pagesWords as words } from './words.ts'

/** `src`: of its thumbnail. */
export type PictureOption = { value: string; label: string; src: string | undefined }

/** What every picture field of the record can hold, in the order to show it. */
export const PictureOptions = createContext<readonly PictureOption[]>([])

type PictureFieldProps = { name: string; field: Described; value: string; form: FormState }

/** The chosen picture, which opens into all that there are. */
export function PictureField({ name, field, value, form }: PictureFieldProps) {
  const { defaultValue, error, autoFocus, id = name } = fieldState(form, name, value)
  const [chosen, setChosen] = useState(defaultValue)
  const all = useContext(PictureOptions)
  const options = all.filter((option) => Object.hasOwn(field.options, option.value) || idOfPicture(option.value))
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
        <p>
          <a href={picturesPath}>{words.picture.add}</a>
        </p>
      </details>
      {error && <FieldError id={`${id}-error`} text={error} />}
    </fieldset>
  )
}
