import { type ChangeEvent, useRef, useState } from 'react'
import { mostPictureBytes, picturesPath } from '#app/domain/pictures/picture.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { namedField, outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { Checkbox } from '#app/ui/primitives/checkbox.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { picturesWords } from '#content/pages/admin-pictures.ts'
import { drawFile } from './draw-file.ts'

const words = picturesWords.upload
const megabytes = mostPictureBytes / 1024 / 1024

/** With scripts, the picture shows as soon as it is chosen, and one that is too large is not sent at all. */
export function UploadForm({ form }: { form: FormState }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isShown, setShown] = useState(false)
  const [tooLarge, setTooLarge] = useState(false)

  async function show(file: File | undefined) {
    setTooLarge(file !== undefined && file.size > mostPictureBytes)
    setShown(file !== undefined && canvas.current !== null && (await drawFile(file, canvas.current)))
  }

  const file = namedField(form, 'file')
  return (
    <section className="panel pic-form" aria-labelledby="add-picture">
      <h2 id="add-picture">{words.heading}</h2>
      <FormOutcome form={form} />
      <ProblemSummary form={form} />
      <ActionForm
        className="stack"
        action={`${picturesPath}#${outcomeId}`}
        encType="multipart/form-data"
        noValidate
        onSubmit={(event) => tooLarge && event.preventDefault()}
      >
        <div className="pic-file">
          <Field
            label={words.file}
            hint={words.fileHint(megabytes)}
            {...file}
            error={tooLarge ? picturesWords.problems['too-large'](megabytes) : file.error}
            type="file"
            accept="image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif"
            onChange={(event: ChangeEvent<HTMLInputElement>) => void show(event.target.files?.[0])}
          />
        </div>
        <canvas ref={canvas} className="pic-chosen" hidden={!isShown} role="img" aria-label={words.chosen} />
        <Description form={form} />
        <Button pending={words.pending}>{words.button}</Button>
      </ActionForm>
    </section>
  )
}

/** Also on the page of one picture. `saved`: undefined for a new one. */
export const Description = ({ form, saved }: { form: FormState; saved?: string }) => (
  <>
    <Field label={words.alt} hint={words.altHint} {...namedField(form, 'alt', saved)} />
    <Checkbox
      label={words.decorative}
      name="decorative"
      value="yes"
      defaultChecked={form.values ? form.values.decorative === 'yes' : saved === ''}
    />
  </>
)
