import { listUrl, type ListView } from '#app/domain/newsletter/subscriber.ts'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { fieldState, outcomeId } from '#app/ui/forms/field-state.ts'
import { Button } from '#app/ui/primitives/button.tsx'
import { Field } from '#app/ui/primitives/field.tsx'
import { subscribersPage as words } from '#content/pages/admin-subscribers.ts'

/** A blank field is ignored (specification, section 5). */
export function AddSubscriber({ form, view }: { form: FormState; view: ListView }) {
  return (
    <form
      className="adm-bar"
      method="post"
      action={`${listUrl({ ...view, edit: undefined })}#${outcomeId}`}
      noValidate
      data-enhance
      data-offline={words.offline}
    >
      <Field
        label={words.email}
        {...fieldState(form, 'email')}
        name="email"
        type="email"
        required={false}
        autoComplete="off"
      />
      <Button kind="line" name="intent" value="add">
        {words.addButton}
      </Button>
    </form>
  )
}
