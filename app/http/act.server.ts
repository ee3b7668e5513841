import { data, type RouterContextProvider } from 'react-router'
import type { FormState } from '#app/domain/shared/form-state.ts'
import { admin } from '#content/pages/admin.ts'
import { pageContext, servicesContext } from './context.ts'
import type { Typed } from './parse-form.ts'

/**
 * What a form of the dashboard asks for. When it cannot be stored the form says so, with what was `typed` into it, and
 * nothing was changed.
 */
export async function act<Answer>(
  context: Readonly<RouterContextProvider>,
  work: () => Promise<Answer>,
  typed?: Typed,
) {
  try {
    return await work()
  } catch (err) {
    const { requestId } = context.get(pageContext)
    context.get(servicesContext).log.error({ err, requestId }, 'an act of the admin could not be stored')
    return refusal(503, admin.notStored, typed)
  }
}

/** What the form says instead, beside it. */
export const refusal = (status: number, error: string, values?: Typed) =>
  data({ form: { error, ...(values && { values }) } as FormState }, { status })
