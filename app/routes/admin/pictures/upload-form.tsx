import { useState } from 'react'
import { picturesPath } from '#app/domain/pictures/picture.ts'
import { returnField } from '#app/domain/shared/done.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { FromAddress, PictureDescription, PictureFile } from '#app/ui/admin/picture-fields.tsx'
import { ActionForm } from '#app/ui/forms/action-form.tsx'
import { outcomeId } from '#app/ui/forms/field-state.ts'
import { FormOutcome } from '#app/ui/forms/form-outcome.tsx'
import { ProblemSummary } from '#app/ui/forms/problem-summary.tsx'
import { Button } from '#app/ui/primitives/button.tsx'
import { picturesWords } from '#content/pages/admin-pictures.ts'

const words = picturesWords.upload

/** With scripts, a picture that is too large is not sent at all. */
export function UploadForm({ form }: { form: FormState }) {
  const [isTooLarge, setTooLarge] = useState(false)
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
        onSubmit={(event) => isTooLarge && event.preventDefault()}
      >
        <FromAddress name={returnField} form={form} />
        <PictureFile form={form} onTooLarge={setTooLarge} />
        <PictureDescription form={form} />
        <Button pending={words.pending}>{words.button}</Button>
      </ActionForm>
    </section>
  )
}
