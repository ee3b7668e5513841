import { type ChangeEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { mostPictureBytes } from '#app/domain/pictures/picture.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { namedField } from '#app/ui/forms/field-state.ts'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { picturesWords } from '#content/pages/admin-pictures.ts'
import { drawFile } from './draw-file.ts'

const words = picturesWords.upload
const megabytes = mostPictureBytes / 1024 / 1024

type PictureFileProps = {
  form: FormState
  /** Such a file isn't worth sending. */
  onTooLarge: (isTooLarge: boolean) => void
  /** On a page with other fields of these names. */
  idStart?: string
}

/** With scripts, the picture shows as soon as it is chosen. */
export function PictureFile({ form, onTooLarge, idStart = '' }: PictureFileProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const chosen = useRef<File>(undefined)
  const [isShown, setShown] = useState(false)
  const [isTooLarge, setTooLarge] = useState(false)
  /** The answer about another file. */
  const [outdated, setOutdated] = useState<FormState>()

  async function show(file: File | undefined) {
    const tooLarge = file !== undefined && file.size > mostPictureBytes
    setTooLarge(tooLarge)
    setOutdated(form)
    onTooLarge(tooLarge)
    chosen.current = file
    const isChosen = () => chosen.current === file
    const isDrawn = file !== undefined && canvas.current !== null && (await drawFile(file, canvas.current, isChosen))
    // A large file may be read for longer than the next one.
    if (isChosen()) setShown(isDrawn)
  }

  const { error: answered, ...file } = namedField(form, 'file')
  const error = outdated === form ? undefined : answered
  return (
    <>
      <div className="pic-file">
        <Field
          label={words.file}
          hint={words.fileHint(megabytes)}
          {...file}
          {...(idStart && { id: `${idStart}file` })}
          error={isTooLarge ? picturesWords.problems['too-large'](megabytes) : error}
          type="file"
          accept="image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif"
          onChange={(event: ChangeEvent<HTMLInputElement>) => void show(event.target.files?.[0])}
        />
      </div>
      <canvas ref={canvas} className="pic-chosen" hidden={!isShown} role="img" aria-label={words.chosen} />
    </>
  )
}

type PictureDescriptionProps = { form: FormState; saved?: string; idStart?: string }

/** `saved`: undefined for a new picture. */
export const PictureDescription = ({ form, saved, idStart = '' }: PictureDescriptionProps) => (
  <>
    <Field
      label={words.alt}
      hint={words.altHint}
      {...namedField(form, 'alt', saved)}
      {...(idStart && { id: `${idStart}alt` })}
    />
    <Checkbox
      label={words.decorative}
      name="decorative"
      id={`${idStart}decorative`}
      value="yes"
      defaultChecked={form.values ? form.values.decorative === 'yes' : saved === ''}
    />
  </>
)

/** Sent along with the form: what the page's address says, such as where the act leads back to. */
export function FromAddress({ name, form: { values } }: { name: string; form: FormState }) {
  const { search } = useLocation()
  const value = values?.[name] ?? new URLSearchParams(search).get(name)
  return value && <input type="hidden" name={name} value={value} />
}
