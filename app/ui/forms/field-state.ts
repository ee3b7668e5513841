import type { FormState } from '#app/domain/shared/form-state.ts'

/**
 * Id of the first invalid field of a submitted form, else of its message. Forms post to '#outcome' and redirects lead
 * there, so that it has the focus without scripts too.
 */
export const outcomeId = 'outcome'

/** State of one field; `saved` is its value until a form is submitted. */
export function fieldState({ fieldErrors = {}, values = {} }: FormState, name: string, saved?: string) {
  const first = Object.keys(fieldErrors)[0] === name
  return {
    defaultValue: values[name] ?? saved,
    error: fieldErrors[name],
    autoFocus: first,
    ...(first && { id: outcomeId }),
  }
}

/** The same with its name, for a `Field`. */
export const namedField = (form: FormState, name: string, saved?: string) => ({
  name,
  ...fieldState(form, name, saved),
})
