import type { FormState } from '#app/domain/shared/form-state.ts'

/** What a posted form says about one of its fields; the first field in error gets the focus, without scripts too. */
export function fieldState({ fieldErrors = {}, values = {} }: FormState, name: string) {
  return {
    defaultValue: values[name],
    error: fieldErrors[name],
    autoFocus: Object.keys(fieldErrors)[0] === name,
  }
}
