import type { FormState } from '#app/domain/shared/form-state.ts'

/**
 * The id of what wants attention once a form was posted: its first wrong field, else what it says. Forms post to
 * '#outcome' and successes lead there, so that without scripts too it is in view and has the focus.
 */
export const outcomeId = 'outcome'

/** What a posted form says about one of its fields; `saved` stands in it until something was typed. */
export function fieldState({ fieldErrors = {}, values = {} }: FormState, name: string, saved?: string) {
  const first = Object.keys(fieldErrors)[0] === name
  return {
    defaultValue: values[name] ?? saved,
    error: fieldErrors[name],
    autoFocus: first,
    ...(first && { id: outcomeId }),
  }
}
